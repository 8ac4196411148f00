import { WalletError } from "../lib/errors.js";
import { visible } from "../lib/visible.js";
import { button, clock, make, shortened, text } from "./dom.js";
import { PassphraseField } from "./passphrase.js";
import { ReplaceSection } from "./setup.js";
import { failureText } from "./texts.js";

/**
 * The unlocked wallet: its accounts, and how long it stays open.
 *
 * @param {import("./client.js").BackgroundClient} background
 */
export async function homeSection(background) {
    const { accounts, session, trust } = await background.request("vault.status");
    const left = make("span", {});
    const until = performance.now() + (session?.remaining ?? 0);
    const tick = () => (left.textContent = text("locksIn", clock(until - performance.now())));
    const timer = setInterval(() => (left.isConnected ? tick() : clearInterval(timer)), 500);
    tick();
    return make("section", { class: "home" }, [
        make("h1", { text: text("unlockedTitle") }),
        make("p", { class: "muted" }, [left]),
        trust === "reset" && make("p", { class: "warning", role: "alert", text: text("recordsReset") }),
        make("ul", { class: "accounts" }, accounts.filter(isShown).map(accountEntry)),
        button(text("lock"), () => background.request("vault.lock").catch(() => {}), "secondary"),
    ]);
}

/** @param {{ hidden?: boolean }} account */
function isShown({ hidden }) {
    return !hidden;
}

/** @param {{ label: string, publicKey: string }} account */
function accountEntry({ label, publicKey }) {
    const copy = button(text("copyAddress"), async () => {
        await navigator.clipboard.writeText(publicKey);
        copy.textContent = text("copied");
    }, "small");
    return make("li", { class: "card" }, [make("strong", {}, [make("bdi", { text: visible(label) })]), shortened(publicKey), copy]);
}

export class UnlockSection {
    #background;
    #field = new PassphraseField(() => this.#enable(), () => this.#unlock());
    #problem = make("p", { class: "problem", role: "alert" });
    #note = make("p", { class: "muted" });
    #warning = make("p", { class: "warning", role: "alert", text: text("recordsReset") });
    #button = button(text("unlock"), () => this.#unlock(), "primary");
    #outside = button(text("unlockOutside"), () => this.#unlockOutside(), "secondary");

    /** @param {import("./client.js").BackgroundClient} background */
    constructor(background) {
        this.#background = background;
        this.element = make("section", { class: "home" }, [
            make("h1", { text: text("lockedTitle") }),
            this.#note,
            this.#warning,
            this.#field.element,
            this.#problem,
            this.#button,
            this.#outside,
            new ReplaceSection(background).element,
        ]);
        this.#enable();
    }

    async draw() {
        const { trust } = await this.#background.request("vault.status");
        this.#note.textContent = trust === "unverified" ? text("lockedUnverified") : text("lockedText");
        this.#warning.hidden = trust !== "reset";
        return this.element;
    }

    focus() {
        this.#field.focus();
    }

    #enable() {
        this.#button.disabled = this.#field.empty;
    }

    /** The toolbar popup closes as soon as the prompt takes the keyboard; the wallet unlocks all the same. */
    async #unlockOutside() {
        this.#outside.disabled = true;
        this.#problem.textContent = "";
        try {
            await this.#background.request("vault.unlock", { native: true });
        } catch (thrown) {
            this.#problem.textContent = failureText(WalletError.from(thrown));
        }
        this.#outside.disabled = false;
    }

    async #unlock() {
        const passphrase = this.#field.take();
        this.#button.disabled = true;
        this.#problem.textContent = "";
        try {
            const sealed = await this.#background.seal("vault.unlock", "passphrase", passphrase);
            await this.#background.request("vault.unlock", { passphrase: sealed });
        } catch (thrown) {
            const error = WalletError.from(thrown);
            this.#problem.textContent = failureText(error);
            if (error.reason === "wrong-passphrase") this.#field.refuse();
        }
        this.#enable();
    }
}
