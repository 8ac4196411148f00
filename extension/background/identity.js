import { browser } from "../lib/browser.js";

/**
 * The two names that `hello` carries. Neither is a secret: the profile is what grants are kept by, and the connection
 * key lets a background that was restarted join the requests it had sent. Session storage outlives the background and
 * not the browser.
 *
 * @returns {Promise<{ profile: string, connectionKey: string }>}
 */
export async function identity() {
    const [profile, connectionKey] = await Promise.all([
        lasting(browser.storage.local, "profile"),
        lasting(browser.storage.session, "connectionKey"),
    ]);
    return { profile, connectionKey };
}

/** @param {WebExtension.StorageArea} area @param {string} name @returns {Promise<string>} */
async function lasting(area, name) {
    const { [name]: known } = await area.get(name);
    if (typeof known === "string") return known;
    const made = crypto.randomUUID();
    await area.set({ [name]: made });
    return made;
}
