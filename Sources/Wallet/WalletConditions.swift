import ApprovalQueue
import JSONRPC
import WalletNetwork
import WalletRuntime
import WalletState

/// Knows whether what methods need is there.
struct WalletConditions: NeedChecking {
    let keys: WalletKeyring
    let origins: ConnectedOrigins
    let hasNetwork: Bool

    func check(_ need: Need, of call: MethodCall) async throws(RPCError) {
        switch need {
        case .unlockedSession:
            guard await keys.isUnlocked else { throw WalletKeyring.locked }
        case .connectedOrigin:
            // Before the first unlock a claim is enough to wait for it; what is signed is looked at again then.
            guard case .page(let page) = call.caller,
                try await origins.claimedAccounts(of: ConnectedOrigin.Key(client: call.client, page: page)) != nil
            else { throw RPCError(.unauthorized, .notConnected, "this site is not connected") }
        case .network:
            guard hasNetwork else { throw RPCError(NetworkError.off) }
        default: throw RPCError(.internalError, .internal, "nobody meets this need")
        }
    }
}
