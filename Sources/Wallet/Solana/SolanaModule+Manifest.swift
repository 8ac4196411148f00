import WalletRuntime

extension SolanaModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            keys: parts.keys, coordinator: parts.coordinator, origins: parts.origins,
            acquaintances: parts.acquaintances, events: parts.events, wallClock: parts.context.wallClock,
            clock: parts.context.clock, network: parts.network, signals: parts.signals)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "solana",
        methods: [
            .init(
                "connect", callers: [.page], params: [.optional("cluster"), .optional("silent", .boolean)],
                result: .object([.required("accounts", accounts), .optional("publicKey"), .optional("accountLabel")]),
                limit: .deciding),
            .init("disconnect", callers: [.page], params: [], result: .object([])),
            .init("getAccounts", callers: [.page], params: [], result: .object([.required("accounts", accounts)])),
            .init(
                "signMessage", callers: [.page], params: [.required("message", .base64), .optional("account")],
                result: .object([.required("signature", .base64), .required("signedMessage", .base64)]), needs: signing,
                limit: .deciding),
            .init(
                "signAllMessages", callers: [.page],
                params: [.required("messages", .list(.base64)), .optional("account")],
                result: messages, needs: signing, limit: .deciding),
            .init(
                "signTransaction", callers: [.page],
                params: [
                    .required("tx", .base64), .optional("account"), .optional("cluster"),
                    .optional("minContextSlot", .u64), .optional("preflightCommitment"),
                ],
                result: .object([.required("signature", .base64), .required("signedTransaction", .base64)]),
                needs: signing, limit: .deciding),
            .init(
                "signAllTransactions", callers: [.page],
                params: [
                    .required("transactions", .list(.base64)), .optional("account"), .optional("cluster"),
                    .optional("minContextSlot", .u64), .optional("preflightCommitment"),
                ],
                result: .object([
                    .required("signatures", .list(.base64)), .required("signedTransactions", .list(.base64)),
                ]), needs: signing, limit: .deciding),
            // A page that isn't connected gets there on the way.
            .init(
                "signIn", callers: [.page],
                params: [
                    "domain", "address", "statement", "uri", "version", "chainId", "nonce", "issuedAt",
                    "expirationTime",
                    "notBefore", "requestId",
                ].map { .optional($0) } + [.optional("resources", .list(.string))],
                result: .object([
                    .required("publicKey"), .required("accounts", accounts), .required("signature", .base64),
                    .required("signedMessage", .base64),
                ]), needs: [.approval], limit: .deciding),
            .init(
                "signOffchainMessage", callers: [.page],
                params: [.required("message", .base64), .required("signers", .list(.string)), .optional("account")],
                result: .object([.required("signature", .base64), .required("signedMessage", .base64)]), needs: signing,
                limit: .deciding),
            .init(
                "signAllOffchainMessages", callers: [.page],
                params: [
                    .required("messages", .list(.base64)), .required("signers", .list(.string)), .optional("account"),
                ], result: messages, needs: signing, limit: .deciding),
            .init(
                "sendTransaction", callers: [.page],
                params: [.required("tx", .base64), .optional("cluster"), .optional("account")] + options,
                result: .object([.required("signature")]), needs: sending, limit: .sending),
            .init(
                "sendAllTransactions", callers: [.page],
                params: [
                    .required("transactions", .list(.base64)), .required("cluster"), .optional("account"),
                    .optional("mode"),
                ] + options,
                result: .object([
                    .required(
                        "results", .list(.object([.optional("signature"), .optional("error", .anyObject)])))
                ]), needs: sending, limit: .sending),
            .init("cancel", callers: [.page], params: [.required("id")], result: .object([])),
        ])

    private static let signing: Set<Need> = [.connectedOrigin, .approval]
    private static let sending: Set<Need> = [.connectedOrigin, .approval, .network]
    private static let accounts = ValueType.list(.object([.required("publicKey"), .required("label")]))
    private static let messages = ValueType.object([
        .required("signatures", .list(.base64)), .required("signedMessages", .list(.base64)),
    ])
    private static let options: [ParameterManifest] = [
        .optional("commitment"), .optional("preflightCommitment"), .optional("skipPreflight", .boolean),
        .optional("minContextSlot", .u64), .optional("maxRetries", .u64),
    ]
}
