public import SolanaRPC
public import SolanaTransactions
public import TransactionReview

/// The NFTs of an address. Each question stands alone, since a node that answers one may refuse another.
extension NetworkNode {
    /// NFTs with the number of tokens that weren't looked at, since there are too many.
    public typealias TokenCollectibles = (found: [Collectible], omitted: Int, source: ChainSource)

    /// Returns the NFTs in an address's token accounts: mints with a supply of 1 and no decimals that something describes.
    ///
    /// - Throws: `.answer` if one of the accounts isn't what was asked for.
    public func tokenCollectibles(of owner: PublicKey) async throws(SolanaRPCError) -> TokenCollectibles {
        let options = RPCContextOptions(.confirmed)
        let (first, second) = try await rpc.batch(
            GetTokenAccountsByOwner(owner: owner, filter: .program(TokenProgram.id), options: options),
            GetTokenAccountsByOwner(owner: owner, filter: .program(Token2022Program.id), options: options))
        let (accounts, _, slot) = try Self.tokenAccounts([first, second], of: owner)
        var holdings: [PublicKey: (program: PublicKey, holding: Collectible.Holding)] = [:]
        for (address, account) in accounts where account.contents.amount == 1 {
            holdings[account.contents.mint] = (
                account.program, .init(address: address, isFrozen: account.contents.isFrozen)
            )
        }
        let mints = holdings.keys.sorted()
        let asked = Array(mints.prefix(Self.mostNamed))
        let described = try await descriptions(of: asked)
        let found = asked.compactMap { mint -> Collectible? in
            guard let (program, holding) = holdings[mint], let description = described[mint],
                description.program == program
            else { return nil }
            return Collectible(
                mint: mint, description.mint, of: program, metadata: description.metadata, holding: holding)
        }
        return (
            await named(found), mints.count - asked.count, ChainSource(node: name, slot: slot)
        )
    }

    /// Returns the assets of Metaplex Core that an address holds. Many public nodes refuse this question.
    ///
    /// - Throws: `.answer` if one of the accounts isn't what was asked for.
    public func coreCollectibles(of owner: PublicKey) async throws(SolanaRPCError) -> [Collectible] {
        let accounts = try await rpc.getProgramAccounts(
            of: CoreAsset.program, [.memcmp(offset: 0, bytes: [CoreAsset.key] + owner.bytes)],
            slice: DataSlice(offset: 0, length: Self.mostListedBytes), RPCContextOptions(.confirmed)
        ).value
        var found: [Collectible] = []
        for keyed in accounts {
            guard keyed.account.owner == CoreAsset.program else {
                throw .answer(method: GetProgramAccounts.name, path: "value")
            }
            guard let asset = try? CoreAsset(decoding: ByteSlice(keyed.account.data)) else { continue }
            guard asset.owner == owner else { throw .answer(method: GetProgramAccounts.name, path: "value") }
            found.append(Collectible(core: keyed.publicKey, asset))
        }
        return await named(found)
    }

    /// Returns the compressed NFTs of an address, by the index of a node that has one; and whether there may be more.
    public func compressedCollectibles(
        of owner: PublicKey
    ) async throws(SolanaRPCError) -> (found: [Collectible], continues: Bool) {
        var found: [PublicKey: Collectible] = [:]
        for page in 1...Self.mostIndexPages {
            let assets = try await rpc.getAssetsByOwner(owner, page: page)
            for asset in assets where asset.isCompressed && !asset.isBurnt && asset.owner == owner {
                found[asset.address] = Collectible(compressed: asset)
            }
            guard assets.count == GetAssetsByOwner.mostOnPage else { return (Array(found.values), false) }
        }
        return (Array(found.values), true)
    }

    /// Returns the NFT at an address by its accounts; nil if there is none, or if it isn't the owner's.
    public func collectible(
        at address: PublicKey, of owner: PublicKey
    ) async throws(SolanaRPCError) -> (found: Collectible, source: ChainSource)? {
        let answer = try await rpc.getMultipleAccounts(
            [address, MetaplexMetadata.address(of: address)],
            slice: DataSlice(offset: 0, length: Self.mostShownBytes), RPCContextOptions(.confirmed))
        let source = ChainSource(node: name, slot: answer.slot)
        guard let info = answer.value[0] else { return nil }
        if info.owner == CoreAsset.program {
            guard let asset = try? CoreAsset(decoding: ByteSlice(info.data)), asset.owner == owner else { return nil }
            return await named([Collectible(core: address, asset)]).first.map { ($0, source) }
        }
        guard let mint = Self.mint(info, most: Int(Self.mostShownBytes)) else { return nil }
        let metadata = answer.value[1].flatMap(Self.metadata)
        let accounts = try await rpc.getTokenAccountsByOwner(owner, .mint(address), RPCContextOptions(.confirmed)).value
        let held = accounts.lazy.compactMap { keyed -> Collectible.Holding? in
            guard keyed.account.owner == info.owner,
                let contents = try? TokenAccount(decoding: ByteSlice(keyed.account.data)),
                contents.owner == owner, contents.mint == address, contents.amount == 1
            else { return nil }
            return Collectible.Holding(address: keyed.publicKey, isFrozen: contents.isFrozen)
        }.first
        guard let held,
            let found = Collectible(mint: address, mint, of: info.owner, metadata: metadata, holding: held)
        else { return nil }
        return await named([found]).first.map { ($0, source) }
    }

