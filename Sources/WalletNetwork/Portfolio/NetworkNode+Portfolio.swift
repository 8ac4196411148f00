public import SolanaRPC
public import SolanaTransactions
public import TransactionReview

/// The holdings of an address.
extension NetworkNode {
    /// Returns the holdings of an address: one message asks for the accounts, and another for the tokens' descriptions.
    ///
    /// - Throws: `.answer` if one of the accounts isn't what was asked for.
    public func portfolio(of address: PublicKey) async throws(SolanaRPCError) -> Portfolio {
        let options = RPCContextOptions(.confirmed)
        let programs = [TokenProgram.id, Token2022Program.id]
        let (balance, first, second) = try await rpc.batch(
            GetBalance(address: address, options: options),
            GetTokenAccountsByOwner(owner: address, filter: .program(programs[0]), options: options),
            GetTokenAccountsByOwner(owner: address, filter: .program(programs[1]), options: options))
        let lamports = try balance.get()
        let (accounts, unreadable, found) = try Self.tokenAccounts([first, second], of: address)
        let slot = min(lamports.slot, found)
        let held = Set(accounts.values.filter { $0.contents.amount > 0 }.map(\.contents.mint))
        let mints = Set(accounts.values.map(\.contents.mint)).sorted()
        let known = try await tokens(mints.filter(held.contains) + mints.filter { !held.contains($0) })
        let holdings = accounts.map { key, account in
            // The mint of a token belongs to the program of its accounts.
            let token = known[account.contents.mint].flatMap { $0.program == account.program ? $0.token : nil }
            return TokenHolding(address: key, program: account.program, contents: account.contents, token: token)
        }
        return Portfolio(
            address: address, lamports: lamports.value, tokens: holdings.sorted { $0.address < $1.address },
            unreadable: unreadable.sorted(), source: ChainSource(node: name, slot: slot))
    }

    /// The token accounts of an address by their addresses, those that can't be read, and the earliest slot for which they hold.
    typealias TokenAccounts = (
        accounts: [PublicKey: (program: PublicKey, contents: TokenAccount)], unreadable: [PublicKey], slot: UInt64
    )

    /// Reads the answers of ``GetTokenAccountsByOwner`` for Token and for Token-2022.
    ///
    /// - Throws: The error of an answer; `.answer` if one of the accounts isn't what was asked for.
    static func tokenAccounts(
        _ answers: [Result<Slotted<[KeyedAccount]>, SolanaRPCError>], of address: PublicKey
    ) throws(SolanaRPCError) -> TokenAccounts {
        var slot = UInt64.max
        var accounts: [PublicKey: (program: PublicKey, contents: TokenAccount)] = [:]
        var unreadable: [PublicKey] = []
        for (program, answer) in zip([TokenProgram.id, Token2022Program.id], answers) {
            let found = try answer.get()
            slot = min(slot, found.slot)
            for (place, keyed) in found.value.enumerated() {
                // Another's account, or one account twice, would be counted as this address's tokens.
                let fault = SolanaRPCError.answer(method: GetTokenAccountsByOwner.name, path: "value[\(place)]")
                guard keyed.account.owner == program, accounts[keyed.publicKey] == nil,
                    !unreadable.contains(keyed.publicKey)
                else { throw fault }
                guard let contents = try? TokenAccount(decoding: ByteSlice(keyed.account.data)) else {
                    unreadable.append(keyed.publicKey)
                    continue
                }
                guard contents.owner == address else { throw fault }
                accounts[keyed.publicKey] = (program, contents)
            }
        }
        return (accounts, unreadable, slot)
    }

    /// A token as its mint describes it, and the program that the mint belongs to.
    public typealias DescribedToken = (token: TokenDescription, program: PublicKey)

