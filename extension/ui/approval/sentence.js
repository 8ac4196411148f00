import { SOL_DECIMALS } from "../../lib/amount.js";
import { sol as solText, tokenText } from "../parts/amounts.js";
import { amount as written, text } from "../parts/dom.js";

/**
 * The action of an instruction in one sentence, if there is one for it. The fields below the sentence name every account and amount; the
 * sentence only gives their purpose.
 *
 * @typedef {import("../../lib/protocol.js").Instruction} Instruction
 * @typedef {import("../../lib/protocol.js").Effect} Effect
 * @typedef {(field: (name: string) => string, token: string) => string[]} Values the values that go into the sentence; `token` is the amount of its token
 */

/** @type {Values} */
const nothing = () => [];
/** @type {Values} */
const sol = (field) => [written(field("lamports"), SOL_DECIMALS)];
/** @type {Values} */
const token = (field, amount) => [field("amount") && amount];

/** @type {[string, string, Values][]} */
const TOKEN = [
    ["Transfer", "sayTokenTransfer", token],
    ["TransferChecked", "sayTokenTransfer", token],
    ["Approve", "sayTokenApprove", token],
    ["ApproveChecked", "sayTokenApprove", token],
    ["Revoke", "sayTokenRevoke", nothing],
    ["SetAuthority", "sayTokenSetAuthority", nothing],
    ["CloseAccount", "sayTokenCloseAccount", nothing],
    ["Burn", "sayTokenBurn", token],
    ["BurnChecked", "sayTokenBurn", token],
    ["SyncNative", "sayTokenSyncNative", nothing],
];

/** @type {ReadonlyMap<string, { key: string, values: Values }>} */
const SENTENCES = new Map([
    .../** @type {[string, string, Values][]} */ ([
        ["System Transfer", "saySystemTransfer", sol],
        ["System TransferWithSeed", "saySystemTransfer", sol],
        ["System CreateAccount", "saySystemCreateAccount", sol],
        ["System CreateAccountWithSeed", "saySystemCreateAccount", sol],
        ["System Assign", "saySystemAssign", nothing],
        ["System AssignWithSeed", "saySystemAssign", nothing],
        ["System AdvanceNonceAccount", "saySystemAdvanceNonce", nothing],
        ["System WithdrawNonceAccount", "saySystemWithdrawNonce", sol],
        ["System AuthorizeNonceAccount", "saySystemAuthorizeNonce", nothing],
        ["Associated Token Create", "sayAssociatedCreate", nothing],
        ["Associated Token CreateIdempotent", "sayAssociatedCreate", nothing],
        ["Compute Budget SetComputeUnitLimit", "sayComputeUnitLimit", (field) => [written(field("units"))]],
        ["Compute Budget SetComputeUnitPrice", "sayComputeUnitPrice", nothing],
        ["Memo Memo", "sayMemo", nothing],
        ["Memo (v1) Memo", "sayMemo", nothing],
    ]),
    ...["Token", "Token-2022"].flatMap((program) =>
        TOKEN.map(([name, key, values]) => /** @type {[string, string, Values]} */ ([`${program} ${name}`, key, values])),
    ),
].map(([name, key, values]) => [name, { key, values }]));

/**
 * @param {Pick<Instruction, "known" | "programName" | "name" | "fields">} instruction
 * @param {Effect[]} [effects] its effects
 */
export function sentenceFor({ known, programName, name, fields }, effects = []) {
    if (!known) return text("instructionUnknown", programName ?? text("programUnknown"));
    const plain = `${programName}: ${name}`;
    const sentence = SENTENCES.get(`${programName} ${name}`);
    if (!sentence) return plain;
    try {
        const values = sentence.values((wanted) => {
            const found = fields.find(({ name }) => name === wanted);
            if (!found) throw new Error("the field isn't there");
            return found.value;
        }, amountText(fields, effects));
        return text(sentence.key, ...values);
    } catch {
        return plain;
    }
}

/**
 * Returns an instruction's amount of a token, by its own decimals or those of its effect.
 *
 * @param {Instruction["fields"]} fields
 * @param {Effect[]} effects
 */
function amountText(fields, effects) {
    const value = (/** @type {string} */ wanted) => fields.find(({ name }) => name === wanted)?.value;
    const units = value("amount");
    if (units === undefined || !/^\d+$/.test(units)) return units ?? "?";
    const source = value("source") ?? value("account") ?? value("destination");
    const named = value("mint");
    const effect = effects.find(({ amount, mint, account }) => amount === units && (named === undefined ? account === source : mint === named));
    const decimals = value("decimals");
    return tokenText(units, { mint: named ?? effect?.mint, decimals: decimals === undefined ? effect?.decimals : Number(decimals), symbol: effect?.symbol });
}

/**
 * Returns a field in readable form: its name in words, and its value in the usual unit; undefined for a field that appears with another.
 *
 * @param {{ name: string, value: string }} field
 * @param {Pick<Instruction, "name" | "fields">} instruction
 * @param {Effect[]} effects
 * @returns {{ name: string, value: string } | undefined}
 */
export function readable({ name, value }, instruction, effects) {
    const isNumber = /^\d+$/.test(value);
    const isToken = instruction.name !== "UnwrapLamports" && instruction.fields.some(({ name }) => name === "amount");
    if (name === "lamports" || (name === "amount" && !isToken && isNumber)) return { name: text("fieldAmount"), value: solText(value) };
    if (name === "microLamports") return { name: text("fieldUnitPrice"), value: text("amountSol", written(value, SOL_DECIMALS + 6)) };
    if (name === "amount" && isNumber) return { name: text("fieldAmount"), value: amountText(instruction.fields, effects) };
    if (name === "decimals" && isToken) return undefined;
    return { name: words(name), value };
}

/**
 * Returns a field's name in words: `newAuthority` becomes "new authority".
 *
 * @param {string} name
 */
export function words(name) {
    return name.replace(/([a-z0-9])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
}
