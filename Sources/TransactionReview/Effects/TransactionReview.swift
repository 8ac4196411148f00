import DisplayText
import ProgramRegistry
public import SolanaTransactions

/// The effects and parts of a transaction, read from its bytes alone.
///
/// Anything that the chain decides (balances, owners, the contents of a lookup table) isn't included. Lists of accounts and instructions are computed
/// at each use, so read one once.
public struct TransactionReview: Sendable {
    /// A lookup table that the message uses, and the number of accounts that it takes from it.
    public struct LookupTable: Hashable, Sendable {
        public let account: PublicKey
        /// The number of them that may be written.
        public let writable: Int
        /// The number of them that are only read.
        public let readonly: Int
    }

    private let transaction: Transaction
    let message: DecodedMessage
    let changes: TransactionEffects

    /// The compute budget that a v1 message requests; nil in other versions.
    public let budget: TransactionConfiguration?

    /// The account that pays the fee; the first signer.
    public let feePayer: PublicKey

    /// Reviews a transaction.
    ///
    /// - Parameter programs: The programs that can be read. The effects of those that the wallet doesn't know are unknown.
    public init(_ transaction: Transaction, programs: ProgramSet = .registered) {
        self.init(transaction, DecodedMessage(transaction.encoding, programs))
    }

    private init(_ transaction: Transaction, _ message: DecodedMessage) {
        let encoding = message.encoding
        self.transaction = transaction
        self.message = message
        feePayer = encoding.feePayer
        budget = encoding.layout.version == .v1 ? encoding.configuration : nil
        changes = TransactionEffects(
            of: message, signatures: Int(encoding.layout.header.requiredSignatures),
            priorityFee: budget?.priorityFee ?? 0)
    }

    /// Returns the same transaction, read anew with other accounts in place of those in lookup tables.
    func replacingHidden(_ replacement: (MessageAccount) -> MessageAccount) -> TransactionReview {
        TransactionReview(
            transaction, DecodedMessage(message.encoding, message.programs, hidden: message.hidden.map(replacement)))
    }

    /// The programs that it was read with.
    package var programSet: ProgramSet { message.programs }

    /// The version of the message.
    public var version: MessageVersion { layout.version }

    /// The bytes of the whole transaction.
    public var count: Int { layout.transactionCount }

    /// A recent block, or the value of a durable nonce.
    public var blockhash: Blockhash { message.encoding.lifetimeToken }

    /// The accounts that must sign, the fee payer first.
    public var signers: [PublicKey] { message.encoding.requiredSigners }

    /// The signers whose signatures are present; the signatures aren't verified.
    public var signed: [PublicKey] {
        zip(signers, transaction.signatures).filter { $0.1 != Signature() }.map(\.0)
    }

    /// The number of signatures that the transaction needs.
    public var requiredSignatures: Int { Int(layout.header.requiredSignatures) }

    /// The compute budget that a v1 message requests, as text; the priority fee is in lamports.
    public var configuration: [ReviewField] { budget?.reviewFields ?? [] }

    /// The lookup tables in their order; empty in versions other than v0.
    public var lookupTables: [LookupTable] {
        guard layout.lookupCount > 0 else { return [] }
        return message.encoding.lookups.map { lookup in
            LookupTable(
                account: lookup.table, writable: lookup.writableIndexes.count, readonly: lookup.readonlyIndexes.count)
        }
    }

    /// The instructions in their order.
    public var instructions: [InstructionReview] {
        (0..<message.instructionCount).map { InstructionReview(self, at: $0) }
    }

    /// The programs that its instructions call. The bytes don't reveal the programs that these call in turn.
    public var programs: Set<PublicKey> { message.calls.reduce(into: []) { $0.insert(message.program($1)) } }

    /// True if the bytes reveal everything: every instruction is known, and no account hides behind a lookup table.
    ///
    /// An instruction that only a catalogue reads isn't known enough: its name and its arguments are, and what it does isn't.
    public var isComplete: Bool {
        layout.lookupCount == 0 && message.calls.allSatisfy { message.isUnderstood($0) && !message.isFromCatalog($0) }
    }

    private var layout: MessageLayout { message.encoding.layout }
}

extension ProgramSet {
    /// The programs that come with the libraries: those whose effects are known, and behind them the registry, which knows what published interfaces say.
    public static let registered = ProgramSet.known.backed(by: ProgramTable.known)
}

extension TransactionReview: Hashable {
    public static func == (left: TransactionReview, right: TransactionReview) -> Bool {
        left.transaction == right.transaction && left.message.hidden == right.message.hidden
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(transaction) }
}

