/**
 * The parts of docs/protocol.md that the background and the screens share.
 *
 * @typedef {{ [name: string]: any }} Params
 * @typedef {{ publicKey: string, label: string }} Account
 * @typedef {Account & { path: string, hidden: boolean, imported: boolean, signer?: string, token?: string }} KnownAccount `signer` is `vault`, `ledger` for a key on a Ledger, or `hardware-token` for one on a hardware token with the label `token`
 * @typedef {Account & { hidden: boolean, watchOnly: true }} WatchedAccount an account that the wallet shows and has no key for
 * @typedef {{ id: string, name: string, count: number }} PresentWallet the open one of the user's wallets, and how many there are
 * @typedef {"none" | "locked" | "unlocked" | "damaged"} Vault
 * @typedef {{ protocol: number, version: string, vault: Vault, unattended: boolean, home?: string, wallet?: PresentWallet, pages: string[], sealingKey: string }} Hello
 * @typedef {{
 *     id: string, digest: string, origin: string, method: string, state: string, account?: string, cluster?: string,
 *     tab: number, container: string, private: boolean, own: boolean, created: number, remaining: number, app?: { url: string, redirect: string },
 *     progress?: Progress[], awaits?: string, signer?: { kind: string, path: string, shows?: string, because?: string, leftOut?: string[] },
 * }} Summary
 * The time until the content to send expires.
 *
 * @typedef {{ kind: "blocks", blocks: string, remaining: number } | { kind: "nonce" } | { kind: "expired" }} Expiry
 * The progress of one transaction of an approved request.
 *
 * @typedef {{ item: number, stage: "signed" | "sent" | "confirmed" | "failed" | "expired" | "refused" | "unknown", signature: string, slot?: string }} Progress
 * A request as every surface shows it, in the language of this one. The agent wrote every text.
 *
 * @typedef {{ name: string, value: string, form: "text" | "address" | "quoted" }} Fact
 * @typedef {{ level: string, name: string, text: string }} ShownFinding
 * @typedef {{ kind: "text", text: string } | { kind: "fact" } & Fact | { kind: "quote" | "hex", text: string } | { kind: "group", number: string, title: string, details: Detail[] }} Detail
 * @typedef {{ title?: string, sentence?: string, findings: ShownFinding[], details: Detail[], open: boolean }} ShownItem
 * @typedef {{
 *     asker: { name: string, notes: string[] }, sentence: string, consequences: { allowed: boolean, text: string }[],
 *     changes: { direction: "leaving" | "arriving" | "open", text: string, account?: string }[], waiting?: string, findings: ShownFinding[], shares: Fact[], facts: Fact[], items: ShownItem[],
 * }} Shown
 * @typedef {{ kind: "connect" | "messages" | "transactions" | "browse", complete: boolean }} Review
 * @typedef {{
 *     accounts: { publicKey: string, label: string }[], trust: string, perRequest: boolean, passkeys: boolean, proofs?: string[], lost?: { cause: string, file: string },
 * }} ApprovalWallet the wallet's own additions to a decision
 * @typedef {{
 *     summary: Summary, decision: "popup" | "native" | "none", reasons: string[], review: Review, reviewHash: string, proof?: string, within?: "allowance" | "budget" | "both", life?: Expiry, waiting?: string,
 *     shown: Shown,
 *     wallet: ApprovalWallet, next?: number,
 * }} Approval `wallet` comes with the first part, and of `shown` all but the items
 */

export const PROTOCOL = 1;
export const HOST_NAME = "app.sidekey.host";

/** The origin of the wallet's own requests for its user: no page has one like it. */
export const WALLET_ORIGIN = "sidekey";

/** The origin of a request in a file from another machine, which was given to the command line. */
export const OFFLINE_ORIGIN = "offline-file";

/**
 * Returns true if the user asks with Sidekey's own means, and no site or app.
 *
 * @param {string} origin
 */
export function isOwnOrigin(origin) {
    return origin === WALLET_ORIGIN || origin === OFFLINE_ORIGIN;
}

/** The name under which the local storage holds true if older sites find the wallet at `window.solana`; the relay reads it too. */
export const WINDOW_SOLANA = "window.solana";

/** The longest JSON-RPC message, in bytes, in either direction. */
export const MAXIMUM_FRAME = 1_048_576;

/**
 * Returns true if every text in a value is well-formed Unicode. The agent refuses a message with half a surrogate pair before it has read
 * the message's id.
 *
 * @param {unknown} value
 */
export function isWellFormed(value) {
    let wellFormed = true;
    JSON.stringify(value, (name, part) => {
        if (/\p{Surrogate}/u.test(name) || (typeof part === "string" && /\p{Surrogate}/u.test(part))) wellFormed = false;
        return part;
    });
    return wellFormed;
}

/**
 * Returns the length in bytes of a value as a JSON message.
 *
 * @param {unknown} value
 */
export function frameSize(value) {
    return new TextEncoder().encode(JSON.stringify(value)).length;
}
