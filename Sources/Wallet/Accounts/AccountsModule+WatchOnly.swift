import ApprovalQueue
import JSONRPC
import SolanaTransactions
import WalletKeys
import WalletRuntime
import WalletState

/// Watch-only accounts, which any surface adds and removes in an open session: they are bookmarks, and a hijacked extension gains nothing by one.
extension AccountsModule {
    func watch(
        _ call: MethodCall, _ address: PublicKey, _ label: String?, _ passphrase: SealedParameter?
    ) async throws(RPCError) -> JSON {
        try await checkOpen(call, passphrase)
        guard await !keys.holds(address) else {
            throw RPCError(.invalidInput, .accountExists, "this account is the wallet's own")
        }
        try await records.watch(address.base58, label: label, besides: ownLabels())
        return await changed()
    }

    func unwatch(
        _ call: MethodCall, _ address: PublicKey, _ passphrase: SealedParameter?
    ) async throws(RPCError) -> JSON {
        try await checkOpen(call, passphrase)
        try await records.unwatch(address.base58)
        return await changed()
    }

    func updateWatchOnly(
        _ call: MethodCall, _ address: PublicKey, _ label: String?, _ isHidden: Bool?, _ passphrase: SealedParameter?
    ) async throws(RPCError) -> JSON {
        try await checkOpen(call, passphrase)
        let label = try label.map { label throws(RPCError) in try ParameterForm<String>.checkedLabel(label, "label") }
        try await records.changeWatchOnly(
            address.base58, label: label, isHidden: isHidden, besides: ownLabels())
        return await changed()
    }

    /// Takes the passphrase at a terminal in place of a session.
    ///
    /// - Throws: 4100 (`wrong-passphrase`), 4101.
    private func checkOpen(_ call: MethodCall, _ passphrase: SealedParameter?) async throws(RPCError) {
        if passphrase != nil, try await prove(passphrase, call, isNeeded: false) != nil { return }
        try await keys.checkOpen()
    }

    private func ownLabels() async -> [String] { await keys.status().accounts.map(\.label) }

    private func changed() async -> JSON {
        keys.events.publish(.vaultChanged)
        return await list()
    }
}

extension WatchOnlyAccount {
    var json: JSON {
        [
            "publicKey": .string(address), "label": .string(JSONString(label)), "hidden": .bool(isHidden),
            "watchOnly": true,
        ]
    }
}
