import ApprovalQueue
import AssetPrices
import DisplayText
import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletKeys
import WalletNetwork
import WalletRuntime
import WalletState

/// The balances of the wallet's accounts, their history, and the others who may take from them.
struct PortfolioModule: WalletModule {
    let network: (any SolanaNetwork)?
    let keys: WalletKeyring
    let cache: PortfolioCache
    let hidden: HiddenTokens
    let history: TransactionHistory
    let events: WalletEvents
    let context: RuntimeContext
    let watch: AccountWatch
    /// Tells of accounts whose balances are to be asked for again.
    let signals: AccountSignals
    let prices: KeptPrices

    private func balance(
        _ call: MethodCall, _ cluster: Cluster?, _ name: String?, _ isSaved: Bool
    ) async throws(RPCError) -> JSON {
        let (account, questions) = try await watched(cluster, name)
        let balances = balances(questions)
        let currency = await prices.currency(on: account.cluster)
        // Prices are asked for at the same time: they are about none of the account's tokens in particular.
        async let priced: Void = isSaved ? () : refreshPrices(currency, questions)
        let reading =
            try await isSaved ? balances.saved(account) : balances.reading(of: account, listeningOn: network)
        await priced
        var answer = account.json
        answer["lamports"] = .string(String(reading.balance.lamports))
        if reading.balance.unreadable > 0 { answer["unreadable"] = .number(reading.balance.unreadable) }
        answer["worth"] = try await worth(of: account, lamports: reading.balance.lamports, in: currency)
        reading.add(to: &answer)
        return .object(answer)
    }

    private func tokens(
        _ call: MethodCall, _ cluster: Cluster?, _ name: String?, _ isSaved: Bool, _ page: ListPage
    ) async throws(RPCError) -> JSON {
        try await tokens(cluster, name, isSaved, page, shared: false)
    }

    private func permissions(
        _ call: MethodCall, _ cluster: Cluster?, _ name: String?, _ isSaved: Bool, _ page: ListPage
    ) async throws(RPCError) -> JSON {
        try await tokens(cluster, name, isSaved, page, shared: true)
    }

    /// - Parameter shared: True for only those that somebody besides the owner may take from.
    private func tokens(
        _ cluster: Cluster?, _ name: String?, _ isSaved: Bool, _ page: ListPage, shared: Bool
    ) async throws(RPCError) -> JSON {
        let (account, questions) = try await watched(cluster, name)
        let balances = balances(questions)
        let currency = shared ? nil : await prices.currency(on: account.cluster)
        async let priced: Void = page.cursor != nil || isSaved ? () : refreshPrices(currency, questions)
        // A list goes on from what was saved when it began.
        let reading =
            try await page.cursor == nil && !isSaved
            ? balances.reading(of: account, listeningOn: network) : balances.saved(account)
        await priced
        var book: PriceBook?
        if let currency { book = await prices.book(in: currency) }
        let list: JSON
        if shared {
            // A delegate is listed even if the token is hidden.
            let tokens = try await cache.tokens(of: account.key, after: page.cursor, shared: true, limit: page.limit)
            list = page.answer("permissions", tokens.map(\.json), next: tokens.last?.address)
        } else {
            let all = try await cache.tokens(of: account.key, limit: .max)
            let rows = TokenList(all, try await hidden.marks()).rows(of: page)
            list = page.answer("tokens", rows.map { json(of: $0, by: book) }, next: rows.last?.place)
        }
        var answer = account.json
        answer["currency"] = book.map { .string($0.currency.rawValue) }
        for member in list.object?.members ?? [] { answer[member.name.string] = member.value }
        reading.add(to: &answer)
        return .object(answer)
    }

