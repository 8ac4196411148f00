import { text } from "./dom.js";

const FAILURES = new Map([
    ["wrong-passphrase", "failureWrongPassphrase"],
    ["locked", "failureLocked"],
    ["sealed-invalid", "failureSealed"],
    ["sealing-exhausted", "failureSealed"],
    ["not-pending", "failureNotPending"],
    ["connection-lost", "failureConnectionLost"],
    ["native-only", "failureNativeOnly"],
    ["host-gone", "failureHostGone"],
    ["host-missing", "failureHostGone"],
]);

/**
 * A failure in the user's words.
 *
 * @param {import("../lib/errors.js").WalletError} error
 */
export function failureText(error) {
    const key = FAILURES.get(error.reason ?? "");
    return key ? text(key) : text("failureOther", error.message);
}
