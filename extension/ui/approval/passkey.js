import { WalletError } from "../../lib/errors.js";
import { makePasskey, PasskeyFailure, passkeysSupported, usePasskey } from "../../lib/passkey.js";
import { visible } from "../../lib/visible.js";
import { BackgroundClient } from "../stores/client.js";
import { button, make, present, text } from "../parts/dom.js";
import { brand, marks } from "../parts/frame.js";
import { language } from "../parts/language.js";
import { problemSection } from "../parts/problem.js";
import { failureText } from "../parts/texts.js";
import "../parts/theme.js";

/**
 * Passkeys, in a tab of their own: the toolbar popup closes when the authenticator's dialog takes the focus. The tab registers, uses and
 * removes them. Registering and removing take the passphrase, which the agent asks for outside the browser.
 *
 * @typedef {{ id: string, name: string, created: number, rpId: string }} Passkey
 */
const screen = /** @type {HTMLElement} */ (document.getElementById("screen"));
const problem = make("p", { class: "problem", role: "alert" });
const outcome = make("p", { class: "outcome", role: "status" });
const background = new BackgroundClient(draw, () => {});
document.title = text("passkeys");

/** The time that a page waits for the keyboard, in milliseconds. */
const FOCUS_LIMIT = 3_000;

let shown = "";

/** @param {import("../stores/client.js").WalletState} state */
async function draw(state) {
    const problemView = problemSection(state, background);
    const view = problemView ? `problem ${state.phase} ${state.reason} ${state.vault} ${state.update}` : `${state.phase} ${state.vault}`;
    if (view === shown) return;
    shown = view;
    const section = problemView ?? (state.phase === "ready" ? await passkeySection(state).catch(failed) : busy());
    if (shown === view) screen.replaceChildren(make("header", {}, present(brand(), marks(state))), make("main", {}, present(section)));
}

function busy() {
    return make("p", { class: "muted busy", role: "status", text: text("loading") });
}

/** @param {unknown} thrown the reason the list couldn't be read */
function failed(thrown) {
    return make("section", { class: "home" }, [
        make("h1", { text: text("passkeys") }),
        make("p", { class: "problem", role: "alert", text: failureText(WalletError.from(thrown)) }),
        button(text("retry"), () => void redraw(), "secondary"),
    ]);
}

/** Reads the list anew and draws it. */
function redraw() {
    const state = background.state;
    shown = "";
    return state ? draw(state) : undefined;
}

/** @param {import("../stores/client.js").WalletState} state */
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
        passkeys.length === 0
            ? make("p", { class: "muted empty", text: text("passkeysEmpty") })
            : make("ul", { class: "accounts" }, passkeys.map(entry)),
        addition(),
    ]);
}

/** @param {Passkey} passkey */
function entry({ id, name: given, created }) {
    const name = visible(given);
    return make("li", { class: "card passkey" }, [
        make("strong", {}, [make("bdi", { text: name })]),
        make("span", { class: "muted", text: language.date(created) }),
        button(text("removePasskey", name), () => act(() => allowed("passkey.remove", { id }), text("passkeyRemoved")), "small"),
    ]);
}

function addition() {
    const field = make("input", { id: "passkey-name", type: "text", maxlength: 64, autocomplete: "off", spellcheck: "false" });
    return make("div", { class: "card fields" }, [
        make("div", { class: "field" }, [make("label", { for: field.id, text: text("passkeyName") }), field]),
        make("p", { class: "muted", text: text("passkeyAllow") }),
        button(text("addPasskey"), () => act(() => register(field.value.trim() || text("passkeyUnnamed")), text("passkeyAdded")), "secondary"),
    ]);
}

/** @param {string} name */
async function register(name) {
    const registration = await allowed("passkey.begin", { name });
    const made = await makePasskey(registration, name, (parameter, output) => background.seal("passkey.finish", parameter, output));
    await background.request("passkey.finish", made);
}

/**
 * Makes a change for which the agent asks the passphrase in a window of its own. The browser gives no passkey to a page without the
 * keyboard, which comes back a moment after that window has closed.
 *
 * @param {string} method @param {object} params
 */
async function allowed(method, params) {
    outcome.textContent = text("passkeyAsking");
    try {
        return await background.request(method, params);
    } finally {
        outcome.textContent = "";
        await focused();
    }
}

async function focused() {
    for (const end = performance.now() + FOCUS_LIMIT; !document.hasFocus() && performance.now() < end; ) {
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
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
    const asksNowhere = error instanceof WalletError && error.reason === "prompt-unavailable";
    return asksNowhere ? text("passkeyPermission", String(error.data.command)) : failureText(error);
}

/** @param {() => Promise<any>} work @param {string} done the text after it is done */
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