    private func airdrop(
        _ call: MethodCall, _ cluster: Cluster?, _ name: String?, _ lamports: UInt64
    ) async throws(RPCError) -> JSON {
        guard lamports > 0 else {
            throw .parameter("lamports", "an airdrop of nothing")
        }
        let (account, _) = try await watched(cluster, name)
        guard account.cluster != .mainnet, let network else {
            throw RPCError(.invalidInput, .noFaucet, "nobody gives SOL away on \(account.cluster.name)")
        }
        let nodes: [NetworkNode]
        do throws(NetworkError) { nodes = try await network.nodes(of: account.cluster) } catch { throw RPCError(error) }
        guard let node = nodes.first else { throw RPCError(NetworkError.unreachable(account.cluster)) }
        do throws(SolanaRPCError) {
            // Of one node only: where it doesn't answer, nobody knows whether it gave.
            let signature = try await [node].answer(
                until: Deadline(context.clock.now + Self.faucetLimit, of: context.clock)
            ) { node throws(SolanaRPCError) in
                try await node.rpc.requestAirdrop(to: account.publicKey, lamports: lamports)
            }
            var answer = account.json
            answer["signature"] = .string(signature.base58)
            return .object(answer)
        } catch {
            guard case .node(let refusal) = error else { throw RPCError(error, from: [node.name]) }
            let message = VisibleText.escaping(String(refusal.message.prefix(256)))
            throw RPCError(
                .transactionRejected, .nodeRejected, "the faucet refused (\(refusal.code.rawValue)): \(message)",
                data: ["code": .number(refusal.code.rawValue), "message": .string(message)])
        }
    }

    /// The longest time for a faucet: less than a command waits for its agent.
    private static let faucetLimit: Duration = .seconds(30)

    /// The named account, a watch-only one too, and the nodes to ask about it: by default the first account that isn't hidden, on the cluster that the user prefers.
    ///
    /// - Throws: -32000 (`address-invalid`, `account-unknown`, `vault-missing`, `no-network`).
    func watched(
        _ cluster: Cluster?, _ name: String?
    ) async throws(RPCError) -> (account: WatchedAccount, questions: NodeQuestions) {
        if let name, (try? PublicKey(base58: name)) == nil {
            throw RPCError(.invalidInput, .addressInvalid, "that is no address of an account")
        }
        let key = try await keys.viewed(named: name)
        guard let network else { throw RPCError(NetworkError.off) }
        let preferred = await network.preferred
        return (
            WatchedAccount(cluster: cluster ?? preferred, publicKey: key),
            NodeQuestions(network: network, clock: context.clock)
        )
    }

    func run(_ context: ModuleContext) async { await follow(signals) }

    /// Asks for an account's balances whenever a signal says that something has happened in it, until the task is cancelled.
    ///
    /// A sender of signals can't make the wallet ask more than twice a second.
    func follow(_ signals: AccountSignals) async {
        for await key in signals.stream {
            signals.taken(key)
            guard let cluster = Cluster(rawValue: key.cluster),
                let (account, questions) = try? await watched(cluster, key.account)
            else {
                await watch.end(key)
                continue
            }
            // A question that fails now is asked again by the next screen that shows the account.
            _ = try? await balances(questions).refresh(account)
            try? await context.clock.sleep(until: context.clock.now + .milliseconds(500))
        }
    }

    func balances(_ questions: NodeQuestions) -> AccountBalances {
        AccountBalances(questions: questions, cache: cache, events: events, wallClock: context.wallClock, watch: watch)
    }
}

