import WalletRuntime

extension DeeplinksModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            solana: SolanaModule(parts), vault: VaultModule(parts), sessions: parts.apps, prompts: parts.prompts,
            nonces: UsedNonces())
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "deeplinks",
        methods: [
            // A link is somebody else's words, brought by the user's own desktop.
            MethodManifest(
                "deeplinks.open", callers: [.commandLine],
                params: [.required("url"), .optional("environment", .anyObject)],
                result: .object([.optional("link"), .optional("browse"), .optional("error", .anyObject)]),
                limit: .sending),
            MethodManifest(
                "deeplinks.list", callers: .owner, params: [],
                result: .object([.required("apps", .list(.object(sessionMembers)))])),
            MethodManifest(
                "deeplinks.revoke", callers: .owner, params: [.required("app")],
                result: .object([.required("revoked", .boolean)])),
        ] + methodsForApps,
        extensionPoints: ExtensionPoints(commands: ["open-url", "apps"], routes: ["apps"]))

    /// What `deeplinks.open` asks in the app's name; nobody else can.
    private static let methodsForApps: [MethodManifest] = [
        MethodManifest(
            "deeplink.connect", callers: [.deeplink],
            params: [.required("url"), .required("redirect"), .required("cluster")],
            result: .object([.required("publicKey"), .required("session")]), needs: [.approval], limit: .deciding),
        MethodManifest("deeplink.disconnect", callers: [.deeplink], params: [], result: .object([])),
        MethodManifest(
            "deeplink.signTransaction", callers: [.deeplink], params: [.required("tx", .base64)],
            result: .object([.required("signature", .base64), .required("signedTransaction", .base64)]),
            needs: [.approval], limit: .deciding),
        MethodManifest(
            "deeplink.signAllTransactions", callers: [.deeplink], params: [.required("transactions", .list(.base64))],
            result: .object([
                .required("signatures", .list(.base64)), .required("signedTransactions", .list(.base64)),
            ]), needs: [.approval], limit: .deciding),
        MethodManifest(
            "deeplink.signMessage", callers: [.deeplink], params: [.required("message", .base64)],
            result: .object([.required("signature", .base64), .required("signedMessage", .base64)]),
            needs: [.approval], limit: .deciding),
        MethodManifest(
            "deeplink.signAndSendTransaction", callers: [.deeplink],
            params: [
                .required("tx", .base64), .optional("skipPreflight", .boolean), .optional("preflightCommitment"),
                .optional("maxRetries"), .optional("minContextSlot"),
            ], result: .object([.required("signature")]), needs: [.approval, .network], limit: .sending),
        MethodManifest(
            "deeplink.browse", callers: [.deeplink], params: [.required("url"), .required("ref")],
            result: .object([]), needs: [.approval], limit: .deciding),
    ]

    private static let sessionMembers: [ParameterManifest] = [
        .required("app"), .required("url"), .required("redirect"), .required("cluster"), .required("account"),
        .required("granted", .integer), .required("used", .integer), .required("expires", .integer),
    ]
}
