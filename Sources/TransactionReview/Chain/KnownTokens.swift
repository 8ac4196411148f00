import ProgramRegistry
public import SolanaTransactions

/// The known facts about the tokens that a transaction moves, so that their amounts can be shown with a decimal point.
///
/// Decimals that the transaction names come first: a token program refuses an instruction whose decimals aren't the mint's. A node may supply
/// decimals that no instruction names.
public struct KnownTokens: Sendable {
    /// The token of an amount.
    public struct Token: Hashable, Sendable {
        public let mint: MessageAccount.Source
        /// The number of decimal places of the smallest unit; nil if unknown.
        public let decimals: UInt8?
        /// The symbol on the list of known tokens.
        public var symbol: String?
        /// The token's own name for itself, as a node reports it: an unverified claim.
        public let claimedSymbol: String?
        /// The name that a token of which there is one gives itself: an unverified claim.
        public var claimedName: String?
    }

    /// The instructions that are refused if they name other decimals than the mint's.
    private static let checked: Set<String> = [
        "TransferChecked", "TransferCheckedWithFee", "ApproveChecked", "BurnChecked", "MintToChecked",
    ]
    /// The mint of wrapped SOL, which every node describes alike.
    private static let native = PublicKey("So11111111111111111111111111111111111111112")

    private let named: [MessageAccount.Source: UInt8]
    private let facts: ChainFacts?

    /// - Parameter facts: The facts that nodes reported about the transaction; nil if no node was asked.
    public init(in review: TransactionReview, facts: ChainFacts? = nil) {
        self.facts = facts
        let kinds: [Effect.Kind] = [.tokensOut, .tokensIn, .delegate]
        guard kinds.contains(where: { review.changes.kinds.contains(EffectKinds($0)) }) else {
            named = [:]
            return
        }
        named = Self.enforced(in: review)
    }

    /// Returns the decimals that the transaction itself names for each mint, in instructions that are refused where the mint has others.
    package static func enforced(in review: TransactionReview) -> [MessageAccount.Source: UInt8] {
        var named: [MessageAccount.Source: UInt8] = [:]
        for instruction in review.instructions.flatMap({ $0.nested.isEmpty ? [$0] : $0.nested }) {
            guard let decoded = instruction.decoded, Self.checked.contains(decoded.name),
                let mint = decoded.account("mint")?.source,
                let decimals = decoded.unsigned("decimals").flatMap({ UInt8(exactly: $0) })
            else { continue }
            // Two that differ can't both be executed, and neither is then.
            named[mint] = decimals
        }
        return named
    }

    /// True if the mint stands on the list of known tokens.
    static func isListed(_ mint: PublicKey) -> Bool { ProgramTable.known.token(mint) != nil }

    /// The token on the list; nil for those whose amounts are shown multiplied, so that no wrong number stands beside a name.
    static func listed(_ mint: PublicKey) -> KnownToken? {
        ProgramTable.known.token(mint).flatMap { $0.isScaled ? nil : $0 }
    }

    /// The dollars that a SOL is worth at least and at most: wide enough to stay true for years.
    static let worthOfSOL = 5.0...5_000

    /// The dollars that all there is of a token is worth at most, a hundred billion: no token of Solana's has been worth more, SOL aside.
    static let worthOfSupply = 1e11

    /// The dollars that one of a token is worth at least and at most, at a price of SOL; nil for those of which nobody can tell.
    static func worth(of mint: PublicKey, at sol: Double) -> ClosedRange<Double>? {
        if dollars.contains(mint) { return 0.5...2 }
        // A staked SOL is a SOL with what it has earned.
        guard ProgramTable.known.token(mint)?.category == "lst" else { return nil }
        return sol...2 * sol
    }

    private static let dollars: Set<PublicKey> = [
        PublicKey("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"),
        PublicKey("Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB"),
    ]

    /// The token of an effect; nil if its mint isn't known.
    public func token(of effect: Effect) -> Token? {
        switch effect.kind {
        case .tokensOut, .tokensIn, .delegate: break
        default: return nil
        }
        let told = facts?.account(effect.account)?.token?.mint
        guard let mint = effect.mint ?? told.map({ .address($0) }) else { return nil }
        guard case .address(let address) = mint else {
            return Token(mint: mint, decimals: named[mint], claimedSymbol: nil)
        }
        let description = facts?.token(address)
        let known = Self.listed(address)
        // Of a token on the list nobody has to be believed.
        let decimals = named[mint] ?? (address == Self.native ? 9 : known?.decimals ?? description?.decimals)
        return Token(
            mint: mint, decimals: decimals, symbol: known?.symbol, claimedSymbol: description?.claimedSymbol,
            claimedName: facts?.uniqueName(address))
    }
}
