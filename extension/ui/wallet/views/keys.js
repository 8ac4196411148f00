import { visible } from "../../../lib/visible.js";
import { ceremonyButton } from "../../parts/ceremony.js";
import { make, present, text } from "../../parts/dom.js";
import { language } from "../../parts/language.js";
import { Kept } from "../../parts/redraw.js";
import { FingerprintSection } from "../fingerprint.js";
import { Openings } from "../openings.js";
import { PasskeySection } from "../passkeys.js";
import { SecurityKeySection } from "../security-keys.js";
import { TPMSection } from "../tpm.js";

/**
 * How this wallet opens: the passphrase, passkeys, security keys, a PIN, a fingerprint, the recovery phrase and backups, each with what it protects against and when it
 * was last used. Secrets are typed and shown in Sidekey's own window, never in the browser.
 */
export class KeysView {
    #client;
    #passkeys;
    #securityKeys;
    #tpm;
    #fingerprint;
    /** @type {HTMLElement} */
    element = make("section", { class: "view keys" });

    /** @param {import("../../stores/client.js").BackgroundClient} client */
    constructor(client) {
        this.#client = client;
        this.#passkeys = new PasskeySection(client);
        this.#securityKeys = new SecurityKeySection(client);
        this.#tpm = new TPMSection(client);
        this.#fingerprint = new FingerprintSection(client);
    }

    async draw() {
        const [openings, proof] = await Promise.all([
            Openings.read(this.#client),
            // An agent from before there was a drill doesn't know the question.
            this.#client.request("phrase.status").catch(() => undefined),
        ]);
        const sections = await Promise.all([
            this.#passkeys.draw(false, openings), this.#securityKeys.draw(openings), this.#tpm.draw(openings), this.#fingerprint.draw(openings),
        ]);
        const proven = typeof proof?.last === "number" ? make("p", { class: "muted", text: text("phraseProvenOn", language.moment(proof.last)) }) : null;
        const kept = new Kept(this.element);
        this.element.replaceChildren(
            make("h1", { tabindex: -1, text: text("place_keys") }),
            make("p", { class: "muted", text: text("openingsText") }),
            this.#card("passphrase", text("passphrase"), [text("keysPassphrase"), text("openingMeans_passphrase")], openings.last("passphrase"), this.#start(text("changePassphrase"), "passphrase")),
            ...sections,
            ...present(
                this.#devices(openings, "ledger", text("openingLedgers"), text("openingMeans_ledger")),
                this.#devices(openings, "hardware-token", text("openingHardwareTokens"), text("openingMeans_hardware_token")),
            ),
            this.#card("phrase", text("keysPhrase"), [text("keysPhraseMeaning"), text("openingMeans_phrase")], make("p", { class: "warning", text: text("phraseNever") }),
                this.#start(text("showPhrase"), "phrase"), proven, this.#start(text("checkPhrase"), "words")),
            this.#card("backup", text("keysBackup"), [text("keysBackupMeaning"), text("keysRestoreMeaning")], this.#start(text("saveBackup"), "backup"), this.#start(text("restoreBackup"), "restore")),
        );
        kept.restore(this.element);
        return this.element;
    }

    /**
     * The accounts whose key is on one kind of device: they are no way in, but sign where the vault's keys don't.
     *
     * @param {Openings} openings @param {"ledger" | "hardware-token"} kind @param {string} title @param {string} meaning
     */
    #devices(openings, kind, title, meaning) {
        const names = openings.of(kind).map((account) => make("li", { class: "card passkey" }, present(
            make("strong", {}, [make("bdi", { text: visible(account.name ?? "") })]), openings.use(account))));
        return names.length > 0 ? this.#card(kind, title, [meaning], make("ul", { class: "accounts" }, names)) : null;
    }

    /** @param {string} label @param {import("../../parts/ceremony.js").Kind} kind */
    #start(label, kind) {
        return ceremonyButton(this.#client, label, { kind }, { done: () => void this.draw() });
    }

    /** @param {string} part @param {string} title @param {string[]} meaning @param {...(HTMLElement | null)} parts */
    #card(part, title, meaning, ...parts) {
        return make("section", { class: "card", "data-part": part }, [make("h2", { text: title }), ...meaning.map((words) => make("p", { class: "muted", text: words })), ...present(...parts)]);
    }
}
