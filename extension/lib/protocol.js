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
 *     tab: number, container: string, private: boolean, own: boolean, created: number, remaining: number, app?: { url: string, redirect: string },
 *     progress?: Progress[],
 * }} Summary
 * @typedef {{ id: string, level: "info" | "warning" | "danger" | "forbidden", parameters: ReviewField[], sentence?: string }} Finding
 * One statement of an instruction or a rule; `quoted` is true if a third party chose its words.
 *
 * @typedef {{ name: string, value: string, quoted?: boolean }} ReviewField
 * @typedef {{ address: string, label: string, kind: "account" | "contact" }} AddressName
 * @typedef {{
 *     kind: "message", encoding: "text" | "hex", content: string, bytes: number, findings: Finding[],
 *     signIn?: { name: string, value: string }[], envelope?: { version: number, signers: string[] },
 * }} MessageItem
 * @typedef {{ address?: string, lookup?: { table: string, index: number }, signer: boolean, writable: boolean }} InstructionAccount
 * @typedef {{
 *     program: string, programName?: string, name?: string, fields: ReviewField[],
 *     accounts: InstructionAccount[], data: string, known: boolean, nested?: NestedInstruction[],
 * }} Instruction
 * One instruction of a batch, which has the program, the accounts and the data.
 *
 * @typedef {{ name?: string, fields: ReviewField[], known: boolean }} NestedInstruction
 * @typedef {{
 *     kind: "transaction", version: "legacy" | "0" | "1", bytes: number, feePayer: string, blockhash: string,
 *     requiredSignatures: number, signers: string[], complete: boolean, instructions: Instruction[],
 *     lookupTables: { account: string, writable: number, readonly: number }[], configuration: { name: string, value: string }[],
 *     findings: Finding[], level: string | null, effects: Effect[], chain?: Chain,
 * }} TransactionItem
 * @typedef {{ kind: string, account: string, instruction?: number, amount?: string, mint?: string, decimals?: number, symbol?: string }} Effect
 * The source of a statement about the chain, and its slot.
 *
 * @typedef {{ node: string, slot: string }} Source
 * @typedef {{
 *     simulation?: Source & { outcome: "succeeded" | "failed" | "impossible", reason?: string, instruction?: number },
 *     lookupTables: { account: string, disputed: boolean, node?: string, slot?: string, second?: Source }[],
 * }} Chain
 * The time until the content to send expires.
 *
 * @typedef {{ kind: "blocks", blocks: string, remaining: number } | { kind: "nonce" } | { kind: "expired" }} Expiry
 * The progress of one transaction of an approved request.
 *
 * @typedef {{ item: number, stage: "signed" | "sent" | "confirmed" | "failed" | "expired" | "refused" | "unknown", signature: string, slot?: string }} Progress
 * @typedef {{ account: string, asset: "lamports" | "tokens", mint?: string, decimals?: number, symbol?: string, leaving: string, arriving: string, bounded: boolean }} Flow
 * @typedef {{
 *     transactions: number, complete: boolean, level: string | null, flows: Flow[], moreFlows: number,
 *     warnings: { id: string, level: string, transactions: number[] }[],
 * }} Totals
 * An app's claims in its link, and an address that a link asks to open; both are unchecked.
 *
 * @typedef {{ kind: "app", url: string, redirect: string, days: number }} AppItem
 * @typedef {{ kind: "address", url: string, ref: string }} AddressItem
 * @typedef {{
 *     kind: "connect" | "messages" | "transactions" | "browse", items: (MessageItem | TransactionItem | AppItem | AddressItem)[], totals?: Totals, complete: boolean,
 * }} Review
 * @typedef {{
 *     accounts: { publicKey: string, label: string }[], trust: string, perRequest: boolean, passkeys: boolean, lost?: { cause: string, file: string },
 * }} ApprovalWallet the wallet's own additions to a decision
 * @typedef {{
 *     summary: Summary, decision: "popup" | "native" | "none", reasons: string[], review: Review, reviewHash: string, proof?: string, life?: Expiry, names?: AddressName[],
 *     wallet: ApprovalWallet, next?: number,
 * }} Approval `names` and `wallet` come with the first part
 */

export const PROTOCOL = 1;
export const HOST_NAME = "app.sidekey.host";

/** The origin of the wallet's own requests for its user: no page has one like it. */
export const WALLET_ORIGIN = "sidekey";

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
