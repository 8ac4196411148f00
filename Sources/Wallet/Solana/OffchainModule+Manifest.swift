import WalletRuntime

extension OffchainModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "offchain",
        methods: [
            // Nobody is asked: whoever gives the text gives the passphrase with it.
            .init(
                "offchain.sign", callers: [.commandLine],
                params: [
                    .required("text"), .required("version", .integer), .optional("applicationDomain"),
                    .optional("signers", .list(.string)), .optional("account"), .optional("passphrase", .sealed),
                ], result: .object([.required("account"), .required("message", .base64), .required("signature")]))
        ],
        extensionPoints: ExtensionPoints(commands: ["sign-offchain-message"]))
}
