import { browser } from "../../lib/browser.js";
import { transactionPage } from "../../lib/explorer.js";
import { button, text } from "./dom.js";
import { SettingsStore } from "../stores/settings.js";

/**
 * Returns a button that shows a transaction in the user's chosen explorer; none if no explorer has the cluster.
 *
 * @param {import("../stores/client.js").BackgroundClient} client
 * @param {string | undefined} cluster
 * @param {string} signature
 */
export function explorerButton(client, cluster, signature) {
    const { explorer } = SettingsStore.of(client).state.settings;
    const url = transactionPage(explorer, cluster, signature);
    return url !== undefined && button(text("openIn", explorer), () => void browser.tabs.create({ url }), "small");
}
