import WalletRuntime
import WalletState

extension PortfolioModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            network: parts.network, keys: parts.keys, cache: PortfolioCache(database: parts.database),
            history: parts.history, events: parts.events, context: parts.context, watch: parts.watch,
            signals: parts.signals)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "portfolio",
        methods: [
            .init(
                "portfolio.balance", callers: .owner, params: account + saved,
                result: .object(
                    ofAccount + [.required("lamports", .u64), .optional("unreadable", .integer)] + asOf),
                needs: [.network], limit: .asking),
            .init(
                "portfolio.tokens", callers: .owner, params: account + saved + ListPage.params,
                result: .object(ofAccount + [.required("tokens", .list(token)), .optional("cursor")] + asOf),
                needs: [.network], limit: .asking),
            .init(
                "portfolio.permissions", callers: .owner, params: account + saved + ListPage.params,
                result: .object(ofAccount + [.required("permissions", .list(token)), .optional("cursor")] + asOf),
                needs: [.network], limit: .asking),
            .init(
                "portfolio.history", callers: .owner, params: account + ListPage.params,
                result: .object(
                    ofAccount + [
                        .required("entries", .list(.anyObject)), .optional("cursor"), .required("node"),
                        .required("time", .integer), .optional("age", .integer), .required("whole", .boolean),
                        .optional("cause"), .optional("unanswered", .list(.string)),
                    ]), needs: [.network], limit: .asking),
            .init(
                "portfolio.airdrop", callers: [.commandLine], params: account + [.required("lamports", .u64)],
                result: .object(ofAccount + [.required("signature")]), needs: [.network], limit: .asking),
        ],
        extensionPoints: ExtensionPoints(
            commands: ["airdrop", "balance", "history", "permissions"], routes: ["home", "permissions"]))

    private static let account: [ParameterManifest] = [.optional("cluster"), .optional("account")]
    private static let saved: [ParameterManifest] = [.optional("saved", .boolean)]
    private static let ofAccount: [ParameterManifest] = [.required("cluster"), .required("account")]
    private static let asOf: [ParameterManifest] = [
        .required("slot", .u64), .required("node"), .required("time", .integer), .required("age", .integer),
        .optional("cause"), .optional("unanswered", .list(.string)),
    ]
    private static let token = ValueType.object([
        .required("tokenAccount"), .required("program"), .required("mint"), .required("amount", .u64),
        .optional("decimals", .integer), .optional("claims", .anyObject), .required("frozen", .boolean),
        .optional("delegate"), .optional("delegated", .u64), .optional("closeAuthority"),
    ])
}
