import WalletRuntime
import Walletlib

extension WalletlibModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(solana: SolanaModule(parts), grants: parts.grants)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "walletlib",
        methods: [
            MethodManifest(
                GET_ACCOUNTS_REQUEST_METHOD, callers: [.otherExtension],
                params: [.optional("extra_data", .anyObject)],
                result: .object([.required("addresses", .list(.base64))]), needs: [.accounts]),
            MethodManifest(
                SIGN_PAYLOADS_REQUEST_METHOD, callers: [.otherExtension],
                params: [
                    .required("address", .base64), .required("payloads", .list(.base64)),
                    .optional("extra_data", .anyObject),
                ], result: .object([.required("signed_payloads", .list(.base64))]), needs: [.accounts, .approval],
                limit: .seconds(420)),
        ])
}
