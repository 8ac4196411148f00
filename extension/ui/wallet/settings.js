/**
 * Everything that a user can set, in the groups in which people look for it. A setting has a screen of the wallet where it is changed, or
 * the command that changes it where the browser has no way to: docs/decisions/0052-settings.md says why.
 *
 * The texts belong to a setting by its name: `setting_NAME` is its title and `help_NAME` its explanation, if it has none that another screen
 * says too; `words_NAME` has other words that people type to find it.
 *
 * @typedef {import("./places.js").Place} Place
 * @typedef {{ name: string, titleKey?: string, helpKey?: string, place?: Place, part?: string, command?: string }} Setting
 *     `titleKey`, `helpKey`: the keys of texts that other screens have too; `part`: the part of the place that is marked, by its `data-part`
 * @typedef {{ name: string, titleKey?: string, icon: import("../parts/icons.js").IconName, settings: Setting[] }} Group
 */

/** @type {Group[]} */
export const GROUPS = [
    {
        name: "wallet",
        icon: "accounts",
        settings: [
            { name: "accounts", titleKey: "accounts", place: "accounts" },
            { name: "wallets", titleKey: "place_wallets", helpKey: "walletsMeaning", place: "wallets" },
            { name: "import", helpKey: "importMeaning", place: "accounts", part: "import" },
            { name: "watch", titleKey: "watchTitle", helpKey: "watchMeaning", place: "accounts", part: "watch" },
            { name: "ledger", titleKey: "ledgerTitle", helpKey: "ledgerText", place: "accounts", part: "ledger" },
            { name: "contacts", titleKey: "place_contacts", place: "contacts" },
            { name: "contactsFile", command: "sidekey contacts import FILE" },
            { name: "stake", titleKey: "place_stake", helpKey: "stakeNote", place: "stake" },
            { name: "multisig", titleKey: "place_multisig", helpKey: "multisigNote", place: "multisig" },
            { name: "nfts", titleKey: "place_nfts", helpKey: "nftsNote", place: "nfts" },
            { name: "tokens", titleKey: "place_tokens", helpKey: "tokensNote", place: "tokens" },
            { name: "passphrase", titleKey: "passphrase", helpKey: "keysPassphrase", place: "keys", part: "passphrase" },
            { name: "phrase", titleKey: "keysPhrase", helpKey: "keysPhraseMeaning", place: "keys", part: "phrase" },
            { name: "drill", titleKey: "drillTitle", helpKey: "drillText", place: "keys", part: "phrase" },
            { name: "backup", titleKey: "keysBackup", helpKey: "keysBackupMeaning", place: "keys", part: "backup" },
            { name: "passkeys", titleKey: "passkeys", helpKey: "passkeysText", place: "keys", part: "passkeys" },
            { name: "securityKeys", titleKey: "securityKeys", helpKey: "securityKeysText", place: "keys", part: "securityKeys" },
            { name: "tpm", titleKey: "tpmTitle", helpKey: "tpmText", place: "keys", part: "tpm" },
            { name: "fingerprint", titleKey: "fingerprintTitle", helpKey: "fingerprintText", place: "keys", part: "fingerprint" },
            { name: "session", place: "protection", part: "session" },
            { name: "recognition", helpKey: "recognitionMissing", place: "protection", part: "recognition" },
            { name: "replace", command: "sidekey restore --replace" },
            { name: "rotate", command: "sidekey vault rotate" },
        ],
    },
    {
        name: "sites",
        icon: "sites",
        settings: [
            { name: "sites", titleKey: "place_sites", helpKey: "sitesNote", place: "sites" },
            { name: "permissions", titleKey: "place_permissions", helpKey: "permissionsNote", place: "permissions" },
            { name: "blocked", titleKey: "blockedSites", place: "sites", part: "blocked" },
            { name: "siteLists", titleKey: "siteLists", helpKey: "siteListsNote", place: "sites", part: "lists" },
            { name: "older", titleKey: "olderSites", helpKey: "olderSitesNote", place: "sites", part: "older" },
            { name: "apps", titleKey: "apps", helpKey: "appsNote", place: "sites", part: "apps" },
            { name: "swap", titleKey: "place_swap", helpKey: "swapMeaning", place: "swap" },
            { name: "extensions", titleKey: "otherExtensions", helpKey: "otherExtensionsNote", place: "sites", part: "extensions" },
            { name: "allow", command: "sidekey extensions allow ID" },
        ],
    },
    {
        name: "approvals",
        icon: "protection",
        settings: [
            { name: "where", titleKey: "protectionWhere", place: "protection", part: "where" },
            { name: "allowance", place: "protection", part: "allowance" },
            { name: "press", place: "protection", part: "press" },
            { name: "perRequest", titleKey: "protectionPerRequest", place: "protection", part: "perRequest" },
            { name: "guards", place: "protection", part: "guards" },
            { name: "budgets", titleKey: "budgets", helpKey: "budgetsMeaning", place: "protection", part: "budgets" },
            { name: "limits", titleKey: "limits", helpKey: "limitsMeaning", place: "protection", part: "limits" },
            { name: "outstanding", titleKey: "outstandingTitle", helpKey: "outstandingNote", place: "activity", part: "outstanding" },
            { name: "refill", command: "sidekey policy allowance --reset" },
            { name: "pressTokens", titleKey: "pressAmounts", helpKey: "pressAmountsMeaning", command: "sidekey policy press --spend '500 USDC/24h'" },
        ],
    },
    {
        name: "network",
        titleKey: "place_network",
        icon: "network",
        settings: [
            { name: "cluster", helpKey: "networkChange", place: "network", part: "change" },
            { name: "nodes", place: "network" },
            { name: "offline", place: "network", part: "change" },
            { name: "airdrop", command: "sidekey airdrop 1 --cluster devnet" },
        ],
    },
    {
        name: "look",
        icon: "appearance",
        settings: [
            { name: "language", titleKey: "languageChoice", helpKey: "languageNote", place: "language" },
            { name: "theme", titleKey: "themeChoice", place: "appearance", part: "theme" },
            { name: "currency", titleKey: "currencyChoice", helpKey: "currencyNote", place: "appearance", part: "currency" },
            { name: "explorer", titleKey: "explorerChoice", helpKey: "explorerNote", place: "appearance", part: "explorer" },
        ],
    },
    {
        name: "help",
        icon: "about",
        settings: [
            { name: "about", titleKey: "place_about", place: "about" },
            { name: "updates", place: "about", part: "updates" },
            { name: "doctor", helpKey: "aboutDoctor", command: "sidekey doctor" },
            { name: "record", command: "sidekey activity verify" },
            { name: "export", command: "sidekey activity export --format csv FILE" },
            { name: "browsers", command: "sidekey register" },
            { name: "manual", command: "sidekey man" },
            { name: "stop", command: "sidekey stop" },
        ],
    },
];

/** @param {Group} group the key of its title */
export function groupTitle({ name, titleKey = `group_${name}` }) {
    return titleKey;
}

/** @param {Setting} setting the keys of its texts */
export function textsOf({ name, titleKey = `setting_${name}`, helpKey = `help_${name}` }) {
    return { title: titleKey, help: helpKey, words: `words_${name}` };
}
