/**
 * The parts of docs/protocol.md that the background and the screens share.
 *
 * @typedef {{ [name: string]: any }} Params
 * @typedef {{ publicKey: string, label: string }} Account
 * @typedef {Account & { path: string, hidden: boolean, imported: boolean }} KnownAccount
 * @typedef {"none" | "locked" | "unlocked" | "damaged"} Vault
 * @typedef {{ protocol: number, version: string, vault: Vault, unattended: boolean, home?: string, pages: string[], sealingKey: string }} Hello
 * @typedef {{
 *     id: string, digest: string, origin: string, method: string, state: string, account?: string, cluster?: string,
 *     tab: number, container: string, private: boolean, own: boolean, created: number, remaining: number,
 * }} Summary
 * @typedef {{ kind: "message", encoding: "text" | "hex", content: string, bytes: number }} MessageItem
 * @typedef {{ address?: string, lookup?: { table: string, index: number }, signer: boolean, writable: boolean }} InstructionAccount
 * @typedef {{
 *     program: string, programName?: string, name?: string, fields: { name: string, value: string }[],
 *     accounts: InstructionAccount[], data: string, known: boolean,
 * }} Instruction
 * @typedef {{
 *     kind: "transaction", version: "legacy" | "0" | "1", bytes: number, feePayer: string, blockhash: string,
 *     requiredSignatures: number, signers: string[], complete: boolean, instructions: Instruction[],
 *     lookupTables: { account: string, writable: number, readonly: number }[], configuration: { name: string, value: string }[],
 * }} TransactionItem
 * @typedef {{ kind: "connect" | "messages" | "transactions", items: (MessageItem | TransactionItem)[], complete: boolean }} Review
 * @typedef {{
 *     summary: Summary, decision: "popup" | "native", reasons: string[], review: Review, reviewHash: string, next?: number,
 * }} Approval
 */

export const PROTOCOL = 1;
export const HOST_NAME = "app.sidekey.host";

/** The longest JSON-RPC message, in bytes, in either direction. */
export const MAXIMUM_FRAME = 1_048_576;

/**
 * Table A: what a page may ask for, and the only parameters it may name. The page's context (origin, tab, document...)
 * isn't among them, so a page that sends its own `origin` is refused and never merged with the browser's word.
 *
 * @type {ReadonlyMap<string, readonly string[]>}
 */
export const PAGE_METHODS = new Map([
    ["connect", ["cluster", "silent"]],
    ["disconnect", []],
    ["getAccounts", []],
    ["signMessage", ["message", "account"]],
    ["signTransaction", ["tx", "account", "cluster"]],
    ["signAllMessages", ["messages", "account"]],
    ["signAllTransactions", ["transactions", "account", "cluster"]],
    ["cancel", ["id"]],
]);

/**
 * Table B, as far as the screens use it. What isn't here can't be asked by a screen either.
 *
 * @type {ReadonlySet<string>}
 */
export const SCREEN_METHODS = new Set([
    "vault.status",
    "vault.unlock",
    "vault.lock",
    "vault.setup",
    "passkey.list",
    "passkey.begin",
    "passkey.finish",
    "passkey.remove",
    "passkey.challenge",
    "approvals.get",
    "approvals.present",
    "approvals.approve",
    "approvals.native",
    "approvals.reject",
    "accounts.list",
    "accounts.add",
    "accounts.update",
    "origins.list",
    "policy.get",
    "policy.tighten",
]);

/**
 * Whether every text in a value is well-formed Unicode. The agent refuses a message with half a surrogate pair before it
 * has read the message's id.
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
 * The length in bytes that a value has as a JSON message.
 *
 * @param {unknown} value
 */
export function frameSize(value) {
    return new TextEncoder().encode(JSON.stringify(value)).length;
}
