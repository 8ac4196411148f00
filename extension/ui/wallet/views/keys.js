import { ceremonyButton } from "../../parts/ceremony.js";
import { make, text } from "../../parts/dom.js";

/**
 * The passphrase, the recovery phrase and backups. All of it happens in Sidekey's own window, which asks for the passphrase: no secret
 * is typed or shown in the browser.
 */
export class KeysView {
    element;

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        /** @param {string} label @param {import("../../parts/ceremony.js").Kind} kind */
        const start = (label, kind) => ceremonyButton(client, label, { kind });
        this.element = make("section", { class: "view keys" }, [
            make("h1", { tabindex: -1, text: text("place_keys") }),
            card("passphrase", text("passphrase"), [text("keysPassphrase")], start(text("changePassphrase"), "passphrase")),
            card("phrase", text("keysPhrase"), [text("keysPhraseMeaning")], make("p", { class: "warning", text: text("phraseNever") }), start(text("showPhrase"), "phrase")),
            card("backup", text("keysBackup"), [text("keysBackupMeaning"), text("keysRestoreMeaning")], start(text("saveBackup"), "backup"), start(text("restoreBackup"), "restore")),
        ]);
    }

    async draw() {
        return this.element;
    }
}

/** @param {string} part @param {string} title @param {string[]} meaning @param {...HTMLElement} parts */
function card(part, title, meaning, ...parts) {
    return make("section", { class: "card", "data-part": part }, [make("h2", { text: title }), ...meaning.map((words) => make("p", { class: "muted", text: words })), ...parts]);
}
