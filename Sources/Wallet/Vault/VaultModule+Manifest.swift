import WalletRuntime

extension VaultModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            keys: parts.keys, identity: parts.identity, prompts: parts.prompts, ceremonies: parts.ceremonies)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "vault",
        methods: [
            .init("vault.status", callers: .owner, params: [], result: status),
            .init(
                "vault.unlock", callers: .owner,
                params: [
                    .optional("passphrase", .sealed), .optional("native", .boolean), .optional("passkey", .anyObject),
                    .optional("environment", .anyObject, callers: [.commandLine]),
                ], result: status, limit: .prompting),
            .init("vault.lock", callers: .owner, params: [], result: status),
            .init(
                "vault.setup", callers: [.walletExtension],
                params: [.required("kind"), .optional("replace", .boolean)], result: .object([.required("outcome")]),
                limit: .prompting),
            // A phrase is in these calls, or they change how the wallet opens: no browser may make them.
            .init(
                "vault.create", callers: [.commandLine],
                params: [
                    .required("phrase", .sealed), .optional("seedPassphrase", .sealed),
                    .required("passphrase", .sealed),
                    .required("unattended", .boolean), .optional("paths", .list(.string)),
                    .optional("replace", .boolean),
                    .optional("approvals"), .optional("environment", .anyObject),
                ], result: status),
            .init(
                "vault.discover", callers: [.commandLine],
                params: [.required("phrase", .sealed), .optional("seedPassphrase", .sealed)],
                result: .object([
                    .required("candidates", .list(.object([.required("path"), .required("publicKey")])))
                ])),
            .init(
                "vault.changePassphrase", callers: [.commandLine],
                params: [.required("passphrase", .sealed), .required("newPassphrase", .sealed)], result: status),
            .init(
                "vault.rotate", callers: [.commandLine], params: [.required("passphrase", .sealed)], result: status),
            .init(
                "vault.backup", callers: [.commandLine], params: [],
                result: .object([
                    .required("vault", .base64), .required("generation", .u64), .optional("contacts", .integer),
                    .optional("limits", .integer),
                ])),
            .init(
                "vault.restore", callers: [.commandLine],
                params: [.required("vault", .base64), .required("passphrase", .sealed)], result: status),
        ],
        extensionPoints: ExtensionPoints(commands: ["create", "lock", "restore", "status", "unlock", "vault"]))

    private static let status = ValueType.object([
        .required("vault"), .required("unattended", .boolean), .required("accounts", .accountList),
        .required("trust"), .optional("activityBreak", .integer),
        .optional(
            "fault",
            .object([
                .required("cause"), .required("message"), .required("previous", .boolean),
                .optional("format", .integer),
            ])),
        .optional("lost", .object([.required("cause"), .required("file"), .required("anchors", .list(.string))])),
        .optional("session", .object([.required("remaining", .integer)])), .required("version"),
        .required("protocol", .integer), .optional("home"),
    ])
}
