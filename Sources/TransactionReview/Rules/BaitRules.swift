import SolanaTransactions

/// A memo speaks as if the wallet, or somebody who checks transactions, had written it.
///
/// Whoever builds a transaction chooses its memo. It stands in the wallet's own window, so that "Sidekey: approved" is read as the wallet's verdict. No
/// honest site writes that beside something that it takes.
enum PretendedMemoRule: ReviewRule {
    static let id = "R56"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let message = subject.review.message
        lazy var level: ReviewLevel = takes(subject) ? .danger : .warning
        return message.calls.compactMap { call -> Finding? in
            guard MemoRules.programs.contains(message.program(call)),
                WalletVoice.speaks(in: String(decoding: message.data(call), as: UTF8.self))
            else { return nil }
            return Finding(
                id: id, level: level,
                parameters: [ReviewField(name: "instruction", value: String(call.instruction + 1))])
        }
    }

    /// True if something of the user's goes to somebody whom they don't know, or if nobody can tell from the bytes.
    private static func takes(_ subject: ReviewSubject) -> Bool {
        let promises = subject.promises
        guard promises.unread.isEmpty, promises.all.isEmpty else { return true }
        return subject.recipients().contains { !subject.contacts.contains($0.address) }
            || subject.hasEffect(.delegate) { form, _ in !form.after.isNone }
    }
}

/// A token that the user gets or keeps calls itself by a web address.
///
/// Such tokens are sent to thousands of wallets to lead their holders to a site that steals. Getting rid of one is no finding.
enum AddressNamedTokenRule: ChainRule {
    static let id = "R57"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        arriving(subject, facts).sorted().compactMap { mint -> Finding? in
            guard !KnownTokens.isListed(mint), let token = facts.token(mint) else { return nil }
            let names = [token.claimedName, token.claimedSymbol].compactMap { $0 }
            guard let name = names.first(where: WebAddress.isNamed(in:)) else { return nil }
            return Finding(
                id: id, level: .warning,
                parameters: [
                    ReviewField(name: "mint", value: mint.base58),
                    ReviewField(name: "name", value: name, isQuoted: true),
                ])
        }
    }

    /// The mints of tokens that arrive at an account of the user's by an instruction, or that they hold there after the simulation.
    private static func arriving(_ subject: ReviewSubject, _ facts: ChainFacts) -> Set<PublicKey> {
        var mints: Set<PublicKey> = []
        for effect in subject.effects(.tokensIn) {
            guard let token = facts.account(effect.account)?.token, subject.own.contains(token.owner) else { continue }
            mints.insert(token.mint)
        }
        for change in facts.changes where subject.isHeld(change.after) {
            if let token = change.after?.token, token.amount > 0 { mints.insert(token.mint) }
        }
        return mints
    }
}
