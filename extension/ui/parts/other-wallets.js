import { WalletError } from "../../lib/errors.js";
import { visible } from "../../lib/visible.js";
import { WalletsStore } from "../stores/wallets.js";
import { button, make, text } from "./dom.js";
import { failureText } from "./texts.js";

/**
 * Draws the way back to the other wallets, for a wallet that isn't set up or can't be opened; nothing where there are none.
 *
 * @param {import("../stores/client.js").BackgroundClient} client
 */
export function otherWallets(client) {
    /** @type {WalletsStore} */
    const store = WalletsStore.of(client);
    const element = make("section", { class: "other-wallets", hidden: true });
    const problem = make("p", { class: "problem", role: "alert" });
    store.load().then(({ wallets }) => {
        const others = wallets.filter(({ current }) => !current);
        element.hidden = others.length === 0;
        element.replaceChildren(make("h2", { text: text("walletsOthers") }), ...others.map((wallet) => switchButton(store, wallet, problem)), problem);
    }, () => {});
    return element;
}

/**
 * Draws a button that opens another wallet.
 *
 * @param {WalletsStore} store
 * @param {import("../stores/wallets.js").KnownWallet} wallet
 * @param {HTMLElement} problem says why it couldn't be opened
 * @param {string} [label]
 */
export function switchButton(store, { id, name }, problem, label = text("walletSwitchTo", visible(name))) {
    const made = button(label, async () => {
        made.disabled = true;
        problem.textContent = "";
        try {
            await store.open(id);
            // The shell loads the screen anew once the other one is open.
            made.textContent = text("walletSwitching");
        } catch (thrown) {
            made.disabled = false;
            problem.textContent = failureText(WalletError.from(thrown));
        }
    }, "secondary");
    made.setAttribute("aria-label", text("walletSwitchTo", visible(name)));
    return made;
}