    /// Returns an NFT of an address by the index of a node that has one, compressed or not; nil if it isn't that address's.
    public func indexedCollectible(
        at address: PublicKey, of owner: PublicKey
    ) async throws(SolanaRPCError) -> (found: Collectible, isCompressed: Bool, node: String)? {
        let asset = try await rpc.getAsset(address)
        guard asset.owner == owner, !asset.isBurnt else { return nil }
        return (Collectible(compressed: asset), asset.isCompressed, name)
    }

    /// The most bytes of a Core asset in a list: its name, and nothing of its plugins.
    private static let mostListedBytes: UInt64 = 1_024
    /// The most bytes of an account that is shown alone.
    private static let mostShownBytes: UInt64 = 16_384
    /// The most pages that an index is asked for.
    private static let mostIndexPages = 3
    /// The most collections whose names are looked up.
    private static let mostCollections = 200

    private typealias MintDescription = (mint: Mint, program: PublicKey, metadata: MetaplexMetadata?)

    private func descriptions(of mints: [PublicKey]) async throws(SolanaRPCError) -> [PublicKey: MintDescription] {
        let metadata = Dictionary(uniqueKeysWithValues: mints.map { ($0, MetaplexMetadata.address(of: $0)) })
        let found = try await accounts(
            mints.map { ($0, UInt64(Self.mostMintBytes)) }
                + metadata.values.map { ($0, UInt64(MetaplexMetadata.wholeCount)) })
        var described: [PublicKey: MintDescription] = [:]
        for address in mints {
            guard let info = found[address], let mint = Self.mint(info, most: Self.mostMintBytes) else { continue }
            described[address] = (mint, info.owner, metadata[address].flatMap { found[$0] }.flatMap(Self.metadata))
        }
        return described
    }

    /// Adds the names of collections; one that can't be read stays without.
    private func named(_ collectibles: [Collectible]) async -> [Collectible] {
        let collections = Set(collectibles.compactMap { $0.collectionName == nil ? $0.collection?.address : nil })
        let asked = Array(collections.sorted().prefix(Self.mostCollections))
        guard !asked.isEmpty,
            let found = try? await accounts(
                asked.map { ($0, Self.mostListedBytes) }
                    + asked.map { (MetaplexMetadata.address(of: $0), UInt64(MetaplexMetadata.mostCount)) })
        else { return collectibles }
        return collectibles.map { collectible in
            guard let address = collectible.collection?.address else { return collectible }
            var named = collectible
            named.collectionName = Collectible.shown(
                Self.collectionName(found[address], found[MetaplexMetadata.address(of: address)], at: address))
            return named
        }
    }

    private static func collectionName(
        _ account: AccountInfo?, _ beside: AccountInfo?, at address: PublicKey
    ) -> String? {
        guard let account else { return nil }
        if account.owner == CoreAsset.program {
            return (try? CoreCollection(decoding: ByteSlice(account.data)))?.name
        }
        let claims = mint(account, most: Int(mostListedBytes))?.extensions.claims
        return claims?.name ?? beside.flatMap(metadata).flatMap { $0.mint == address ? $0.name : nil }
    }

    /// Reads accounts in as few calls as there can be, each up to a length.
    private func accounts(
        _ wanted: [(address: PublicKey, length: UInt64)]
    ) async throws(SolanaRPCError) -> [PublicKey: AccountInfo] {
        let questions = Dictionary(grouping: wanted, by: \.length).flatMap { length, group in
            Self.lots(of: group.map(\.address)).map { ($0, DataSlice(offset: 0, length: length)) }
        }
        let answers = try await rpc.batch(
            questions.map { GetMultipleAccounts(addresses: $0, slice: $1, options: RPCContextOptions(.confirmed)) })
        var found: [PublicKey: AccountInfo] = [:]
        for ((lot, _), answer) in zip(questions, answers) {
            for (address, info) in zip(lot, try answer.get().value) { found[address] = info }
        }
        return found
    }

    /// Reads a mint of either token program; of one that was cut off, the part before its extensions.
    private static func mint(_ info: AccountInfo, most: Int) -> Mint? {
        guard info.owner == TokenProgram.id || info.owner == Token2022Program.id else { return nil }
        let isCut = info.space.map { $0 > UInt64(info.data.count) } ?? (info.data.count >= most)
        return try? Mint(decoding: ByteSlice(isCut ? Array(info.data.prefix(Mint.count)) : info.data))
    }

    private static func metadata(_ info: AccountInfo) -> MetaplexMetadata? {
        guard info.owner == MetaplexMetadata.program else { return nil }
        return try? MetaplexMetadata(decoding: ByteSlice(info.data))
    }
}
