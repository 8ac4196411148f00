import JSONRPC
import Pictures
import SolanaRPC
import SolanaTransactions
import TransactionReview
import WalletNetwork
import WalletRuntime
import WalletState

/// The NFTs of the wallet's accounts: what accounts on the chain show, and compressed ones where a node has an index of them.
struct NFTsModule: WalletModule {
    let portfolio: PortfolioModule
    let pictures: PictureSource
    private let listings = CollectibleListings()

    private func list(
        _ call: MethodCall, _ cluster: Cluster?, _ name: String?, _ page: ListPage
    ) async throws(RPCError) -> JSON {
        let (account, questions) = try await portfolio.watched(cluster, name)
        let kept = page.cursor == nil ? nil : listings.listing(of: account.key)
        let listing: CollectibleListing
        if let kept {
            listing = kept
        } else {
            listing = try await read(account, questions)
            listings.keep(listing, of: account.key)
        }
        let rows = listing.rows(try await portfolio.hidden.marks(), of: page)
        var answer = account.json
        for member in page.answer("nfts", rows.map(\.json), next: rows.last?.place).object?.members ?? [] {
            answer[member.name.string] = member.value
        }
        answer["missing"] = .array(listing.missing.map { .string(JSONString($0.rawValue)) })
        answer["partial"] = .array(listing.partial.map { .string(JSONString($0.rawValue)) })
        answer["node"] = .string(listing.node)
        answer["slot"] = .string(String(listing.slot))
        return .object(answer)
    }

    /// Asks for each kind at the same time: a node that refuses one may tell of another, and another node of the user's may tell of that.
    private func read(
        _ account: WatchedAccount, _ questions: NodeQuestions
    ) async throws(RPCError) -> CollectibleListing {
        let owner = account.publicKey
        async let core = told(account, questions) { node throws(SolanaRPCError) in
            try await node.coreCollectibles(of: owner)
        }
        async let compressed = told(account, questions) { node throws(SolanaRPCError) in
            try await node.compressedCollectibles(of: owner)
        }
        let tokens = try await questions.ask(account.cluster) { node throws(SolanaRPCError) in
            try await node.tokenCollectibles(of: owner)
        }
        let (assets, indexed) = await (core, compressed)
        var collectibles: [PublicKey: Collectible] = [:]
        // Whatever an account shows takes precedence over an index.
        for each in (indexed?.found ?? []) + (assets ?? []) + tokens.found { collectibles[each.address] = each }
        return CollectibleListing(
            collectibles: Array(collectibles.values),
            missing: (assets == nil ? [.core] : []) + (indexed == nil ? [.compressed] : []),
            partial: (tokens.omitted > 0 ? [.token] : []) + (indexed?.continues == true ? [.compressed] : []),
            node: tokens.source.node, slot: tokens.source.slot)
    }

    /// The answer to a question that nodes may refuse; nil if none answers it.
    private func told<Answer: Sendable>(
        _ account: WatchedAccount, _ questions: NodeQuestions,
        _ question: @escaping @Sendable (NetworkNode) async throws(SolanaRPCError) -> Answer
    ) async -> Answer? {
        try? await questions.ask(account.cluster, question)
    }

    private func details(
        _ call: MethodCall, _ address: PublicKey, _ cluster: Cluster?, _ name: String?
    ) async throws(RPCError) -> JSON {
        let (account, questions) = try await portfolio.watched(cluster, name)
        let found = try await collectible(at: address, of: account, questions)
        var answer = account.json
        answer["nft"] = .object(found.collectible.json(try await portfolio.hidden.marks()[address.base58]))
        answer["attributes"] = .array(found.attributes.map(\.json))
        answer["from"] = found.source.map { .string(JSONString($0.rawValue)) }
        answer["node"] = .string(found.node)
        if let host = PictureSource.firstHost(found.collectible.uri) {
            var picture: JSONObject = [:]
            picture["host"] = host.map { .string(JSONString($0)) }
            answer["picture"] = .object(picture)
        }
        return .object(answer)
    }

