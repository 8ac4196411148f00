import WalletRuntime

extension RevealModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "reveal",
        methods: [
            // The secrets are in the answer: no browser has them, so none may ask.
            .init(
                method, callers: [.commandLine], params: [.required("passphrase", .sealed), .required("key", .base64)],
                result: .object([
                    .required(
                        "secrets",
                        .list(
                            .object([
                                .required("kind"), .optional("phrase", .sealed), .optional("seedPassphrase", .sealed),
                                .optional("key", .sealed),
                            ])))
                ]))
        ],
        extensionPoints: ExtensionPoints(commands: ["phrase"]))
}
