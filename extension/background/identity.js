import { browser } from "../lib/browser.js";

/**
 * Returns the two names that `hello` carries. Neither is a secret: the profile identifies grants, and the connection key lets a restarted
 * background join the requests it had sent. Session storage survives the background but not the browser.
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
