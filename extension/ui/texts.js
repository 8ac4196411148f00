import { PasskeyFailure } from "../lib/passkey.js";
import { text } from "./dom.js";

const FAILURES = new Map([
    ["wrong-passphrase", "failureWrongPassphrase"],
    ["locked", "failureLocked"],
    ["wrong-passkey", "failureWrongPasskey"],
    ["passphrase-required", "failurePassphraseRequired"],
    ["sealed-invalid", "failureSealed"],
    ["sealing-exhausted", "failureSealed"],
    ["not-pending", "failureNotPending"],
    ["connection-lost", "failureConnectionLost"],
    ["native-only", "failureNativeOnly"],
    ["prompt-unavailable", "failurePromptUnavailable"],
    ["prompt-too-long", "failurePromptTooLong"],
    ["rejected", "failurePromptClosed"],
    ["host-gone", "failureHostGone"],
    ["host-missing", "failureHostGone"],
]);

/**
 * A failure in the user's words.
 *
 * @param {import("../lib/errors.js").WalletError | PasskeyFailure} error
 */
export function failureText(error) {
    if (error instanceof PasskeyFailure) return text(`passkey_${error.reason}`);
    const key = FAILURES.get(error.reason ?? "");
    // Where the same can be done in a terminal, the agent names the command.
    return key ? text(key, String(error.data.command ?? "")) : text("failureOther", error.message);
}
