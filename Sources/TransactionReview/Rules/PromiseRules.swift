import ProgramRegistry
import SolanaTransactions

/// Somebody else gets what a program promises to the user in return.
enum MisdirectedReturnRule: ChainRule {
    static let id = "R51"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        subject.promises.all.filter { subject.isOwn($0.moves.user) }
            .flatMap { promise in
                promise.moves.arriving.compactMap { movement -> Finding? in
                    guard let address = movement.account?.address, !subject.own.contains(address) else { return nil }
                    let holder =
                        (facts.account(address)?.token ?? facts.simulation?.value.accounts[address]?.account?.token)?
                        .owner
                    // An account that isn't there yet is nobody's; one without tokens is its own.
                    guard let holder else {
                        return movement.holder == .lamports ? finding(.danger, ["to": address.base58]) : nil
                    }
                    return subject.own.contains(holder) ? nil : finding(.danger, ["to": holder.base58])
                }
            }
    }
}

/// The simulation contradicts a program's promise: less arrives. A program that keeps its word fails then.
enum BrokenPromiseRule: ChainRule {
    static let id = "R52"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        let promises = subject.promises
        guard !promises.all.isEmpty else { return [] }
        return BalanceChanges(of: subject, facts, promises).all.compactMap { change -> Finding? in
            guard change.isPromised, change.isBounded, change.arriving > 0, let expected = change.expected else {
                return nil
            }
            let most = expected.before.addingSaturated(change.arriving).addingSaturated(change.refund)
            let least = most.subtractingSaturated(change.leaving.addingSaturated(change.deposit))
            guard expected.after < least else { return nil }
            guard case .tokens(let mint) = change.asset else {
                return finding(.danger, ["amount": String(change.arriving), "unit": "lamports"])
            }
            var found = finding(
                .danger, ["amount": String(change.arriving), "unit": "tokens", "mint": mint?.text ?? ""])
            if let mint = mint?.address { found.describe(mint, facts) }
            return found
        }
    }
}

/// The simulation contradicts the bytes: it leaves the user more than the instructions do.
///
/// More that leaves is a loss that nobody told (R35). A node that shows less hides what the transaction costs.
enum FlatteringSimulationRule: ChainRule {
    static let id = "R61"

    /// The lamports that go unnoticed, as they do where more leaves.
    private static let least: UInt64 = 10_000_000

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        guard subject.review.isComplete, subject.review.changes.unknown.isEmpty else { return [] }
        let holdings = Holdings(of: subject, facts)
        var accounts = Set(holdings.tokens.values.filter { $0.spared > 0 }.compactMap(\.loser?.account))
        if holdings.lamports.spared > least { accounts.insert(subject.signer) }
        return accounts.sorted().map { finding(.warning, ["account": $0.base58]) }
    }
}

/// The user offers something for nothing, or next to nothing.
enum GiveawayRule: ReviewRule {
    static let id = "R58"

    /// The lamports that are no price for anything that somebody lists.
    private static let dust: UInt64 = 3_000_000

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.promises.all.compactMap { promise in
            guard promise.moves.kind == .list, subject.isOwn(promise.moves.user) else { return nil }
            // A price in another currency says nothing by its number.
            guard !promise.moves.price.contains(where: { $0.name == .currency && $0.value.isSomething }) else {
                return nil
            }
            for term in promise.moves.price where term.name == .lamports || term.name == .amount {
                guard case .argument(.unsigned(let price)) = term.value, price < dust else { continue }
                return Finding(
                    id: id, level: .danger,
                    parameters: [
                        ReviewField(name: "instruction", value: String(promise.instruction + 1)),
                        ReviewField(name: "lamports", value: String(price)),
                    ])
            }
            return nil
        }
    }
}

extension InstructionCase.Term.Value {
    fileprivate var isSomething: Bool {
        switch self {
        case .argument(.absent): false
        case .argument, .account, .holds: true
        }
    }
}

/// An instruction of a program that the registry reads hands a power to somebody else, by its name and arguments.
///
/// Nothing leaves, so no simulation shows it: what such an account holds is taken another day.
enum NamedHandoverRule: ReviewRule {
    static let id = "R59"

    /// What accounts are called that get a power.
    private static let powers = ["delegate", "authority", "owner", "admin", "member", "manager", "newaccount"]

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let promises = subject.promises
        let delegated = promises.all.compactMap { promise -> Finding? in
            guard promise.moves.kind == .delegateNFT, let to = promise.moves.recipient, subject.isForeign(to) else {
                return nil
            }
            return finding(promise.instruction, promise.name, "delegate", to.text)
        }
        return delegated
            + promises.named.sorted().compactMap { place -> Finding? in
                guard let decoded = subject.review.message.instruction(subject.review.message.calls[place]) else {
                    return nil
                }
                guard HandoverName(decoded.name).givesPower else { return nil }
                let given =
                    decoded.arguments.flatMap(\.keys)
                    + decoded.accounts.compactMap { account in
                        let role = account.role.lowercased()
                        return powers.contains(where: role.hasPrefix) || role.hasPrefix("new")
                            ? account.account.source.address : nil
                    }
                guard let stranger = given.first(where: { !subject.isOwn($0) && $0 != PublicKey() }) else { return nil }
                return finding(place, decoded.programName, decoded.name, stranger.base58)
            }
    }

    private static func finding(_ place: Int, _ program: String, _ name: String, _ to: String) -> Finding {
        Finding(
            id: id, level: .danger,
            parameters: [
                ReviewField(name: "instruction", value: String(place + 1)),
                ReviewField(name: "program", value: program), ReviewField(name: "name", value: name),
                ReviewField(name: "to", value: to),
            ])
    }
}

extension NamedArgument {
    /// The addresses in it.
    fileprivate var keys: [PublicKey] { Self.keys(of: value) }

    private static func keys(of value: ArgumentValue) -> [PublicKey] {
        switch value {
        case .key(let key): [key]
        case .present(let value), .variant(_, let value): keys(of: value)
        case .list(let values): values.flatMap { keys(of: $0) }
        case .record(let arguments): arguments.flatMap(\.keys)
        default: []
        }
    }
}
