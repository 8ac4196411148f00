import { make, text } from "../parts/dom.js";
import { NameLabels } from "../parts/name-labels.js";
import { readable, sentenceFor } from "./sentence.js";

/**
 * Draws one instruction as a line in plain words, with all its details on demand.
 *
 * @typedef {import("../../lib/protocol.js").Instruction} Instruction
 * @typedef {import("../../lib/protocol.js").Effect} Effect
 * @param {Instruction} instruction
 * @param {Effect[]} [effects] its effects
 * @param {NameLabels} [names] the user's names for addresses
 */
export function instructionEntry(instruction, effects = [], names = new NameLabels()) {
    const { nested, programName } = instruction;
    return make("li", { class: instruction.known ? "instruction" : "instruction unknown" }, [
        ...what(instruction, effects, names),
        nested && make("ol", {}, nested.map((part) => make("li", {}, what({ ...part, programName }, effects, names)))),
        make("details", {}, [make("summary", { text: text("instructionDetails") }), details(instruction, names)]),
    ]);
}

/**
 * Returns the action of an instruction, or of a part of a batch, with its fields.
 *
 * @param {Pick<Instruction, "known" | "programName" | "name" | "fields">} instruction
 * @param {Effect[]} effects
 * @param {NameLabels} names
 */
function what(instruction, effects, names) {
    const { known, programName, name, fields } = instruction;
    return [
        make("p", { class: "sentence", text: sentenceFor(instruction, effects) }),
        known && make("p", { class: "muted", text: `${programName}: ${name}` }),
        fields.length > 0 && make("dl", { class: "facts" }, fields.flatMap((field) => {
            const shown = readable(field, instruction, effects);
            return shown ? [make("dt", { text: shown.name }), fieldValue(shown.value, field.quoted === true, names)] : [];
        })),
    ];
}

/**
 * Draws a field's value, as the agent wrote it. An address appears in full with the user's name for it, since an attacker imitates its ends
 * alone. An address in a lookup table is written `table[index]`. A third party's words are quoted.
 *
 * @param {string} value
 * @param {boolean} isQuoted
 * @param {NameLabels} names
 */
function fieldValue(value, isQuoted, names) {
    if (isQuoted) return make("dd", {}, [make("q", {}, [make("bdi", { text: value })])]);
    const address = /^[1-9A-HJ-NP-Za-km-z]{32,44}(\[\d+\])?$/.test(value);
    return make("dd", { class: address && "whole" }, [make("span", { text: value }), names.beside(value)]);
}

/** @param {Instruction} instruction @param {NameLabels} names */
function details({ program, accounts, data }, names) {
    return make("div", {}, [
        make("dl", { class: "facts" }, [
            make("dt", { text: text("factProgram") }),
            make("dd", { class: "whole", text: program }),
            ...accounts.flatMap((account, index) => [
                make("dt", { text: text("factAccountNumbered", index + 1) }),
                make("dd", { class: "whole" }, [
                    account.address ?? text("accountInTable", account.lookup?.index ?? 0, account.lookup?.table ?? ""),
                    account.address !== undefined && names.beside(account.address),
                    account.signer && make("span", { class: "flag", text: text("flagSigner") }),
                    account.writable && make("span", { class: "flag", text: text("flagWritable") }),
                ]),
            ]),
            make("dt", { text: text("factData") }),
            make("dd", { class: "whole hex", text: hexOf(data) || text("dataEmpty") }),
        ]),
    ]);
}

/** @param {string} base64 */
function hexOf(base64) {
    return Array.from(atob(base64), (byte) => byte.charCodeAt(0).toString(16).padStart(2, "0")).join("");
}