extension TransactionConfiguration {
    fileprivate var reviewFields: [ReviewField] {
        let values: [(name: String, value: UInt64?)] = [
            ("priorityFee", priorityFee), ("computeUnitLimit", computeUnitLimit.map(UInt64.init)),
            ("loadedAccountsDataSizeLimit", loadedAccountsDataSizeLimit.map(UInt64.init)),
            ("heapSize", heapSize.map(UInt64.init)),
        ]
        return values.compactMap { name, value in
            value.map { ReviewField(name: name, value: String($0)) }
        }
    }
}

/// The contents of one instruction, as its bytes give them. Each property is read from them at each use.
public struct InstructionReview: Sendable {
    private let transaction: TransactionReview
    private let place: Int

    init(_ transaction: TransactionReview, at place: Int) {
        self.transaction = transaction
        self.place = place
    }

    private var message: DecodedMessage { transaction.message }
    private var call: DecodedMessage.Call { message.calls[place] }

    /// The programs that can be read.
    var programs: ProgramSet { message.programs }

    /// The program's address.
    public var program: PublicKey { message.program(call) }

    /// The program's name, if Sidekey knows it.
    public var programName: String? { message.programs.name(of: program) }

    /// The instruction with its arguments, and its accounts by their parts. It is nil for a batch, and if any byte of its data or any account wasn't
    /// understood.
    public var decoded: DecodedInstruction? { message.instruction(call) }

    /// The instruction's name, if it is known.
    public var name: String? { message.name(call) }

    /// Its accounts' parts and its data as text, if it is known.
    public var fields: [ReviewField] { decoded?.reviewFields ?? [] }

    /// Its accounts in the order in which the program gets them.
    public var accounts: [MessageAccount] { message.accounts(call) }

    /// The instruction's data, as passed to the program.
    public var data: ByteSlice { message.data(call) }

    /// True if every byte of the data and every account was understood, and in a batch those of each of its instructions.
    public var isKnown: Bool { message.isUnderstood(call) }

    /// The instructions that this batch contains, in their order; empty if it is no batch.
    public var nested: [InstructionReview] { (call.batch ?? 0..<0).map { InstructionReview(transaction, at: $0) } }

    /// The instruction's effects, in their order; nil if they are unknown.
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

extension DecodedInstruction {
    /// The instruction's contents: its accounts by their parts, then its arguments.
    var reviewFields: [ReviewField] {
        accounts.map { ReviewField(name: $0.role, value: $0.account.reviewText) } + arguments.flatMap(\.reviewFields)
    }
}

extension MessageAccount {
    /// The address in base58, or the place in a lookup table.
    var reviewText: String {
        switch source {
        case .address(let key): key.base58
        case .lookup(let table, let entry): "\(table.base58)[\(entry)]"
        }
    }
}

extension NamedArgument {
    /// One field for a single value, one for each value of a list.
    var reviewFields: [ReviewField] {
        switch value {
        case .unsigned(let value): [ReviewField(name: name, value: String(value))]
        case .signed(let value): [ReviewField(name: name, value: String(value))]
        case .wideUnsigned(let value): [ReviewField(name: name, value: String(value))]
        case .wideSigned(let value): [ReviewField(name: name, value: String(value))]
        case .float(let value): [ReviewField(name: name, value: value.description)]
        case .bool(let value): [ReviewField(name: name, value: value ? "true" : "false")]
        case .key(let key): [ReviewField(name: name, value: key.base58)]
        case .text(let text): [ReviewField(name: name, value: VisibleText.escaping(text), isQuoted: true)]
        case .bytes(let bytes):
            [ReviewField(name: name, value: String(decoding: bytes.flatMap(\.hexDigits), as: UTF8.self))]
        case .choice(let choice): [ReviewField(name: name, value: choice)]
        case .absent: [ReviewField(name: name, value: "none")]
        case .present(let value): NamedArgument(name, value).reviewFields
        case .list(let values): values.flatMap { NamedArgument(name, $0).reviewFields }
        case .record(let arguments): arguments.flatMap { NamedArgument("\(name).\($0.name)", $0.value).reviewFields }
        case .variant(let choice, let value):
            [ReviewField(name: name, value: choice)] + NamedArgument(choice, value).reviewFields
        }
    }
}

extension UInt8 {
    fileprivate var hexDigits: [UInt8] {
        [self >> 4, self & 0xf].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 }
    }
}

extension UInt64 {
    /// Returns the sum, or the maximum if it would overflow.
    func addingSaturated(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }

    /// Returns the product, or the maximum if it would overflow.
    func multipliedSaturated(_ other: UInt64) -> UInt64 {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }

    /// Returns the difference, or zero if it would be less.
    func subtractingSaturated(_ other: UInt64) -> UInt64 {
        self > other ? self - other : 0
    }
}

extension DecodedInstruction {
    /// The accounts that the interface calls mints.
    var mints: [MessageAccount.Source] {
        accounts.filter { $0.role.lowercased().hasSuffix("mint") }.map(\.account.source)
    }
}
