/**
 * Walletlib for other extensions: JSON-RPC from an extension to the Sidekey wallet outside the browser, with the names of the Safari
 * walletlib.
 *
 * Copy this file into your extension. It needs the permission `nativeMessaging`, works in a background script, a service worker and an
 * extension's page, and imports nothing. The user admits your extension twice: in the native manifest (`install.sh --allow-extension ID`),
 * and in a window of the wallet's own. That window opens at the first request and names your extension's id and its methods. The wallet
 * asks the user for every signature there.
 *
 *     const { addresses } = await sendNativeGetAccountsRequest();
 *     const { signed_payloads } = await sendNativeSignPayloadsRequest({ address: addresses[0], payloads: [base64] });
 *     const response = await sendNativeRpcRequest({ method: "MY_CUSTOM_PING_RPC_METHOD", params: { ping: "a" } });
 *     if (response.result !== undefined) use(JSON.parse(response.result)); else report(response.error);
 *
 * @typedef {string} Base64EncodedAddress 32 bytes, padded
 * @typedef {string} Base64EncodedPayload
 * @typedef {string} Base64EncodedSignedPayload
 * `params`: an object, or a JSON string that holds one; `id`: 1 to 128 bytes, random by default.
 *
 * @typedef {{ method: string, params?: object | string | null, id?: string }} NativeRpcRequest
 * @typedef {{ code: number, message: string, data?: { reason?: string, [name: string]: any } }} NativeRpcError
 * `result`: the result as a JSON string; exactly one of `result` and `error` is present.
 *
 * @typedef {{ jsonrpc: "2.0", id: string | null, result?: string, error?: NativeRpcError }} NativeRpcResponse
 * @typedef {{ addresses: Base64EncodedAddress[] }} NativeGetAccountsResult
 * @typedef {{ address: Base64EncodedAddress, payloads: Base64EncodedPayload[], extra_data?: { [name: string]: any } }} NativeSignPayloadsParams
 * `signed_payloads`: one for each payload, in their order: for a transaction the signed transaction, for a message its signature of 64
 * bytes.
 *
 * @typedef {{ signed_payloads: Base64EncodedSignedPayload[] }} NativeSignPayloadsResult
 */

export const NATIVE_GET_ACCOUNTS_METHOD = "NATIVE_GET_ACCOUNTS_METHOD";
export const NATIVE_SIGN_PAYLOADS_METHOD = "NATIVE_SIGN_PAYLOADS_METHOD";
/** The same under the names that the Safari walletlib exports. */
export const NATIVE_GET_ACCOUNTS_RPC_METHOD = NATIVE_GET_ACCOUNTS_METHOD;
export const NATIVE_SIGN_PAYLOADS_RPC_METHOD = NATIVE_SIGN_PAYLOADS_METHOD;

/** The codes that walletlib's authors know, and two of Sidekey's. */
export const WalletlibErrorCode = Object.freeze({
    parseError: -32700,
    invalidRequest: -32600,
    methodNotFound: -32601,
    invalidParams: -32602,
    internalError: -32603,
    notSigned: -3,
    /** The user hasn't allowed it. */
    unauthorized: 4100,
    /** The wallet isn't there, or doesn't admit this extension. */
    disconnected: 4900,
});

/** The error of the requests with a result of their own. */
export class WalletlibRpcError extends Error {
    /** @param {string | null} jsonRpcId @param {number} code @param {string} message @param {NativeRpcError["data"]} [data] */
    constructor(jsonRpcId, code, message, data = {}) {
        super(message);
        this.name = "WalletlibRpcError";
        this.jsonRpcId = jsonRpcId;
        this.code = code;
        this.data = data;
    }
}

const HOST = "app.sidekey.host";
const PROTOCOL = 1;
/** The longest message, in bytes. */
const MAXIMUM_FRAME = 1_048_576;
/** A time limit longer than any question to the user takes, as a safety net against an impossible case. */
const LIMIT = 450_000;
/** The time that an idle connection stays open, in milliseconds. */
const IDLE = 5_000;

/** @typedef {(response: NativeRpcResponse) => void} Settle */

