import { visible } from "../../lib/visible.js";
import { sol } from "../parts/amounts.js";
import { appItem } from "./app-claim.js";
import { chainList } from "./chain.js";
import { counted, make, shortened, text } from "../parts/dom.js";
import { findingList } from "./finding.js";
import { instructionEntry } from "./instruction.js";
import { NameLabels } from "../parts/name-labels.js";
import { words } from "./sentence.js";
import { totalsArticle } from "./totals.js";

/**
 * Draws the content to sign. The agent wrote every text here from the bytes themselves; control, bidirectional and invisible characters
 * arrive as escapes.
 *
 * @typedef {import("../../lib/protocol.js").Review} Review
 * @typedef {import("../../lib/protocol.js").MessageItem} MessageItem
 * @typedef {import("../../lib/protocol.js").TransactionItem} TransactionItem
 * @param {Review} review
 * @param {boolean} several true if a site may see several accounts
 * @param {import("../../lib/protocol.js").AddressName[]} [named] the user's names for the addresses in it
 * @param {string} [account] the account that would sign
 */
export function reviewSection(review, several, named, account) {
    const { items } = review;
    const names = new NameLabels(named);
    const section = make("section", { class: "review" });
    if (review.kind === "connect") section.append(connectFacts(several, appItem(review)));
    const totals = review.totals && totalsArticle(review.totals, names);
    if (totals) section.append(totals);
    items.forEach((item, index) => {
        if (item.kind === "app") return;
        if (item.kind === "address") return section.append(make("article", { class: "item" }, [make("p", { class: "message" }, [make("bdi", { text: visible(item.url) })])]));
        const title = items.length > 1 ? text(`${item.kind}Numbered`, index + 1, items.length) : null;
        if (title && item.kind === "transaction") return section.append(folded(title, item, names));
        section.append(make("article", { class: "item" }, [
            title && make("h2", { text: title }),
            ...(item.kind === "message" ? messageBody(item, account, names) : transactionBody(item, names)),
        ]));
    });
    return section;
}

/**
 * Draws one of several transactions, to be opened. One with a rule's warning, or one that can't be read in full, is open from the start.
 *
 * @param {string} title
 * @param {TransactionItem} item
 * @param {NameLabels} names
 */
function folded(title, item, names) {
    const { level } = item;
    const heavy = level !== null && level !== "info";
    return make("article", { class: "item" }, [
        make("details", { open: heavy || !item.complete }, [
            make("summary", {}, [
                make("h2", { text: title }),
                heavy && make("strong", { class: `level ${level}`, text: text(`level_${level}_name`) }),
            ]),
            ...transactionBody(item, names),
        ]),
    ]);
}

/**
 * @param {boolean} several
 * @param {import("../../lib/protocol.js").AppItem | undefined} app the app that asks, if any; its connection expires
 */
function connectFacts(several, app) {
    return make("article", { class: "item" }, [
        make("h2", { text: text(app ? "connectMayApp" : "connectMay") }),
        make("ul", { class: "facts" }, [
            make("li", { class: "may", text: several ? text("connectSeesAddresses") : text("connectSeesAddress") }),
            make("li", { class: "may", text: text("connectAsks") }),
            make("li", { class: "not", text: text("connectNeverSigns") }),
        ]),
        app && make("p", { class: "muted", text: text("appDays", app.days) }),
    ]);
}

/** @param {MessageItem} item @param {string | undefined} account the account that would sign @param {NameLabels} names */
function messageBody(item, account, names) {
    const binary = item.encoding === "hex";
    // A signature under names of other parties can be half of an agreement that the user doesn't see.
    const others = (item.envelope?.signers ?? []).filter((signer) => signer !== account);
    return [
        others.length > 0 && make("dl", { class: "facts" }, others.flatMap((signer) => [
            make("dt", { text: text("messageSigner") }),
            make("dd", {}, [shortened(signer), names.beside(signer)]),
        ])),
        findingList(item.findings, { inHex: binary }),
        binary && make("p", { class: "warning", text: text("messageBinary") }),
        make("pre", { class: binary ? "message hex" : "message", dir: "auto", tabindex: 0, text: item.content, "aria-label": text("messageText") }),
        make("p", { class: "muted", text: counted("bytes", item.bytes) }),
    ];
}

/** @param {TransactionItem} item @param {NameLabels} names */
function transactionBody(item, names) {
    const list = make("ol", { class: "instructions" });
    item.instructions.forEach((instruction, index) => {
        const effects = item.effects.filter((effect) => effect.instruction === index + 1);
        list.append(instructionEntry(instruction, effects, names));
    });
    return [
        findingList(item.findings, { effects: item.effects, names }),
        !item.complete && make("p", { class: "warning", text: text("transactionIncomplete") }),
        list,
        item.chain && chainList(item.chain),
        item.configuration.length > 0 && configurationFacts(item),
        make("details", {}, [make("summary", { text: text("transactionDetails") }), transactionFacts(item, names)]),
    ];
}

/**
 * Draws the requests of a version 1 transaction itself, above all its priority fee: other versions have instructions for them.
 *
 * @param {TransactionItem} item
 */
function configurationFacts({ configuration }) {
    return make("div", { class: "configuration" }, [
        make("p", { class: "sentence", text: text("transactionAsksFor") }),
        make("dl", { class: "facts" }, configuration.flatMap(({ name, value }) => [
            make("dt", { text: words(name) }),
            make("dd", { text: name === "priorityFee" ? sol(value) : value }),
        ])),
    ]);
}

/** @param {TransactionItem} item @param {NameLabels} names */
function transactionFacts(item, names) {
    const facts = make("dl", { class: "facts" });
    const add = (/** @type {string} */ name, /** @type {Node | string} */ value) => {
        facts.append(make("dt", { text: name }), make("dd", {}, [value]));
    };
    const party = (/** @type {string} */ address) => make("span", {}, [shortened(address), names.beside(address)]);
    add(text("factFeePayer"), party(item.feePayer));
    // The fee is the effect without an instruction.
    const fee = item.effects.find(({ instruction }) => instruction === undefined);
    if (fee?.amount !== undefined) add(text("factFee"), sol(fee.amount));
    for (const signer of item.signers) add(text("factSigner"), party(signer));
    add(text("factVersion"), item.version);
    add(text("factSize"), counted("bytes", item.bytes));
    add(text("factBlockhash"), shortened(item.blockhash));
    for (const { account, writable, readonly } of item.lookupTables) {
        add(text("factLookupTable"), make("span", {}, [shortened(account), ` ${text("lookupCounts", writable, readonly)}`]));
    }
    return facts;
}
