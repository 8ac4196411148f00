import WalletState

/// Why a transaction looks like what somebody sent to be seen, and not to be had. It is marked and never hidden. Append-only.
///
/// Only what the account didn't sign is marked, and nothing that comes from the wallet's own accounts.
enum HistoryMark: String, Sendable {
    /// Nothing came but less than 0.001 SOL.
    case dust
    /// A token came that the account has never used itself.
    case unknownToken = "unknown-token"
    /// It was one of five or more to whom the same was given at once.
    case manyRecipients = "many-recipients"
    /// It names the account and gives it nothing: how a look-alike address gets into a history.
    case namedOnly = "named-only"
}

extension SavedTransaction {
    private static let dust: UInt64 = 1_000_000
    private static let many = 5

    /// Tokens that need no having been used, by their mints: wrapped SOL, USDC and USDT on mainnet, USDC on devnet.
    private static let knownMints: Set<String> = [
        "So11111111111111111111111111111111111111112", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v",
        "Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB", "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU",
    ]

    /// - Parameter own: The wallet's accounts.
    func marks(own: Set<String>) -> [HistoryMark] {
        guard let activity, !activity.isSigner else { return [] }
        guard !activity.movements.isEmpty else { return failure == nil ? [.namedOnly] : [] }
        let foreign = activity.movements.filter { movement in
            movement.isIncoming && !(movement.counterparty.map(own.contains) ?? false)
        }
        guard !foreign.isEmpty else { return [] }
        var marks: [HistoryMark] = []
        let isDust = foreign.allSatisfy { $0.mint == nil && $0.amount < Self.dust }
        if isDust, foreign.count == activity.movements.count { marks.append(.dust) }
        let isUnknown = foreign.contains { movement in
            movement.mint.map { !movement.isUsed && !Self.knownMints.contains($0) } ?? false
        }
        if isUnknown { marks.append(.unknownToken) }
        if foreign.contains(where: { $0.recipients >= Self.many }) { marks.append(.manyRecipients) }
        return marks
    }
}
