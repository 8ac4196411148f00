import WalletRuntime

extension PasskeyModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            keys: parts.keys, coordinator: parts.coordinator, ceremonies: parts.ceremonies, prompts: parts.prompts,
            wallClock: parts.context.wallClock)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "passkey",
        methods: [
            .init("passkey.list", callers: .owner, params: [], result: passkeys),
            .init(
                "passkey.allow", callers: [.commandLine], params: [.required("passphrase", .sealed)],
                result: .object([.required("remaining", .integer)])),
            .init(
                "passkey.remove", callers: .owner,
                params: [
                    .required("id", .base64),
                    ParameterManifest("passphrase", .sealed, callers: [.commandLine]),
                ], result: passkeys, limit: .prompting),
            .init(
                "passkey.begin", callers: [.walletExtension], params: [.required("name")],
                result: .object([
                    .required("rpId"), .required("challenge", .base64), .required("user", .base64),
                    .required("algorithms", .list(.integer)), .required("exclude", .list(.base64)),
                    .required("salts", .list(.base64)),
                ]), limit: .prompting),
            .init(
                "passkey.finish", callers: [.walletExtension],
                params: [
                    .required("credential", .base64), .required("algorithm", .integer), .required("publicKey", .base64),
                    .required("clientData", .base64), .required("authenticatorData", .base64),
                    .required("present", .sealed),
                ], result: passkeys),
            .init(
                "passkey.challenge", callers: [.walletExtension], params: [.optional("request")],
                result: .object([
                    .required("rpId"), .required("challenge", .base64),
                    .required(
                        "credentials",
                        .list(.object([.required("id", .base64), .required("salts", .list(.base64))]))),
                ])),
        ],
        extensionPoints: ExtensionPoints(commands: ["passkey"]))

    private static let passkeys = ValueType.object([
        .required(
            "passkeys",
            .list(
                .object([
                    .required("id", .base64), .required("name"), .required("created", .integer), .required("rpId"),
                ]))),
        .required("supported", .boolean),
    ])
}
