import PublishedInterfaces
public import SolanaTransactions

/// An account as a node shows it.
public struct ChainAccount: Hashable, Sendable {
    /// The contents of its bytes, in the layout of the program to which it belongs.
    public enum Contents: Hashable, Sendable {
        /// No bytes, as in an account that only holds SOL.
        case empty
        /// Tokens of one mint, of either token program.
        case token(TokenAccount)
        /// The properties of a token.
        case mint(Mint)
        /// A token's description of itself beside its mint.
        case metadata(MetaplexMetadata)
        /// An NFT of Metaplex Core.
        case core(CoreAsset)
        /// Addresses that transactions take accounts from.
        case lookupTable(LookupTableAccount)
        /// A durable nonce.
        case nonce(NonceAccount)
        /// SOL that is staked, or can be.
        case stake(StakeAccount)
        /// A program, its code, or code that is still being written.
        case loader(LoaderAccount)
        /// What may be the interface that a program's author published: its bytes, which nobody has looked into.
        case interface(ByteSlice)
        /// Data of a program, or of a kind, that the wallet doesn't decode.
        case other
        /// Data that doesn't fit the program's layout, so one of the two is not what it claims to be.
        case unreadable(CodingError)
    }

    /// Its balance, in lamports.
    public let lamports: UInt64
    /// The program that controls it; the System program for an account that only holds SOL.
    public let program: PublicKey
    /// True if it is itself a program.
    public let isExecutable: Bool
    /// The number of its bytes.
    public let count: Int
    /// The contents of its bytes.
    public let contents: Contents
    /// Its bytes, if its program keeps instructions that a group decides on.
    let kept: ByteSlice?
    /// Those of the addresses looked for that stand somewhere in its bytes; nil if nothing was looked for, or the bytes are too many.
    public let named: Set<PublicKey>?

    /// The most bytes in which addresses are looked for.
    static let searched = 131_072

    /// Stores a node's report of an account, and decodes its bytes.
    ///
    /// - Parameter addresses: The addresses to look for in the bytes; nil to look for none.
    public init(
        lamports: UInt64, program: PublicKey, isExecutable: Bool = false, data: ByteSlice = [],
        naming addresses: Set<PublicKey>? = nil
    ) {
        named = data.count <= Self.searched ? addresses.map { data.named(among: $0) } : nil
        self.lamports = lamports
        self.program = program
        self.isExecutable = isExecutable
        count = data.count
        kept = ProposalPrograms.keepsMessages(program) ? data : nil
        do throws(CodingError) {
            contents = try Contents(data, of: program)
        } catch {
            contents = .unreadable(error)
        }
    }

    /// Returns the most lamports that a cluster requires for an account of this many bytes: 6,960 for each byte, and for 128 more.
    static func rent(_ count: Int) -> UInt64 {
        UInt64(clamping: count).addingSaturated(128).multipliedSaturated(6_960)
    }

    var token: TokenAccount? { if case .token(let token) = contents { token } else { nil } }
    var mint: Mint? { if case .mint(let mint) = contents { mint } else { nil } }
    var metadata: MetaplexMetadata? { if case .metadata(let metadata) = contents { metadata } else { nil } }
    var lookupTable: LookupTableAccount? { if case .lookupTable(let table) = contents { table } else { nil } }
}

extension ChainAccount.Contents {
    fileprivate init(_ data: ByteSlice, of program: PublicKey) throws(CodingError) {
        switch program {
        case _ where data.isEmpty: self = .empty
        case SystemProgram.id where data.count == NonceAccount.count: self = .nonce(try NonceAccount(decoding: data))
        case StakeProgram.id where data.count == StakeAccount.count: self = .stake(try StakeAccount(decoding: data))
        case UpgradeableLoaderProgram.id: self = .loader(try LoaderAccount(decoding: data))
        case AddressLookupTableProgram.id: self = .lookupTable(try LookupTableAccount(decoding: data))
        case MetaplexMetadata.program where MetaplexMetadata.isKind(of: data):
            self = .metadata(try MetaplexMetadata(decoding: data))
        case CoreAsset.program where CoreAsset.isKind(of: data): self = .core(try CoreAsset(decoding: data))
        // The first token program has no extensions.
        case TokenProgram.id where data.count == Mint.count, Token2022Program.id where data.isMint:
            self = .mint(try Mint(decoding: data))
        case TokenProgram.id where data.count == TokenAccount.count, Token2022Program.id where data.isTokenAccount:
            self = .token(try TokenAccount(decoding: data))
        case _ where InterfaceAccount.isLikely(data, of: program): self = .interface(data)
        default: self = .other
        }
    }
}

extension ByteSlice {
    /// The addresses whose bytes stand somewhere in these.
    fileprivate func named(among addresses: Set<PublicKey>) -> Set<PublicKey> {
        guard count >= PublicKey.count else { return [] }
        let wanted = addresses.map { (key: $0, bytes: $0.bytes) }
        return Array(self).withUnsafeBufferPointer { data in
            var found: Set<PublicKey> = []
            for start in 0...data.count - PublicKey.count {
                for (key, bytes) in wanted where data[start] == bytes[0] && data[start + 1] == bytes[1] {
                    if data[start..<start + PublicKey.count].elementsEqual(bytes) { found.insert(key) }
                }
            }
            return found
        }
    }