extension PortfolioModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            network: parts.network, keys: parts.keys, cache: PortfolioCache(database: parts.database),
            hidden: HiddenTokens(database: parts.database, wallClock: parts.context.wallClock),
            history: parts.history, events: parts.events, context: parts.context, watch: parts.watch,
            signals: parts.signals, prices: KeptPrices(parts.context))
    }

    static let declaration = ModuleDeclaration<PortfolioModule>(
        id: "portfolio",
        methods: [
            Method(
                "portfolio.balance", callers: .owner, params: .cluster, .account, saved,
                result: .object(
                    ofAccount + [
                        .required("lamports", .u64), .optional("unreadable", .integer), .optional("worth", worth),
                    ] + asOf),
                needs: [.network], limit: .asking, by: PortfolioModule.balance),
            Method(
                "portfolio.tokens", callers: .owner, params: .cluster, .account, saved, .page,
                result: .object(
                    ofAccount + [.required("tokens", .list(token)), .optional("cursor"), .optional("currency")] + asOf),
                needs: [.network], limit: .asking, by: PortfolioModule.tokens),
            Method(
                "portfolio.permissions", callers: .owner, params: .cluster, .account, saved, .page,
                result: .object(ofAccount + [.required("permissions", .list(token)), .optional("cursor")] + asOf),
                needs: [.network], limit: .asking, by: PortfolioModule.permissions),
            Method(
                "portfolio.hide", callers: .owner, params: .required("mint", .address),
                .optional("as", ParameterForm<HiddenTokens.Mark>.word, default: .hidden),
                result: .object([.required("mint"), .required("hidden")]), by: PortfolioModule.hide),
            Method(
                "portfolio.show", callers: .owner, params: .required("mint", .address),
                result: .object([.required("mint"), .required("shown", .boolean)]), by: PortfolioModule.show),
            Method(
                "portfolio.hidden", callers: .owner,
                result: .object([
                    .required("tokens", .list(.object([.required("mint"), .required("hidden")])))
                ]), by: PortfolioModule.listHidden),
            Method(
                "portfolio.history", callers: .owner, params: .cluster, .account, .page,
                result: .object(
                    ofAccount + [
                        .required("entries", .list(.anyObject)), .optional("cursor"), .required("node"),
                        .required("time", .integer), .optional("age", .integer), .required("whole", .boolean),
                        .optional("cause"), .optional("unanswered", .list(.string)),
                    ]), needs: [.network], limit: .asking, by: PortfolioModule.history),
            Method(
                "portfolio.airdrop", callers: [.commandLine], params: .cluster, .account, .required("lamports", .u64),
                result: .object(ofAccount + [.required("signature")]), needs: [.network], limit: .asking,
                by: PortfolioModule.airdrop),
        ])

    /// Only what was saved: no node is asked.
    private static let saved = Parameter<Bool>.optional("saved", .boolean, default: false)
    private static let ofAccount: [ParameterManifest] = [.required("cluster"), .required("account")]
    private static let asOf: [ParameterManifest] = [
        .required("slot", .u64), .required("node"), .required("time", .integer), .required("age", .integer),
        .optional("cause"), .optional("unanswered", .list(.string)),
    ]
    private static let token = ValueType.object([
        .required("tokenAccount"), .required("program"), .required("mint"), .required("amount", .u64),
        .optional("decimals", .integer), .optional("claims", .anyObject), .optional("known", .anyObject),
        .optional("hidden"), .required("frozen", .boolean),
        .optional("delegate"), .optional("delegated", .u64), .optional("closeAuthority"),
        .optional("worth", sum),
    ])
}

extension WatchedAccount {
    var json: JSONObject { ["cluster": .string(cluster.rawValue), "account": .string(publicKey.base58)] }
}

extension AccountBalances.Reading {
    /// Adds the source of the balance and its time.
    func add(to answer: inout JSONObject) {
        answer["slot"] = .string(String(balance.slot))
        answer["node"] = .string(balance.node)
        answer["time"] = .number(balance.time)
        answer["age"] = .number(age)
        answer["cause"] = cause?.reason.map { .string($0.rawValue) }
        answer["unanswered"] = cause?.data["nodes"]
    }
}

extension SavedToken {
    var json: JSON {
        var json: JSONObject = [
            "tokenAccount": .string(address), "program": .string(program), "mint": .string(mint),
            "amount": .string(String(amount)), "frozen": .bool(isFrozen),
        ]
        token?.add(to: &json)
        if let delegate {
            json["delegate"] = .string(delegate)
            json["delegated"] = .string(String(delegated))
        }
        json["closeAuthority"] = closer.map { .string($0) }
        return .object(json)
    }
}

extension SavedMint {
    /// Adds the token's decimals and, apart from them, what the token says of itself.
    func add(to json: inout JSONObject) {
        json["decimals"] = .number(Int(decimals))
        guard name != nil || symbol != nil else { return }
        var claims = JSONObject()
        claims["name"] = name.map { .string($0) }
        claims["symbol"] = symbol.map { .string($0) }
        json["claims"] = .object(claims)
    }
}
