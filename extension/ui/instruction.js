import { make, text } from "./dom.js";
import { sentenceFor, words } from "./sentence.js";

/**
 * One instruction as a line in plain words, with everything behind it on demand.
 *
 * @typedef {import("../lib/protocol.js").Instruction} Instruction
 * @param {Instruction} instruction
 */
export function instructionEntry(instruction) {
    return make("li", { class: instruction.known ? "instruction" : "instruction unknown" }, [
        ...what(instruction),
        instruction.nested && make("ol", {}, instruction.nested.map((part) => make("li", {}, what({ ...part, programName: instruction.programName })))),
        make("details", {}, [make("summary", { text: text("instructionDetails") }), details(instruction)]),
    ]);
}

/**
 * What an instruction, or a part of a batch, does, and with what.
 *
 * @param {Pick<Instruction, "known" | "programName" | "name" | "fields">} instruction
 */
function what(instruction) {
    const { known, programName, name, fields } = instruction;
    return [
        make("p", { class: "sentence", text: sentenceFor(instruction) }),
        known && make("p", { class: "muted", text: `${programName}: ${name}` }),
        fields.length > 0 && make("dl", { class: "facts" }, fields.flatMap(({ name, value }) => [
            make("dt", { text: words(name) }),
            fieldValue(value),
        ])),
    ];
}

/**
 * A field's value, as the agent wrote it. An address stands whole: its ends alone are what an attacker imitates. One that
 * hides in a lookup table is written `table[index]`.
 *
 * @param {string} value
 */
function fieldValue(value) {
    const address = /^[1-9A-HJ-NP-Za-km-z]{32,44}(\[\d+\])?$/.test(value);
    return make("dd", { class: address && "whole", text: value });
}

/** @param {Instruction} instruction */
function details({ program, accounts, data }) {
    return make("div", {}, [
        make("dl", { class: "facts" }, [
            make("dt", { text: text("factProgram") }),
            make("dd", { class: "whole", text: program }),
            ...accounts.flatMap((account, index) => [
                make("dt", { text: text("factAccountNumbered", index + 1) }),
                make("dd", { class: "whole" }, [
                    account.address ?? text("accountInTable", account.lookup?.index ?? 0, account.lookup?.table ?? ""),
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
