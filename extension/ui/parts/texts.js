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

/** The devices with reasons of their own, which begin so. */
const DEVICES = ["security-key", "ledger", "hardware-token", "tpm", "fingerprint"];

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
    const device = deviceText(error.reason ?? "");
    if (device !== undefined) return device;
    const key = FAILURES.get(error.reason ?? "");
    // The agent names the command if the same can be done in a terminal.
    const command = String(error.data.command ?? "");
    if (error.reason === "prompt-cooldown") {
        return text("failurePromptCooldown", String(Math.ceil(Number(error.data.retryAfter) / 1000)), command);
    }
    return key ? text(key, command) : text("failureOther", error.message);
}

/**
 * Returns what is wrong with a device, in the user's words; undefined if it is something else, or this extension doesn't know it yet.
 *
 * @param {string} reason
 */
function deviceText(reason) {
    if (!DEVICES.some((device) => reason.startsWith(`${device}-`))) return undefined;
    const key = reason.replaceAll("-", "_");
    const words = text(key);
    return words === key ? undefined : words;
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
