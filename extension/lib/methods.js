// Written by `make methods` from what the agent's modules declare (Tests/WalletTests/MethodTableTests.swift).

/**
 * What a page may ask for, and the only parameters it may name. The page's context (origin, tab, document...) isn't among them, so a page
 * that sends its own `origin` is refused and never merged with the browser's word.
 *
 * @type {ReadonlyMap<string, readonly string[]>}
 */
export const PAGE_METHODS = new Map([
    ["connect", ["cluster", "silent"]],
    ["disconnect", []],
    ["getAccounts", []],
    ["signMessage", ["message", "account"]],
    ["signAllMessages", ["messages", "account"]],
    ["signTransaction", ["tx", "account", "cluster", "minContextSlot", "preflightCommitment"]],
    ["signAllTransactions", ["transactions", "account", "cluster", "minContextSlot", "preflightCommitment"]],
    ["signIn", ["domain", "address", "statement", "uri", "version", "chainId", "nonce", "issuedAt", "expirationTime", "notBefore", "requestId", "resources"]],
    ["signOffchainMessage", ["message", "signers", "account"]],
    ["signAllOffchainMessages", ["messages", "signers", "account"]],
    ["sendTransaction", ["tx", "cluster", "account", "commitment", "preflightCommitment", "skipPreflight", "minContextSlot", "maxRetries"]],
    ["sendAllTransactions", ["transactions", "cluster", "account", "mode", "commitment", "preflightCommitment", "skipPreflight", "minContextSlot", "maxRetries"]],
    ["cancel", ["id"]],
]);

/**
 * What the wallet's own screens may ask for. What isn't here can't be asked by a screen either.
 *
 * @type {ReadonlySet<string>}
 */
export const SCREEN_METHODS = new Set([
    "accounts.list",
    "accounts.add",
    "accounts.update",
    "accounts.qr",
    "activity.list",
    "activity.verify",
    "agent.about",
    "approvals.list",
    "approvals.get",
    "approvals.present",
    "approvals.approve",
    "approvals.native",
    "approvals.reject",
    "approvals.askAgain",
    "approvals.rejectAll",
    "vault.ceremony",
    "contacts.list",
    "contacts.add",
    "contacts.update",
    "contacts.remove",
    "deeplinks.list",
    "deeplinks.revoke",
    "modules.list",
    "modules.page",
    "modules.act",
    "names.resolve",
    "names.reverse",
    "network.status",
    "origins.list",
    "origins.set",
    "origins.revoke",
    "origins.blocks",
    "origins.block",
    "origins.unblock",
    "outstanding.list",
    "outstanding.void",
    "outstanding.controlled",
    "passkey.list",
    "passkey.remove",
    "passkey.begin",
    "passkey.finish",
    "passkey.challenge",
    "permissions.list",
    "permissions.revoke",
    "policy.get",
    "policy.tighten",
    "portfolio.balance",
    "portfolio.tokens",
    "portfolio.permissions",
    "portfolio.history",
    "settings.get",
    "settings.set",
    "transfer.preview",
    "transfer.send",
    "transfer.revoke",
    "vault.status",
    "vault.unlock",
    "vault.lock",
    "vault.setup",
]);