    /// Asks servers that the NFT's maker chose: for its file, and for the picture that it names.
    private func picture(
        _ call: MethodCall, _ address: PublicKey, _ cluster: Cluster?, _ name: String?
    ) async throws(RPCError) -> JSON {
        let (account, questions) = try await portfolio.watched(cluster, name)
        let found = try await pictures.picture(
            try await collectible(at: address, of: account, questions).collectible.uri)
        var answer = account.json
        answer["picture"] = .string(Base64.encode(found.picture.png))
        answer["width"] = .number(found.picture.width)
        answer["height"] = .number(found.picture.height)
        answer["hosts"] = .array(found.hosts.map { .string(JSONString($0)) })
        answer["attributes"] = .array(found.attributes.map(\.json))
        if !found.attributes.isEmpty { answer["from"] = .string(JSONString(TraitSource.file.rawValue)) }
        return .object(answer)
    }

    /// The source of an NFT's traits.
    private enum TraitSource: String {
        /// An account of the chain.
        case chain
        /// A node's index, which nothing proves.
        case node
        /// The file at the address that the NFT names.
        case file
    }

    private typealias Found = (
        collectible: Collectible, attributes: [AssetAttribute], source: TraitSource?, node: String
    )

    /// - Throws: -32000 (`nft-unknown`), or the reason no node answers.
    private func collectible(
        at address: PublicKey, of account: WatchedAccount, _ questions: NodeQuestions
    ) async throws(RPCError) -> Found {
        let owner = account.publicKey
        let shown = try await questions.ask(account.cluster) { node throws(SolanaRPCError) in
            try await node.collectible(at: address, of: owner)
        }
        if let shown, !shown.found.attributes.isEmpty {
            return (shown.found, shown.found.attributes, .chain, shown.source.node)
        }
        let indexed =
            await told(account, questions) { node throws(SolanaRPCError) in
                try await node.indexedCollectible(at: address, of: owner)
            } ?? nil
        let traits = indexed?.found.attributes ?? []
        if let shown { return (shown.found, traits, traits.isEmpty ? nil : .node, shown.source.node) }
        guard let indexed, indexed.isCompressed else {
            throw RPCError(.invalidInput, .nftUnknown, "no node tells of such an NFT in this account")
        }
        return (indexed.found, traits, traits.isEmpty ? nil : .node, indexed.node)
    }
}

extension NFTsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(portfolio: PortfolioModule(parts), pictures: PictureSource(parts))
    }

    static let declaration = ModuleDeclaration<NFTsModule>(
        id: "nfts",
        methods: [
            Method(
                "nfts.list", callers: .owner, params: .cluster, .account, .page,
                result: .object([
                    .required("cluster"), .required("account"), .required("nfts", .list(Collectible.form)),
                    .optional("cursor"), .required("missing", .list(.string)), .required("partial", .list(.string)),
                    .required("slot", .u64), .required("node"),
                ]), needs: [.network], limit: .asking, by: NFTsModule.list),
            Method(
                "nfts.details", callers: .owner, params: .required("address", .address), .cluster, .account,
                result: .object([
                    .required("cluster"), .required("account"), .required("nft", Collectible.form),
                    .required("attributes", AssetAttribute.list), .optional("from"), .required("node"),
                    .optional("picture", .object([.optional("host")])),
                ]), needs: [.network], limit: .asking, by: NFTsModule.details),
            Method(
                "nfts.picture", callers: .owner, params: .required("address", .address), .cluster, .account,
                result: .object([
                    .required("cluster"), .required("account"), .required("picture", .base64),
                    .required("width", .integer), .required("height", .integer), .required("hosts", .list(.string)),
                    .required("attributes", AssetAttribute.list), .optional("from"),
                ]), needs: [.network], limit: .asking, by: NFTsModule.picture),
        ])
}