    /// Returns the node's descriptions of tokens. It leaves out tokens whose mints are missing or unreadable.
    ///
    /// One message asks for the mints, and for the metadata of the first ``mostNamed``: a mint of Token has no name in it.
    public func tokens(_ mints: [PublicKey]) async throws(SolanaRPCError) -> [PublicKey: DescribedToken] {
        let slice = DataSlice(offset: 0, length: UInt64(Self.mostMintBytes))
        let names = DataSlice(offset: 0, length: UInt64(MetaplexMetadata.mostCount))
        let questions =
            Self.lots(of: mints).map { ($0, slice) }
            + Self.lots(of: mints.prefix(Self.mostNamed).map(MetaplexMetadata.address)).map { ($0, names) }
        let answers = try await rpc.batch(
            questions.map { GetMultipleAccounts(addresses: $0, slice: $1, options: RPCContextOptions(.confirmed)) })
        var facts = ChainFacts()
        for ((lot, _), answer) in zip(questions, answers) {
            let answer = try answer.get()
            let source = ChainSource(node: name, slot: answer.slot)
            for (address, info) in zip(lot, answer.value) {
                guard let info else { continue }
                let account = ChainAccount(
                    lamports: info.lamports, program: info.owner, isExecutable: info.isExecutable,
                    data: Self.readable(info))
                facts.accounts[address] = ChainFact(.present(account), source)
            }
        }
        var tokens: [PublicKey: DescribedToken] = [:]
        for mint in mints {
            guard let program = facts.account(mint)?.program, let token = facts.token(mint) else { continue }
            tokens[mint] = (token, program)
        }
        return tokens
    }

    /// The most accounts that a node takes in one call.
    private static let mostAccounts = 100

    /// The most tokens whose names are looked up in metadata; beyond that, some have no name.
    static let mostNamed = 1_000

    /// The most bytes read of a mint, which is as long as its maker pays for. No airdropped token may make the answer too long for all the others.
    static let mostMintBytes = 4_096

    static func lots(of addresses: [PublicKey]) -> [[PublicKey]] {
        stride(from: 0, to: addresses.count, by: mostAccounts).map {
            Array(addresses[$0..<min($0 + mostAccounts, addresses.count)])
        }
    }

    /// Returns the readable bytes of an account: of a mint that was cut off, those up to its decimals; of anything else, all that were asked for.
    private static func readable(_ info: AccountInfo) -> ByteSlice {
        guard info.owner != MetaplexMetadata.program else { return ByteSlice(info.data) }
        let isCut = info.space.map { $0 > UInt64(info.data.count) } ?? (info.data.count >= mostMintBytes)
        return ByteSlice(isCut ? Array(info.data.prefix(Mint.count)) : info.data)
    }
}

/// The holdings of an address as one node reports them: SOL, and tokens of both token programs.
public struct Portfolio: Hashable, Sendable {
    /// The address that holds them.
    public let address: PublicKey
    /// SOL, in lamports, without the lamports of token accounts.
    public let lamports: UInt64
    /// The token accounts in order of their addresses, including empty ones.
    public let tokens: [TokenHolding]
    /// The token accounts with unreadable bytes, in order of their addresses.
    public let unreadable: [PublicKey]
    /// The node that reported it, and the earliest slot for which any of it holds.
    public let source: ChainSource

    /// Creates a portfolio from a node's answers.
    public init(
        address: PublicKey, lamports: UInt64, tokens: [TokenHolding] = [], unreadable: [PublicKey] = [],
        source: ChainSource
    ) {
        self.address = address
        self.lamports = lamports
        self.tokens = tokens
        self.unreadable = unreadable
        self.source = source
    }
}

/// Tokens of one mint in one account.
public struct TokenHolding: Hashable, Sendable {
    /// The address of the token account.
    public let address: PublicKey
    /// Token or Token-2022.
    public let program: PublicKey
    /// The amount, and the keys that may take it besides the owner.
    public let contents: TokenAccount
    /// The token; nil if its mint is unreadable, so that the amount has no decimal point.
    public let token: TokenDescription?

    /// True if someone besides the owner may take tokens out or close the account.
    public var isShared: Bool {
        contents.delegate != nil || contents.closeAuthority.map { $0 != contents.owner } ?? false
    }
}