/** One connection to the wallet, opened on demand. */
class Connection {
    /** @type {WebExtension.Port | null} */
    #port = null;
    #helloID = "";
    /**
     * The messages that wait for the answer to `hello`; null once it is there.
     *
     * @type {object[] | null}
     */
    #early = null;
    /** @type {Map<string, Settle>} */
    #waiting = new Map();
    /** @type {any} */
    #idle;

    /** @param {string} id */
    has(id) {
        return this.#waiting.has(id);
    }

    /** @param {string} id @param {object} message @returns {Promise<NativeRpcResponse>} */
    send(id, message) {
        clearTimeout(this.#idle);
        return new Promise((resolve) => {
            const late = setTimeout(() => this.#fail(id, WalletlibErrorCode.disconnected, "the wallet didn't answer in time"), LIMIT);
            this.#waiting.set(id, (response) => {
                clearTimeout(late);
                resolve(response);
            });
            try {
                this.#open();
                if (this.#early) this.#early.push(message);
                else this.#port?.postMessage(message);
            } catch (thrown) {
                this.#fail(id, WalletlibErrorCode.disconnected, String(thrown));
            }
        });
    }

    #open() {
        if (this.#port) return;
        const { runtime } = globalThis.browser ?? globalThis.chrome;
        const port = runtime.connectNative(HOST);
        this.#port = port;
        this.#early = [];
        this.#helloID = crypto.randomUUID();
        port.onMessage.addListener((message) => this.#port === port && this.#receive(message));
        port.onDisconnect.addListener(() => {
            if (this.#port === port) this.#end(WalletlibErrorCode.disconnected, port.error?.message ?? runtime.lastError?.message ?? "the wallet went away");
        });
        const names = { profile: crypto.randomUUID(), connectionKey: crypto.randomUUID() };
        const params = { protocol: PROTOCOL, client: "extension", version: runtime.getManifest().version, ...names };
        port.postMessage({ jsonrpc: "2.0", id: this.#helloID, method: "hello", params });
    }

    /** @param {any} message */
    #receive(message) {
        if (message?.id === this.#helloID && this.#early) {
            if (message.error !== undefined) {
                this.#port?.disconnect();
                return this.#end(message.error.code, message.error.message, message.error.data);
            }
            const early = this.#early;
            this.#early = null;
            for (const request of early) this.#port?.postMessage(request);
            return;
        }
        if (typeof message?.id !== "string" || !this.#waiting.has(message.id)) return;
        const { id, result, error } = message;
        if (error !== undefined) this.#settle(id, { jsonrpc: "2.0", id, error: checkedError(error) });
        else if (result === undefined) this.#fail(id, WalletlibErrorCode.internalError, "the answer has neither a result nor an error");
        else this.#settle(id, { jsonrpc: "2.0", id, result: JSON.stringify(result) });
    }

    /** @param {string} id @param {NativeRpcResponse} response */
    #settle(id, response) {
        const settle = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (this.#waiting.size === 0) {
            clearTimeout(this.#idle);
            this.#idle = setTimeout(() => {
                this.#port?.disconnect();
                this.#port = null;
            }, IDLE);
        }
        settle?.(response);
    }

    /** @param {string} id @param {number} code @param {string} message */
    #fail(id, code, message) {
        this.#settle(id, { jsonrpc: "2.0", id, error: { code, message } });
    }

    /** @param {number} code @param {string} message @param {NativeRpcError["data"]} [data] */
    #end(code, message, data) {
        this.#port = null;
        this.#early = null;
        for (const id of [...this.#waiting.keys()]) {
            this.#settle(id, { jsonrpc: "2.0", id, error: checkedError({ code, message, data }) });
        }
    }
}

const connection = new Connection();

/**
 * Sends one request to the wallet. It always resolves: with the result as a JSON string, or with an error that has a code and a message.
 *
 * @param {NativeRpcRequest} request
 * @returns {Promise<NativeRpcResponse>}
 */
export async function sendNativeRpcRequest({ method, params, id = crypto.randomUUID() }) {
    /** @type {(code: number, message: string) => NativeRpcResponse} */
    const refused = (code, message) => ({ jsonrpc: "2.0", id: typeof id === "string" ? id : null, error: { code, message } });
    const { parseError, invalidRequest, invalidParams } = WalletlibErrorCode;
    if (typeof id !== "string" || id === "" || byteCount(id) > 128) return refused(invalidRequest, "the id is not a string of 1 to 128 bytes");
    if (connection.has(id)) return refused(invalidRequest, "a request with this id is unanswered");
    if (typeof method !== "string") return refused(invalidRequest, "the method is not a string");
    let given = params ?? {};
    let text;
    try {
        if (typeof given === "string") given = JSON.parse(given) ?? {};
    } catch {
        return refused(parseError, "the params are not JSON");
    }
    if (typeof given !== "object" || Array.isArray(given)) return refused(invalidParams, "the params are not an object");
    try {
        text = JSON.stringify({ jsonrpc: "2.0", id, method, params: given });
    } catch {
        return refused(invalidParams, "the params can't be written as JSON");
    }
    if (byteCount(text) > MAXIMUM_FRAME) return refused(invalidRequest, `a request is at most ${MAXIMUM_FRAME} bytes`);
    if (/\p{Surrogate}/u.test(`${id}${method}`) || /\\ud[89a-f]/.test(text)) return refused(parseError, "a text in the request isn't well-formed Unicode");
    return connection.send(id, JSON.parse(text));
}

/**
 * The accounts that the user lets this extension see.
 *
 * @param {{ id?: string, extra_data?: { [name: string]: any } }} options
 * @returns {Promise<NativeGetAccountsResult>} rejects with WalletlibRpcError
 */
export async function sendNativeGetAccountsRequest({ id, extra_data } = {}) {
    const params = extra_data === undefined ? {} : { extra_data };
    const result = await resultOf({ method: NATIVE_GET_ACCOUNTS_METHOD, params, id });
    return checked(result, (value) => isList(value.addresses, (address) => bytesOf(address) === 32));
}

/**
 * Requests signatures for payloads with one account: whole transactions, or messages. The user decides each request outside the browser.
 *
 * @param {NativeSignPayloadsParams & { id?: string }} params
 * @returns {Promise<NativeSignPayloadsResult>} rejects with WalletlibRpcError; -3 if it wasn't approved
 */
export async function sendNativeSignPayloadsRequest({ address, payloads, extra_data, id }) {
    const params = { address, payloads, ...(extra_data === undefined ? {} : { extra_data }) };
    const result = await resultOf({ method: NATIVE_SIGN_PAYLOADS_METHOD, params, id });
    return checked(result, (value) => isList(value.signed_payloads, (payload) => bytesOf(payload) > 0) && value.signed_payloads.length === payloads.length);
}

/** @param {NativeRpcRequest} request */
async function resultOf(request) {
    const { id, result, error } = await sendNativeRpcRequest(request);
    if (error !== undefined) throw new WalletlibRpcError(id, error.code, error.message, error.data);
    return { id, value: JSON.parse(result ?? "null") };
}

/** @param {{ id: string | null, value: any }} result @param {(value: any) => boolean} fits */
function checked({ id, value }, fits) {
    if (value !== null && typeof value === "object" && fits(value)) return value;
    throw new WalletlibRpcError(id, WalletlibErrorCode.internalError, "the result isn't what the method answers");
}

/** @param {unknown} list @param {(element: unknown) => boolean} fits */
function isList(list, fits) {
    return Array.isArray(list) && list.every(fits);
}

/**
 * Returns the number of bytes that padded base64 stands for; -1 if the text isn't base64.
 *
 * @param {unknown} text
 */
function bytesOf(text) {
    if (typeof text !== "string" || !/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return -1;
    return (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);
}

/** @param {any} error @returns {NativeRpcError} */
function checkedError(error) {
    if (!Number.isSafeInteger(error?.code) || typeof error.message !== "string") {
        return { code: WalletlibErrorCode.internalError, message: "the answer's error isn't one" };
    }
    const data = error.data !== null && typeof error.data === "object" ? { data: error.data } : {};
    return { code: error.code, message: error.message, ...data };
}

/** @param {string} text */
function byteCount(text) {
    return new TextEncoder().encode(text).length;
}
