import { ceremonyButton } from "../../parts/ceremony.js";
import { make, text } from "../../parts/dom.js";
import { language } from "../../parts/language.js";

/**
 * The passphrase, the recovery phrase and backups. All of it happens in Sidekey's own window, which asks for the passphrase: no secret
 * is typed or shown in the browser.
 */
export class KeysView {
    #client;
    #proven = make("p", { class: "muted", hidden: true });
    /** @type {HTMLElement} */
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#client = client;
        /** @param {string} label @param {import("../../parts/ceremony.js").Kind} kind */
        const start = (label, kind) => ceremonyButton(client, label, { kind }, { done: () => void this.draw() });
        this.element = make("section", { class: "view keys" }, [
            make("h1", { tabindex: -1, text: text("place_keys") }),
            card("passphrase", text("passphrase"), [text("keysPassphrase")], start(text("changePassphrase"), "passphrase")),
            card("phrase", text("keysPhrase"), [text("keysPhraseMeaning")], make("p", { class: "warning", text: text("phraseNever") }), start(text("showPhrase"), "phrase"), this.#proven, start(text("checkPhrase"), "words")),
            card("backup", text("keysBackup"), [text("keysBackupMeaning"), text("keysRestoreMeaning")], start(text("saveBackup"), "backup"), start(text("restoreBackup"), "restore")),
        ]);
    }

    async draw() {
        // An agent from before there was a drill doesn't know the question.
        const last = (await this.#client.request("phrase.status").catch(() => undefined))?.last;
        this.#proven.hidden = typeof last !== "number";
        if (typeof last === "number") this.#proven.textContent = text("phraseProvenOn", language.moment(last));
        return this.element;
    }
}

/** @param {string} part @param {string} title @param {string[]} meaning @param {...HTMLElement} parts */
function card(part, title, meaning, ...parts) {
    return make("section", { class: "card", "data-part": part }, [make("h2", { text: title }), ...meaning.map((words) => make("p", { class: "muted", text: words })), ...parts]);
}
