/** The error codes of docs/protocol.md that are made inside the browser. Append-only. */
export const ErrorCode = Object.freeze({
    parseError: -32700,
    invalidRequest: -32600,
    methodNotFound: -32601,
    invalidParams: -32602,
    internalError: -32603,
    invalidInput: -32000,
    tooManyPending: -32002,
    userRejected: 4001,
    unauthorized: 4100,
    locked: 4101,
    disconnected: 4900,
});

/** @typedef {{ code: number, message: string, data?: { reason?: string, [name: string]: any } }} WireError */

/** An error that can travel: it keeps the code, the message and the data of a JSON-RPC error. */
export class WalletError extends Error {
    /**
     * @param {number} code
     * @param {string | undefined} reason
     * @param {string} message
     * @param {{ [name: string]: any }} [data]
     */
    constructor(code, reason, message, data = {}) {
        super(message);
        this.name = "WalletError";
        this.code = code;
        this.data = reason === undefined ? data : { ...data, reason };
    }

    get reason() {
        return typeof this.data.reason === "string" ? this.data.reason : undefined;
    }

    /** @returns {WireError} */
    toJSON() {
        const wire = { code: this.code, message: this.message };
        return Object.keys(this.data).length > 0 ? { ...wire, data: this.data } : wire;
    }

    /**
     * Returns the error that a peer sent; anything else becomes an internal error, so that every request gets an answer.
     *
     * @param {any} wire
     */
    static from(wire) {
        if (wire instanceof WalletError) return wire;
        if (wire && Number.isSafeInteger(wire.code) && typeof wire.message === "string") {
            const data = wire.data && typeof wire.data === "object" ? wire.data : {};
            return new WalletError(wire.code, undefined, wire.message, data);
        }
        return new WalletError(ErrorCode.internalError, "internal", "internal error");
    }
}

/** The connection to the host ended while the request was on its way: the request may be sent again, and joins the first. */
export class ConnectionLost extends WalletError {
    constructor(message = "the wallet's program went away") {
        super(ErrorCode.disconnected, "host-gone", message);
    }
}