    /// True if Token-2022 treats it as a mint; a multisignature account has 355 bytes.
    fileprivate var isMint: Bool {
        count == Mint.count || count > TokenAccount.count && count != 355 && self[TokenAccount.count] == 1
    }

    fileprivate var isTokenAccount: Bool {
        count == TokenAccount.count || count > TokenAccount.count && count != 355 && self[TokenAccount.count] == 2
    }
}

extension ChainAccount {
    /// The powers over it and their holders, in the words that effects use for them.
    var authorities: [String: PublicKey] {
        switch contents {
        case .token(let token):
            powers([(.accountOwner, token.owner), (.closeAccount, token.closeAuthority)])
        case .mint(let mint):
            powers([
                (.mintTokens, mint.mintAuthority), (.freezeAccount, mint.freezeAuthority),
                (.closeMint, mint.extensions.closeAuthority),
                (.permanentDelegate, mint.extensions.permanentDelegate),
                (.transferFeeConfig, mint.extensions.transferFee?.authority),
                (.transferHookProgramId, mint.extensions.transferHook?.authority),
                (.pause, mint.extensions.pauseAuthority),
            ])
        case .nonce(let nonce): ["nonce": nonce.authority]
        case .stake(let stake):
            ["staker": stake.staker, "withdrawer": stake.withdrawer, "custodian": stake.custodian]
                .compactMapValues { $0 }
        case .lookupTable(let table): table.authority.map { ["table": $0] } ?? [:]
        case .loader(let account): account.authority.map { ["upgrade": $0] } ?? [:]
        case .metadata, .core, .interface, .empty, .other, .unreadable: [:]
        }
    }

    /// The addresses that can take its contents.
    var holders: [PublicKey] {
        switch contents {
        case .token(let token): [token.owner]
        case .nonce(let nonce): [nonce.authority]
        case .stake(let stake): [stake.staker, stake.withdrawer]
        case .loader(let account): [account.authority].compactMap { $0 }
        case .mint, .metadata, .core, .lookupTable, .interface, .empty, .other, .unreadable: []
        }
    }

    private func powers(_ powers: [(TokenAuthority, PublicKey?)]) -> [String: PublicKey] {
        powers.reduce(into: [:]) { found, power in found[power.0.rawValue] = power.1 }
    }
}

/// The state of an account: absent, or present with its contents.
public enum AccountState: Hashable, Sendable {
    /// Nothing was ever sent there, or the account was emptied.
    case absent
    /// The account exists, with these contents.
    case present(ChainAccount)

    var account: ChainAccount? {
        switch self {
        case .absent: nil
        case .present(let account): account
        }
    }
}

/// A node's description of a token, for code that shows amounts of it.
public struct TokenDescription: Hashable, Sendable {
    /// The mint's address, which alone identifies the token.
    public let mint: PublicKey
    /// The number of decimal places of the smallest unit.
    public let decimals: UInt8
    /// The token's own name. Anyone can write any name here, so show it as a claim, or not at all. At most 32 characters, nothing hidden.
    public let claimedName: String?
    /// A short name, also a claim. At most 32 characters, nothing hidden.
    public let claimedSymbol: String?
    /// True if there is one of it, which can't be divided.
    public let isUnique: Bool
    /// The source of the description.
    public let source: ChainSource
}

extension ChainFacts {
    /// Returns the description of a token; nil if no node has shown its mint.
    ///
    /// The mint's own claims take precedence over those of the metadata beside it.
    public func token(_ mint: PublicKey) -> TokenDescription? {
        guard let fact = accounts[mint], let contents = fact.value.account?.mint else { return nil }
        let claims = contents.extensions.claims.map { ($0.name, $0.symbol) } ?? metadata(of: mint)
        return TokenDescription(
            mint: mint, decimals: contents.decimals,
            claimedName: claims.flatMap { Self.shown($0.name) },
            claimedSymbol: claims.flatMap { Self.shown($0.symbol) },
            isUnique: contents.decimals == 0 && contents.supply == 1,
            source: fact.source)
    }

    /// Returns the name of an asset of Metaplex Core in the form in which it may be shown.
    func assetName(_ asset: CoreAsset) -> String? { Self.shown(asset.name) }

    /// Returns the name of a token of which there is one: an NFT's; nil for any other, and where no node has shown it.
    func uniqueName(_ mint: PublicKey) -> String? {
        token(mint).flatMap { $0.isUnique ? $0.claimedName : nil }
    }

    /// Returns the name and symbol in the metadata beside a mint, if the metadata is about that mint.
    private func metadata(of mint: PublicKey) -> (name: String, symbol: String)? {
        guard let metadata = account(MetaplexMetadata.address(of: mint))?.metadata, metadata.mint == mint else {
            return nil
        }
        return (metadata.name, metadata.symbol)
    }

    private static func shown(_ claim: String) -> String? {
        claim.isEmpty ? nil : ClaimedText.shown(claim, most: 32)
    }
}
