import ApprovalQueue
import JSONRPC
import WalletRuntime
import WalletState

extension ConnectedOrigins {
    /// Sets the accounts that a site sees, and tells its pages.
    ///
    /// - Returns: The number of grants that were changed.
    func show(
        _ accounts: [String], to origin: String, profile: String?, container: String?, widening: Bool,
        telling events: WalletEvents
    ) async throws(RPCError) -> Int {
        let changed = try await set(
            accounts, origin: origin, profile: profile, container: container, widening: widening)
        for key in changed { events.publish(.accountsChanged(key, accounts: accounts)) }
        return changed.count
    }
}
