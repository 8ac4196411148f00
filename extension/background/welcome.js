import { browser } from "../lib/browser.js";

/**
 * Opens the wallet in a tab right after the installation: it says what to do next, be that installing the program, making a wallet, or
 * visiting a site. A wallet that waits behind a button that nobody knows isn't found.
 *
 * Once only: Firefox reports a temporary add-on as installed at each start.
 */
const WELCOMED = "welcomed";
const PAGE = "ui/wallet.html#welcome";

/** @param {{ reason: string }} details the browser's word for the cause of the event */
export async function welcome({ reason }) {
    if (reason !== "install") return;
    const { [WELCOMED]: isDone } = await browser.storage.local.get(WELCOMED);
    if (isDone === true) return;
    // First, so that two events open one tab.
    await browser.storage.local.set({ [WELCOMED]: true });
    const url = browser.runtime.getURL(PAGE);
    // A browser that installs it before it has a window refuses a tab.
    await browser.tabs.create({ url }).catch(() => browser.windows.create({ url }));
}
