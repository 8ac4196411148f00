public import SolanaTransactions

/// The known facts of the tokens that a transaction moves, so that amounts of them can be told with their decimal point.
///
/// Decimals that the transaction names come first: a token program executes nothing of it where they aren't the mint's. What an instruction doesn't name, a
/// node may say.
public struct KnownTokens: Sendable {
    /// Of which token an amount is.
    public struct Token: Hashable, Sendable {
        public let mint: MessageAccount.Source
        /// How many decimal places the smallest unit stands behind the point; nil where nobody says so.
        public let decimals: UInt8?
        /// The token's own name for itself, as a node tells it: anybody's claim.
        public let claimedSymbol: String?
    }

    /// The instructions that are refused where they name other decimals than the mint's.
    private static let checked: Set<String> = [
        "TransferChecked", "TransferCheckedWithFee", "ApproveChecked", "BurnChecked", "MintToChecked",
    ]
    /// Wrapped SOL, of which every node has the same.
    private static let native = PublicKey("So11111111111111111111111111111111111111112")

    private let named: [MessageAccount.Source: UInt8]
    private let facts: ChainFacts?

    /// - Parameter facts: What nodes say of the transaction; nil where nobody was asked.
    public init(in review: TransactionReview, facts: ChainFacts? = nil) {
        self.facts = facts
        let kinds: [Effect.Kind] = [.tokensOut, .tokensIn, .delegate]
        guard kinds.contains(where: { review.changes.kinds.contains(EffectKinds($0)) }) else {
            named = [:]
            return
        }
        var named: [MessageAccount.Source: UInt8] = [:]
        for instruction in review.instructions.flatMap({ $0.nested.isEmpty ? [$0] : $0.nested }) {
            guard let decoded = instruction.decoded, Self.checked.contains(decoded.name),
                let mint = decoded.account("mint")?.source,
                let decimals = decoded.unsigned("decimals").flatMap({ UInt8(exactly: $0) })
            else { continue }
            // Two that differ can't both be executed, and neither is then.
            named[mint] = decimals
        }
        self.named = named
    }

    /// The token of an effect; nil where its mint isn't known.
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
        let decimals = named[mint] ?? (address == Self.native ? 9 : description?.decimals)
        return Token(mint: mint, decimals: decimals, claimedSymbol: description?.claimedSymbol)
    }
}
