/**
 * The places that a user can go to, in the order of the menu: those of the bar at the bottom, then the others. The text `place_NAME` and
 * the icon NAME belong to each.
 *
 * @typedef {"home" | "send" | "receive" | "activity" | "accounts" | "wallets" | "sites" | "contacts" | "nfts" | "tokens" | "swap" | "permissions" | "settings" | "protection" | "keys" | "network" | "language" | "appearance" | "about" | "more" | "stake" | "multisig"} Place
 *
 * A view is made once. `draw` fills it anew and returns its element, and `leave` hears that the user goes elsewhere. `changed` hears of
 * changes in the wallet's state while the view is shown. `focus` takes the keyboard focus if there is a better place for it than the
 * heading.
 *
 * @typedef {{
 *     element: HTMLElement, draw: (detail?: any) => Promise<HTMLElement>, leave?: () => void,
 *     changed?: (state: import("../stores/client.js").WalletState) => void, focus?: () => boolean,
 * }} View
 * @typedef {new (client: import("../stores/client.js").BackgroundClient, go: Go) => View} ViewType
 * @typedef {{ read: () => Promise<ViewType>, isInBar?: boolean, needsSession?: boolean }} PlaceEntry
 *     `read`: reads a view's files on the user's first visit, since the first screen waits for every file before it;
 *     `needsSession`: true if a locked wallet asks for the passphrase in the view's place
 * @typedef {((place: Place, detail?: any) => void) & { bar: () => Place[], others: () => Place[] }} Go
 * @type {Map<Place, PlaceEntry>}
 */
export const PLACES = new Map([
    ["home", { read: async () => (await import("./views/home.js")).HomeView, isInBar: true }],
    ["send", { read: async () => (await import("./views/send.js")).SendView, isInBar: true }],
    ["receive", { read: async () => (await import("./views/receive.js")).ReceiveView, isInBar: true }],
    ["activity", { read: async () => (await import("./views/activity.js")).ActivityView, isInBar: true }],
    ["settings", { read: async () => (await import("./views/settings.js")).SettingsView }],
    ["accounts", { read: async () => (await import("./views/accounts.js")).AccountsView, needsSession: true }],
    ["wallets", { read: async () => (await import("./views/wallets.js")).WalletsView }],
    ["sites", { read: async () => (await import("./views/sites.js")).SitesView }],
    ["contacts", { read: async () => (await import("./views/contacts.js")).ContactsView }],
    ["nfts", { read: async () => (await import("./views/nfts.js")).NFTsView }],
    ["tokens", { read: async () => (await import("./views/tokens.js")).TokensView }],
    ["swap", { read: async () => (await import("./views/swap.js")).SwapView }],
    ["stake", { read: async () => (await import("./views/stake.js")).StakeView }],
    ["multisig", { read: async () => (await import("./views/multisig.js")).MultisigView }],
    ["permissions", { read: async () => (await import("./views/permissions.js")).PermissionsView }],
    ["protection", { read: async () => (await import("./views/protection.js")).ProtectionView }],
    ["keys", { read: async () => (await import("./views/keys.js")).KeysView }],
    ["network", { read: async () => (await import("./views/network.js")).NetworkView }],
    ["language", { read: async () => (await import("./views/language.js")).LanguageView }],
    ["appearance", { read: async () => (await import("./views/appearance.js")).AppearanceView }],
    ["about", { read: async () => (await import("./views/about.js")).AboutView }],
    ["more", { read: async () => (await import("./views/more.js")).MoreView, isInBar: true }],
]);
