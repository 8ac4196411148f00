public import SolanaTransactions

/// What one instruction does, as far as its bytes tell. Each property is read from them at each use.
public struct InstructionReview: Sendable {
    private let transaction: TransactionReview
    private let place: Int

    init(_ transaction: TransactionReview, at place: Int) {
        self.transaction = transaction
        self.place = place
    }

    private var message: DecodedMessage { transaction.message }
    private var call: DecodedMessage.Call { message.calls[place] }

    /// The program's address.
    public var program: PublicKey { message.program(call) }

    /// What the program is called, where Sidekey knows it.
    public var programName: String? { message.programs.name(of: program) }

    /// The instruction with its accounts by their parts and its arguments; nil where not every byte of its data and every account was understood, and for a
    /// batch.
    public var decoded: DecodedInstruction? { message.instruction(call) }

    /// What the instruction is called, where it is known.
    public var name: String? { message.name(call) }

    /// Its accounts' parts and its data as text, where it is known.
    public var fields: [ReviewField] { decoded?.reviewFields ?? [] }

    /// Its accounts in the order in which the program gets them.
    public var accounts: [MessageAccount] { message.accounts(call) }

    /// What the program is told.
    public var data: ByteSlice { message.data(call) }

    /// Whether every byte of the data and every account was understood, in a batch those of each of its instructions.
    public var isKnown: Bool { message.isUnderstood(call) }

    /// The instructions of which this one is a batch, in their order; empty where it is none.
    public var nested: [InstructionReview] { (call.batch ?? 0..<0).map { InstructionReview(transaction, at: $0) } }

    /// What the instruction changes, in its order; nil where that isn't known.
    public var effects: [Effect]? {
        guard !transaction.changes.unknown.contains(call.instruction) else { return nil }
        let calls = call.batch ?? place..<place + 1
        return transaction.effects(nil) { _, instruction in calls.contains(instruction.place) }
    }
}

extension InstructionReview: Hashable {
    public static func == (left: InstructionReview, right: InstructionReview) -> Bool {
        left.program == right.program && left.accounts == right.accounts && left.data == right.data
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(program)
        hasher.combine(data)
    }
}
