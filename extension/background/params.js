import { ErrorCode, WalletError } from "../lib/errors.js";
import { PAGE_METHODS } from "../lib/methods.js";

export function unknownMethod() {
    return new WalletError(ErrorCode.methodNotFound, "method-unknown", "no such method");
}

/**
 * Returns the parameters of a page's request; throws if the method isn't one of table A or a parameter isn't its own.
 *
 * @param {unknown} method
 * @param {unknown} params
 * @returns {import("../lib/protocol.js").Params}
 */
export function checkedParams(method, params) {
    const names = typeof method === "string" ? PAGE_METHODS.get(method) : undefined;
    if (!names) throw unknownMethod();
    if (typeof params !== "object" || params === null || Array.isArray(params)) {
        throw new WalletError(ErrorCode.invalidParams, "param-type", "params must be an object");
    }
    for (const name of Object.keys(params)) {
        if (!names.includes(name)) {
            throw new WalletError(ErrorCode.invalidParams, "param-unknown", "no such parameter", { name });
        }
        if (!isValue(/** @type {any} */ (params)[name])) {
            throw new WalletError(ErrorCode.invalidParams, "param-type", "no parameter is of this type", { name });
        }
    }
    return { ...params };
}

/**
 * Returns true for the kinds of values that a method of table A takes. The agent would refuse deeper nesting before it has read the
 * request's id, so that it couldn't tell the page.
 *
 * @param {unknown} value
 */
function isValue(value) {
    if (Array.isArray(value)) return value.every((item) => typeof item === "string");
    return typeof value === "string" || typeof value === "boolean";
}
