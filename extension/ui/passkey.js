import { WalletError } from "../lib/errors.js";
import { makePasskey, PasskeyFailure, passkeysSupported, usePasskey } from "../lib/passkey.js";
import { BackgroundClient } from "./client.js";
import { button, make, present, text } from "./dom.js";
import { brand, marks } from "./frame.js";
import { problemSection } from "./problem.js";
import { failureText } from "./texts.js";

/**
 * Passkeys, in a tab of their own: the toolbar popup closes when the authenticator's dialog takes the focus. Registers, uses and
 * removes them. What registers and removes takes the passphrase, outside the browser.
 *
 * @typedef {{ id: string, name: string, created: number, rpId: string }} Passkey
 */
const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
const problem = make("p", { class: "problem", role: "alert" });
const outcome = make("p", { class: "outcome", role: "status" });
const background = new BackgroundClient(draw, () => {});
document.title = text("passkeys");

let shown = "";

/** @param {import("./client.js").WalletState} state */
async function draw(state) {
    const problemView = problemSection(state, background);
    const view = problemView ? `problem ${state.phase} ${state.vault}` : `${state.phase} ${state.vault}`;
    if (view === shown) return;
    shown = view;
    const section = problemView ?? (state.phase === "ready" ? await passkeySection(state) : busy());
    if (shown === view) screen.replaceChildren(...present(brand(), marks(state), section));
}

function busy() {
    return make("p", { class: "muted busy", role: "status", text: text("loading") });
}

/** Reads the list anew and draws it. */
function redraw() {
    const state = background.state;
    shown = "";
    return state ? draw(state) : undefined;
}

/** @param {import("./client.js").WalletState} state */
async function passkeySection(state) {
    if (!passkeysSupported()) {
        return make("section", { class: "home" }, [
            make("h1", { text: text("passkeys") }),
            make("p", { text: text("passkeysUnsupported") }),
        ]);
    }
    /** @type {{ passkeys: Passkey[] }} */
    const { passkeys } = await background.request("passkey.list");
    return make("section", { class: "home" }, [
        make("h1", { text: text("passkeys") }),
        make("p", { class: "muted", text: text("passkeysText") }),
        state.vault === "locked" && passkeys.length > 0 && button(text("unlockByPasskey"), unlock, "primary"),
        outcome,
        problem,
        make("ul", { class: "accounts" }, passkeys.map(entry)),
        addition(),
    ]);
}

/** @param {Passkey} passkey */
function entry({ id, name, created }) {
    return make("li", { class: "card" }, [
        make("strong", { text: name }),
        make("span", { class: "muted", text: new Date(created).toLocaleDateString() }),
        button(text("removePasskey", name), () => act(() => background.request("passkey.remove", { id }), text("passkeyRemoved")), "small"),
    ]);
}

function addition() {
    const field = make("input", { id: "passkey-name", type: "text", maxlength: 64, autocomplete: "off", spellcheck: "false" });
    return make("div", { class: "card" }, [
        make("label", { for: field.id, text: text("passkeyName") }),
        field,
        make("p", { class: "muted", text: text("passkeyAllow") }),
        make("pre", { class: "command", tabindex: 0, text: "sidekey passkey allow", "aria-label": text("command") }),
        button(text("addPasskey"), () => act(() => register(field.value.trim() || text("passkeyUnnamed")), text("passkeyAdded")), "secondary"),
    ]);
}

/** @param {string} name */
async function register(name) {
    const registration = await background.request("passkey.begin", { name });
    const made = await makePasskey(registration, name, (parameter, output) => background.seal("passkey.finish", parameter, output));
    await background.request("passkey.finish", made);
}

function unlock() {
    return act(async () => {
        const challenge = await background.request("passkey.challenge");
        const passkey = await usePasskey(challenge, (parameter, output) => background.seal("vault.unlock", `passkey.${parameter}`, output));
        await background.request("vault.unlock", { passkey });
    }, text("passkeyUnlocked"));
}

/** @param {WalletError | PasskeyFailure} error */
function problemText(error) {
    return error.reason === "passphrase-required" ? text("passkeyPermission") : failureText(error);
}

/** @param {() => Promise<any>} work @param {string} done what is said when it is done */
async function act(work, done) {
    problem.textContent = "";
    outcome.textContent = "";
    screen.setAttribute("aria-busy", "true");
    try {
        await work();
        outcome.textContent = done;
    } catch (error) {
        problem.textContent = problemText(error instanceof PasskeyFailure ? error : WalletError.from(error));
    }
    screen.removeAttribute("aria-busy");
    await redraw();
}
