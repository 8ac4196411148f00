import { PasskeyFailure } from "../../lib/passkey.js";
import { text } from "./dom.js";

const FAILURES = new Map([
    ["wrong-passphrase", "failureWrongPassphrase"],
    ["locked", "failureLocked"],
    ["wrong-passkey", "failureWrongPasskey"],
    ["passphrase-required", "failurePassphraseRequired"],
    ["sealed-invalid", "failureSealed"],
    ["sealing-exhausted", "failureSealed"],
    ["connection-lost", "failureConnectionLost"],
    ["native-only", "failureNativeOnly"],
    ["extension-unverified", "reason_unverified_extension"],
    ["policy-refused", "limitRefused"],
    ["prompt-unavailable", "failurePromptUnavailable"],
    ["prompt-too-long", "failurePromptTooLong"],
    ["rejected", "failurePromptClosed"],
    ["host-gone", "failureHostGone"],
    ["disk-full", "failureDiskFull"],
    ["disk-read-only", "failureDiskReadOnly"],
    ["host-missing", "failureHostGone"],
    ["simulation-missing", "failureSimulationMissing"],
    ["node-unreachable", "failureSimulationMissing"],
    ["blockhash-expired", "failureBlockhashExpired"],
    ["account-watch-only", "watchOnlyRefused"],
    ["key-outside", "keyOutside"],
    ["account-exists", "accountExists"],
    ["too-many-watched", "watchFull"],
    ["wallet-unknown", "walletUnknown"],
    ["wallet-unusable", "walletRefused"],
    ["wallet-busy", "walletBusy"],
    ["wallet-exists", "walletTaken"],
    ["too-many-wallets", "walletsFull"],
]);

/** The reasons a decision came too late, by the end of the request. */
const LATE = new Map([
    ["expired", "failureExpired"],
    ["cancelled", "failureCancelled"],
]);

/**
 * Returns a failure in the user's words.
 *
 * @param {import("../../lib/errors.js").WalletError | PasskeyFailure} error
 */
export function failureText(error) {
    if (error instanceof PasskeyFailure) return text(`passkey_${error.reason}`);
    if (error.reason === "not-pending") return text(LATE.get(String(error.data.state ?? "")) ?? "failureNotPending");
    const fault = error.reason?.match(/^security-key-(.*)/)?.[1].replace(/-/g, "_");
    if (fault !== undefined) return text(`security_key_${fault}`);
    const ledger = error.reason?.match(/^ledger-(.*)/)?.[1].replace(/-/g, "_");
    if (ledger !== undefined) return text(`ledger_${ledger}`);
    const token = error.reason?.match(/^hardware-token-(.*)/)?.[1].replace(/-/g, "_");
    if (token !== undefined) return text(`hardware_token_${token}`);
    const chip = error.reason?.match(/^tpm-(.*)/)?.[1].replace(/-/g, "_");
    if (chip !== undefined) return text(`tpm_${chip}`);
    const finger = error.reason?.match(/^fingerprint-(.*)/)?.[1].replace(/-/g, "_");
    if (finger !== undefined) return text(`fingerprint_${finger}`);
    const key = FAILURES.get(error.reason ?? "");
    // The agent names the command if the same can be done in a terminal.
    const command = String(error.data.command ?? "");
    if (error.reason === "prompt-cooldown") {
        return text("failurePromptCooldown", String(Math.ceil(Number(error.data.retryAfter) / 1000)), command);
    }
    return key ? text(key, command) : text("failureOther", error.message);
}

/**
 * Returns the reason the strictest rules hold: the database was lost, or another program has written to it.
 *
 * @param {{ cause: string, file: string } | undefined} lost
 */
export function recordsText(lost) {
    if (!lost) return text("recordsReset");
    return text(lost.cause === "newer" ? "databaseNewer" : "databaseLost", lost.file);
}

/**
 * Returns the reasons a request is decided outside the browser, in the user's words; omits a reason that this extension doesn't know yet.
 *
 * @param {string[]} reasons
 */
export function reasonTexts(reasons) {
    return reasons.flatMap((reason) => {
        const key = `reason_${reason.replace(/-/g, "_")}`;
        const words = text(key);
        return words === key ? [] : [words];
    });
}
