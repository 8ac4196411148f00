import SolanaTransactions

/// An instruction of which nobody can tell what it moves: it may do whatever its accounts allow.
enum UnknownInstructionRule: ReviewRule {
    static let id = "R07"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        guard !subject.review.changes.unknown.isEmpty else { return [] }
        // The instruction tells what another program promises.
        let unknown = subject.promises.unread
        guard !unknown.isEmpty else { return [] }
        let instructions = subject.review.instructions
        return unknown.map { index in
            let instruction = instructions[index]
            return Finding(
                id: id, level: .warning,
                parameters: [
                    ReviewField(name: "instruction", value: String(index + 1)),
                    ReviewField(name: "program", value: instruction.programName ?? instruction.program.base58),
                ])
        }
    }
}

/// Accounts hide behind lookup tables, whose contents the message alone doesn't reveal.
enum LookupTableRule: ReviewRule {
    static let id = "R06"

    static func findings(in subject: ReviewSubject) -> [Finding] {
        subject.review.lookupTables.map { table in
            Finding(
                id: id, level: .warning,
                parameters: [
                    ReviewField(name: "table", value: table.account.base58),
                    ReviewField(name: "accounts", value: String(table.writable + table.readonly)),
                ])
        }
    }
}

/// Two nodes report different contents of a lookup table: one of them lies, and the transaction's effects depend on which.
enum DisputedTableRule: ChainRule {
    static let id = "R48"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        subject.review.lookupTables.filter { facts.disputed.contains($0.account) }.map { table in
            finding(.danger, ["table": table.account.base58])
        }
    }
}

/// A lookup table was deactivated: it serves no more entries about 500 slots later, and the transaction fails.
enum EndedTableRule: ChainRule {
    static let id = "R45"

    /// The number of slots for which a deactivated table still serves: as many as the runtime remembers, and one.
    private static let serves: UInt64 = 513

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        subject.review.lookupTables.compactMap { table -> Finding? in
            guard let fact = facts.accounts[table.account],
                let ended = fact.value.account?.lookupTable?.deactivationSlot
            else { return nil }
            let isOver = ended.addingSaturated(serves) <= fact.source.slot
            return finding(isOver ? .danger : .warning, ["table": table.account.base58])
        }
    }
}

/// A lookup table lacks an entry that the transaction uses, or there is no such table.
///
/// The transaction fails today. The table's authority can add the entry another day, and then choose its account.
enum MissingEntryRule: ChainRule {
    static let id = "R46"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        // The subject's tables are read already: what still stands behind one isn't there.
        let left = Set(subject.review.instructions.flatMap(\.accounts).map(\.source))
        return subject.review.lookupTables.compactMap { table -> Finding? in
            let missing = left.count { source in
                guard case .lookup(table.account, _) = source else { return false }
                return facts.accounts[table.account] != nil
            }
            guard missing > 0 else { return nil }
            return finding(.danger, ["table": table.account.base58, "accounts": String(missing)])
        }
    }
}

/// The simulation omits the later state of accounts that the transaction may write.
///
/// A node that omits an account hides its change just as one that lies about it does.
enum UnshownAccountRule: ChainRule {
    static let id = "R32"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        guard let simulation = facts.simulation?.value, simulation.outcome == .succeeded else { return [] }
        let unshown = subject.review.writable.count { source in
            guard let address = source.address else { return true }
            return facts.accounts[address] == nil || simulation.accounts[address] == nil
        }
        return unshown == 0 ? [] : [finding(.warning, ["accounts": String(unshown)])]
    }
}

/// The transaction fails in the simulation: it doesn't do what it says, or not yet.
enum FailedSimulationRule: ChainRule {
    static let id = "R30"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        guard case .failed(let instruction, let reason) = facts.simulation?.value.outcome else { return [] }
        var parameters = [ReviewField(name: "reason", value: reason, isQuoted: true)]
        if let instruction { parameters.append(ReviewField(name: "instruction", value: "\(instruction &+ 1)")) }
        return [Finding(id: id, level: .danger, parameters: parameters)]
    }
}

/// No node has simulated the transaction, or none could. On a machine without network that is so for each, and no warning.
enum MissingSimulationRule: ChainRule {
    static let id = "R31"

    static func findings(in subject: ReviewSubject, _ facts: ChainFacts) -> [Finding] {
        switch facts.simulation?.value.outcome {
        case .impossible(let reason): [finding(.warning, ["reason": reason])]
        case nil where facts.isCarried: [finding(.info, ["reason": "no network"])]
        case nil: [finding(.warning, ["reason": "no answer"])]
        case .succeeded, .failed: []
        }
    }
}

/// Applies the rules for messages to a transaction's memos.
///
/// A site may accept a transaction with a text in its memo as a sign-in, as it must from hardware wallets that sign no messages. So the wallet
/// refuses another site's sign-in in a memo as it does in a message. An order in a memo (M18) may count elsewhere too. But many programs write hashes
/// and JSON there, so it is a warning and no danger. Rules about unreadable bytes don't apply: a memo is never signed alone.
enum MemoRules {
    /// The programs that write a text into the log; the wallet doesn't decode the third of them.
    static let programs: Set<PublicKey> = [
        MemoProgram.id, LegacyMemoProgram.id, PublicKey("Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH"),
    ]

    private static let signIn: Set<String> = Set(
        MessageRule.allCases.map(\.rawValue).filter { ("M05"..."M17").contains($0) })

    private static let text: Set<String> = [MessageRule.hidden.rawValue, MessageRule.authority.rawValue]

    static func findings(in subject: ReviewSubject) -> [Finding] {
        let message = subject.review.message
        return message.calls.flatMap { call -> [Finding] in
            let isMemo = programs.contains(message.program(call))
            // In what nobody can read, a text stands as readable as in a memo.
            guard isMemo || !message.isUnderstood(call) else { return [] }
            let review = MessageReview(Array(message.data(call)), signIn: subject.signIn)
            return review.findings.filter { signIn.contains($0.id) || isMemo && text.contains($0.id) }
                .map { finding in
                    let place = ReviewField(name: "instruction", value: String(call.instruction + 1))
                    let level = finding.id == MessageRule.authority.rawValue ? .warning : finding.level
                    return Finding(id: finding.id, level: level, parameters: [place] + finding.parameters)
                }
        }
    }
}
