import ApprovalQueue
import JSONRPC
import WalletNetwork
import WalletRuntime
import WalletState

/// The right to call methods of the wallet: by the methods' manifests, and for other extensions by the user's grants.
///
/// A page's rights beyond its class are kept with its accounts (``ConnectedOrigins``): a method for pages answers only connected ones.
struct WalletPermissions: PermissionManaging {
    let grants: ExtensionGrants
    let consent: ExtensionConsent
    let apps: AppSessions

    func admit(_ use: MethodUse) async throws(RPCError) {
        guard use.method.callers.contains(use.caller.kind) else { throw .methodUnknown }
        switch use.caller {
        case .page, .walletExtension, .commandLine: return
        case .deeplink(let app):
            // A stranger may ask to connect, and for an address to be opened; the user decides about both.
            if Self.isForStrangers(use.method) { return }
            guard let id = app.origin.appID, await apps.session(of: id) != nil else {
                throw DeeplinksModule.notConnected
            }
        case .otherExtension(let name):
            guard let id = ExtensionID(name) else { throw .methodUnknown }
            if await isGranted(use.method, to: id) { return }
            try await consent.ask(for: id, use)
            // The user may have revoked it since.
            guard await isGranted(use.method, to: id) else { throw ExtensionConsent.refused }
        }
    }

    private static func isForStrangers(_ method: MethodManifest) -> Bool {
        ["deeplink.connect", "deeplink.browse"].contains(method.name)
    }

    private func isGranted(_ method: MethodManifest, to id: ExtensionID) async -> Bool {
        await grants.grant(of: id)?.methods.contains(method.name) == true
    }
}

/// Checks that the needs of methods are met.
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
