import SolanaTransactions

/// Something goes to what is no wallet: a mint, a token account, a program. Nobody has a key to it.
enum UnfitRecipientRule: ChainRule {
    static let id = "R38"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        subject.recipients(facts).compactMap { recipient in
            guard let account = facts.account(recipient.address) else { return nil }
            switch recipient.part {
            case .tokenAccount: return nil
            case .lamports:
                // Wrapped SOL, or one's own token account.
                if account.token != nil, subject.isHeld(account) || subject.isCounted(recipient.address) { return nil }
            case .holder: break
            }
            return kind(of: account).map { finding(.danger, ["to": recipient.address.base58, "kind": $0]) }
        }
    }

    private static func kind(of account: ChainAccount) -> String? {
        guard !account.isExecutable else { return "program" }
        switch account.contents {
        case .mint: return "mint"
        case .token: return "token account"
        case .empty, .metadata, .lookupTable, .nonce, .stake, .loader, .other, .unreadable: return nil
        }
    }
}

extension ReviewSubject {
    /// Whether the transaction counts what was sent to a token account as wrapped SOL.
    fileprivate func isCounted(_ account: PublicKey) -> Bool {
        effects(on: account).contains { $0.kind == .tokensIn && $0.counterpart == nil && $0.mint == nil }
    }
}
