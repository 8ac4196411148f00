import JSONRPC
import WalletRuntime

/// The wallet's accounts.
struct AccountsModule: WalletModule {
    let keys: WalletKeyring

    let manifest = ModuleManifest(
        id: "accounts", methods: [MethodManifest("accounts.list", callers: [.walletExtension, .commandLine])])

    func answer(_ call: MethodCall) async throws(RPCError) -> JSON {
        try call.parameters.finish()
        return ["accounts": .array(await keys.status().accounts.map(\.json))]
    }
}
