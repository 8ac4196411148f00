import { button } from "./dom.js";

/**
 * A ceremony that a screen starts in Sidekey's window and leaves to it. Nothing secret is typed or shown here: the browser learns that it was
 * done, or that it wasn't.
 *
 * @typedef {"passphrase" | "phrase" | "words" | "import" | "remove" | "protection" | "recognition" | "limit" | "unlimit" | "network" | "site" | "backup" | "restore" | "wallet"} Kind
 * @typedef {{ origin: string, profile: string, container: string, accounts: string[] }} SiteAccounts
 * @typedef {{ kind: Kind, account?: string, limit?: number, wallet?: string } & Partial<SiteAccounts> & import("../../lib/policy.js").RulesParams & import("../../lib/policy.js").SpendingParams} Ceremony
 *
 * @typedef {{ style?: string, name?: string, done?: () => unknown }} Look
 *     `name`: the accessible name, where the label alone doesn't say what it is about; `done`: draws anew what has changed
 */

/**
 * Draws a button that starts a ceremony. The notice above all places shows its progress and its end, also a failed one, in this screen or
 * the next: the toolbar popup closes as Sidekey's window opens.
 *
 * @param {Pick<import("../stores/client.js").BackgroundClient, "request">} client
 * @param {string} label
 * @param {Ceremony} ceremony
 * @param {Look} [look]
 */
export function ceremonyButton(client, label, ceremony, look = {}) {
    const { style = "secondary", name, done = () => {} } = look;
    let isRunning = false;
    const start = async () => {
        // It isn't disabled meanwhile, which would cost it the keyboard focus.
        if (isRunning) return;
        isRunning = true;
        try {
            const { outcome } = await client.request("vault.ceremony", ceremony);
            if (outcome === "done") await done();
        } catch {
            // The notice says it.
        }
        isRunning = false;
        if (!made.isConnected) focusHeading();
    };
    const made = button(label, () => void start(), style);
    if (name !== undefined) made.setAttribute("aria-label", name);
    return made;
}

/** Puts the keyboard focus at the beginning of the place, if the button that had it was drawn anew. */
function focusHeading() {
    const heading = document.querySelector("main h1");
    if (!(heading instanceof HTMLElement) || document.activeElement !== document.body) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
}
