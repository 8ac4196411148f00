import SolanaTransactions

/// What the chain enforces of a transaction: the guards at its end, whoever put them there, if they hold every account of the user's that it can write.
///
/// They are read from the bytes. Which accounts have to be held is planned anew from the facts, so that a guard that is missing, too early or about something else bounds nothing.
struct EnforcedBounds {
    /// The least that has to be left, by account: lamports in the wallet that signs, tokens elsewhere.
    let rests: [PublicKey: UInt64]

    /// - Parameters:
    ///   - subject: The transaction with its lookup tables read.
    ///   - isConfirmed: False if one node's word for what is whose is enough: to show it, and for nothing else.
    /// - Returns: Nil if something isn't held.
    init?(of subject: ReviewSubject, _ facts: ChainFacts?, isConfirmed: Bool = true) {
        let review = subject.review
        guard let facts, review.requiredSignatures == 1, !review.changes.unknown.isEmpty else { return nil }
        let found = GuardInstructions(in: review)
        guard !found.guards.isEmpty, let plan = GuardPlan(holding: subject, facts),
            plan.gaps.allSatisfy({ !isConfirmed && $0.reason == .unconfirmed })
        else {
            return nil
        }
        var rests: [PublicKey: UInt64] = [:]
        for wanted in plan.guards {
            guard let call = wanted.call, let there = found.guards.first(where: { $0.call == call }) else { return nil }
            // A wallet that was assigned to a program can still "transfer" nothing.
            if case .lamports = wanted, there.rest == 0 { return nil }
            rests[wanted.account] = there.rest ?? rests[wanted.account]
        }
        self.rests = rests
    }
}

/// The instructions at the end of a transaction that have the form of guards.
struct GuardInstructions {
    struct Found {
        fileprivate let call: Guard.Call
        let rest: UInt64?
    }

    private(set) var guards: [Found] = []
    /// Their places, with a limit of compute units that may stand among them.
    private(set) var places: Range<Int>

    init(in review: TransactionReview) {
        let instructions = review.instructions
        places = instructions.count..<instructions.count
        for (place, instruction) in instructions.enumerated().reversed() {
            if instruction.program != ComputeBudgetProgram.id {
                guard let found = Guard.found(in: instruction) else { break }
                guards.append(found)
            }
            places = place..<instructions.count
        }
        if guards.isEmpty { places = instructions.count..<instructions.count }
    }
}

extension Guard {
    /// A guard's instruction without the amount.
    struct Call: Hashable {
        let program: PublicKey
        let accounts: [PublicKey]
        let data: [UInt8]
    }

    /// The bytes of the amount in a guard's data.
    private static func amount(of program: PublicKey, _ data: [UInt8]) -> Range<Int>? {
        switch program {
        case SystemProgram.id where data.count == 12 && data.starts(with: [2, 0, 0, 0]): 4..<12
        case TokenProgram.id where data.count == 9 && data[0] == 3: 1..<9
        case Token2022Program.id where data.count == 10 && data[0] == 12: 1..<9
        default: nil
        }
    }

    fileprivate var call: Call? {
        guard let instruction else { return nil }
        var data = instruction.data
        if let amount = Self.amount(of: instruction.programID, data) { data.removeSubrange(amount) }
        return Call(program: instruction.programID, accounts: instruction.accounts.map(\.key), data: data)
    }

    /// Reads an instruction as a guard; nil if it moves something, or changes something else than what guards hold.
    static func found(in instruction: InstructionReview) -> GuardInstructions.Found? {
        let accounts = instruction.accounts.compactMap(\.source.address)
        guard accounts.count == instruction.accounts.count else { return nil }
        var data = Array(instruction.data)
        var rest: UInt64?
        if let amount = amount(of: instruction.program, data) {
            // From itself to itself: with Token-2022 the mint stands between.
            let isSelf =
                instruction.program == Token2022Program.id
                ? accounts.count == 4 && accounts[0] == accounts[2] : accounts.count >= 2 && accounts[0] == accounts[1]
            guard isSelf else { return nil }
            rest = data[amount].reversed().reduce(0) { $0 << 8 | UInt64($1) }
            data.removeSubrange(amount)
        } else {
            guard [TokenProgram.id, Token2022Program.id].contains(instruction.program), accounts.count == 2,
                data == [5] || data.starts(with: [6, 3])
            else { return nil }
        }
        return GuardInstructions.Found(
            call: Call(program: instruction.program, accounts: accounts, data: data), rest: rest)
    }
}
