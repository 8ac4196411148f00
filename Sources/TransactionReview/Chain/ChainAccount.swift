public import SolanaTransactions

/// An account as a node shows it.
public struct ChainAccount: Hashable, Sendable {
    /// What its bytes are, as the program to which it belongs lays them out.
    public enum Contents: Hashable, Sendable {
        /// No bytes, as in an account that only holds SOL.
        case empty
        /// Tokens of one mint, of either token program.
        case token(TokenAccount)
        /// What a token is.
        case mint(Mint)
        /// What a token says of itself beside its mint.
        case metadata(MetaplexMetadata)
        /// Addresses that transactions take accounts from.
        case lookupTable(LookupTableAccount)
        /// A durable nonce.
        case nonce(NonceAccount)
        /// SOL that is staked, or can be.
        case stake(StakeAccount)
        /// A program, its code, or code that is still being written.
        case loader(LoaderAccount)
        /// Of a program that isn't looked into, or not of a kind that is.
        case other
        /// Not what the program lays out, so that one of the two is not what it says.
        case unreadable(CodingError)
    }

    /// What it holds, in lamports.
    public let lamports: UInt64
    /// The program that decides over it; the System program for one that only holds SOL.
    public let program: PublicKey
    /// Whether it is a program itself.
    public let isExecutable: Bool
    /// The number of its bytes.
    public let count: Int
    /// What its bytes are.
    public let contents: Contents

    /// Takes over what a node says of an account, and reads its bytes.
    public init(lamports: UInt64, program: PublicKey, isExecutable: Bool = false, data: ByteSlice = []) {
        self.lamports = lamports
        self.program = program
        self.isExecutable = isExecutable
        count = data.count
        do throws(CodingError) {
            contents = try Contents(data, of: program)
        } catch {
            contents = .unreadable(error)
        }
    }

    /// The most lamports that a cluster asks for an account of this many bytes: 6,960 for each, and for 128 more.
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
        // The first token program has no extensions.
        case TokenProgram.id where data.count == Mint.count, Token2022Program.id where data.isMint:
            self = .mint(try Mint(decoding: data))
        case TokenProgram.id where data.count == TokenAccount.count, Token2022Program.id where data.isTokenAccount:
            self = .token(try TokenAccount(decoding: data))
        default: self = .other
        }
    }
}

extension ByteSlice {
    /// Whether Token-2022 takes it for a mint; a multisignature account has 355 bytes.
    fileprivate var isMint: Bool {
        count == Mint.count || count > TokenAccount.count && count != 355 && self[TokenAccount.count] == 1
    }

    fileprivate var isTokenAccount: Bool {
        count == TokenAccount.count || count > TokenAccount.count && count != 355 && self[TokenAccount.count] == 2
    }
}

extension ChainAccount {
    /// Who has which power over it, in the words that effects use for them.
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
        case .metadata, .empty, .other, .unreadable: [:]
        }
    }

    /// Who can take what is in it.
    var holders: [PublicKey] {
        switch contents {
        case .token(let token): [token.owner]
        case .nonce(let nonce): [nonce.authority]
        case .stake(let stake): [stake.staker, stake.withdrawer]
        case .loader(let account): [account.authority].compactMap { $0 }
        case .mint, .metadata, .lookupTable, .empty, .other, .unreadable: []
        }
    }

    private func powers(_ powers: [(TokenAuthority, PublicKey?)]) -> [String: PublicKey] {
        powers.reduce(into: [:]) { found, power in found[power.0.rawValue] = power.1 }
    }
}

/// Whether an account is there, and what it is.
public enum AccountState: Hashable, Sendable {
    /// Nobody has ever sent anything there, or it was emptied.
    case absent
    /// It is there, and this is what it is.
    case present(ChainAccount)

    var account: ChainAccount? {
        switch self {
        case .absent: nil
        case .present(let account): account
        }
    }
}

/// What a node says of a token, for whoever shows amounts of it.
public struct TokenDescription: Hashable, Sendable {
    /// The mint's address, which alone says which token it is.
    public let mint: PublicKey
    /// How many decimal places the smallest unit stands behind the point.
    public let decimals: UInt8
    /// What the token calls itself. Anybody can write any name here: to be shown as a claim, or not at all. At most 32 characters, nothing hidden.
    public let claimedName: String?
    /// A short name, a claim as well. At most 32 characters, nothing hidden.
    public let claimedSymbol: String?
    /// Who says so.
    public let source: ChainSource
}

extension ChainFacts {
    /// What is known of a token; nil where nobody has shown its mint.
    ///
    /// What the mint says of the token counts before what stands beside it.
    public func token(_ mint: PublicKey) -> TokenDescription? {
        guard let fact = accounts[mint], let contents = fact.value.account?.mint else { return nil }
        let claims = contents.extensions.claims.map { ($0.name, $0.symbol) } ?? metadata(of: mint)
        return TokenDescription(
            mint: mint, decimals: contents.decimals,
            claimedName: claims.flatMap { Self.shown($0.name) },
            claimedSymbol: claims.flatMap { Self.shown($0.symbol) },
            source: fact.source)
    }

    /// What stands beside a mint, where it is about that mint.
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
