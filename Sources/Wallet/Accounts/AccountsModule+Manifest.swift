import WalletRuntime

extension AccountsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(keys: parts.keys, records: parts.records, prompts: parts.prompts)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "accounts",
        methods: [
            .init("accounts.list", callers: .owner, params: [], result: .object([.required("accounts", .accountList)])),
            .init(
                "accounts.add", callers: .owner,
                params: [
                    .optional("path", callers: [.commandLine]),
                    .optional("secret", .integer, callers: [.commandLine]), .terminalPassphrase,
                ],
                result: .object([.required("accounts", .accountList)])),
            .init(
                "accounts.update", callers: .owner,
                params: [
                    .required("publicKey"), .optional("label"), .optional("hidden", .boolean),
                    .optional("position", .integer), .terminalPassphrase,
                    .optional("native", .boolean, callers: [.walletExtension]),
                ], result: .object([.required("accounts", .accountList)]), limit: .prompting),
            .init(
                "accounts.qr", callers: .owner, params: [.required("publicKey")],
                result: .object([.required("publicKey"), .required("size", .integer), .required("modules")])),
            // A key or phrase is in these calls, or a passphrase proves who takes one away.
            .init(
                "accounts.import", callers: [.commandLine],
                params: [
                    .required("passphrase", .sealed), .optional("key", .sealed), .optional("phrase", .sealed),
                    .optional("seedPassphrase", .sealed), .optional("paths", .list(.string)),
                ], result: .object([.required("accounts", .accountList)])),
            .init(
                "accounts.remove", callers: [.commandLine],
                params: [.required("publicKey"), .required("passphrase", .sealed)],
                result: .object([.required("accounts", .accountList)])),
        ],
        extensionPoints: ExtensionPoints(commands: ["account", "receive"], routes: ["accounts", "receive"]))
}
