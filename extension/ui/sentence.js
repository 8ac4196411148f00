import { SOL_DECIMALS } from "../lib/amount.js";
import { amount as written, text } from "./dom.js";

/**
 * What an instruction does, in one sentence, where there is one for it. The fields below the sentence name every account
 * and amount; the sentence only says what they are for.
 *
 * @typedef {import("../lib/protocol.js").Instruction} Instruction
 * @typedef {(field: (name: string) => string) => string[]} Values the values that go into the sentence
 */

/** @type {Values} */
const nothing = () => [];
/** @type {Values} */
const sol = (field) => [written(field("lamports"), SOL_DECIMALS)];
/** @type {Values} */
const amount = (field) => [written(field("amount"))];
/** @type {Values} */
const checked = (field) => [written(field("amount"), Number(field("decimals")))];

/** @type {[string, string, Values][]} */
const TOKEN = [
    ["Transfer", "sayTokenTransfer", amount],
    ["TransferChecked", "sayTokenTransferChecked", checked],
    ["Approve", "sayTokenApprove", amount],
    ["ApproveChecked", "sayTokenApproveChecked", checked],
    ["Revoke", "sayTokenRevoke", nothing],
    ["SetAuthority", "sayTokenSetAuthority", nothing],
    ["CloseAccount", "sayTokenCloseAccount", nothing],
    ["Burn", "sayTokenBurn", amount],
    ["BurnChecked", "sayTokenBurnChecked", checked],
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

/** @param {Pick<Instruction, "known" | "programName" | "name" | "fields">} instruction */
export function sentenceFor({ known, programName, name, fields }) {
    if (!known) return text("instructionUnknown", programName ?? text("programUnknown"));
    const plain = `${programName}: ${name}`;
    const sentence = SENTENCES.get(`${programName} ${name}`);
    if (!sentence) return plain;
    try {
        const values = sentence.values((wanted) => {
            const found = fields.find(({ name }) => name === wanted);
            if (!found) throw new Error("the field isn't there");
            return found.value;
        });
        return text(sentence.key, ...values);
    } catch {
        return plain;
    }
}

/**
 * A field's name in words: `newAuthority` becomes "new authority".
 *
 * @param {string} name
 */
export function words(name) {
    return name.replace(/([a-z0-9])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
}
