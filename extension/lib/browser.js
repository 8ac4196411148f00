/**
 * The extension API under one name. Firefox calls it `browser`, Chromium `chrome`; both return promises in Manifest V3.
 *
 * @type {WebExtension.API}
 */
export const browser = globalThis.browser ?? globalThis.chrome;
