import FoundationEssentials
import SolanaTransactions
import TransactionReview

/// Transactions decoded and reviewed, over the inputs of a file that the peer reads too.
///
/// A line of the file is a name and a transaction in hexadecimal; its fee payer is the user.
struct Reviewing: Workload {
    private var transactions: [String: [[UInt8]]] = [:]
    /// What two nodes say of the `trade`s.
    private var facts: [ChainFacts] = []
    /// The sum of the results: the compiler could leave out work whose result nothing uses.
    private var checksum = 0

    init(inputs path: String) throws {
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let bytes = Codecs.bytes(of: words[1]) else { throw MeasureError("NAME HEX") }
            transactions[String(words[0]), default: []].append(bytes)
        }
        for trade in transactions["trade"] ?? [] { facts.append(try Self.facts(about: Transaction(decoding: trade))) }
    }

    /// The user pays 3 SOL and gets tokens in each account that is written, and two nodes say the same.
    private static func facts(about transaction: Transaction) -> ChainFacts {
        let (message, user) = (transaction.message, transaction.message.accountKeys[0])
        let (one, two) = (ChainSource(node: "one", slot: 1), ChainSource(node: "two", slot: 1))
        func wallet(_ lamports: UInt64) -> AccountState {
            .present(ChainAccount(lamports: lamports, program: SystemProgram.id, naming: [user]))
        }
        func tokens(_ amount: UInt8) -> AccountState {
            var data = user.bytes + user.bytes + [0, amount] + [UInt8](repeating: 0, count: 42)
            data += [1] + [UInt8](repeating: 0, count: 56)
            return .present(
                ChainAccount(lamports: 2_039_280, program: TokenProgram.id, data: ByteSlice(data), naming: [user]))
        }
        var accounts: [PublicKey: ChainFact<AccountState>] = [user: ChainFact(wallet(10_000_000_000), one, second: two)]
        var after: [PublicKey: AccountState] = [user: wallet(6_999_995_000)]
        for (place, key) in message.accountKeys.enumerated().dropFirst() where message.accounts[place].isWritable {
            accounts[key] = ChainFact(tokens(0), one, second: two)
            after[key] = tokens(100)
        }
        return ChainFacts(accounts: accounts, simulation: ChainFact(Simulation(.succeeded, accounts: after), one))
    }

    /// `NAME` decodes and reviews up to the verdict, `NAME-decoded` stops at the transaction, `NAME-text` also makes every text that is shown. `trade-shown`
    /// reviews with what nodes say, and `trade-guarded` also adds guards and reviews the transaction that has them.
    ///
    /// Once untimed and once timed, as ``Codecs`` does it.
    mutating func run(_ name: String, count: Int) throws -> String {
        try work(name, count: count)
        let clock = ContinuousClock()
        let start = clock.now
        try work(name, count: count)
        return "\((clock.now - start).nanoseconds) \(checksum & 1)"
    }

    private mutating func work(_ name: String, count: Int) throws {
        let parts = name.split(separator: "-")
        guard let kind = parts.first, let inputs = transactions[String(kind)] else { throw MeasureError("no \(name)") }
        if kind == "trade" { return try trade(inputs, count: count, isGuarded: parts.last == "guarded") }
        let (isDecoded, isText) = (parts.last == "decoded", parts.last == "text")
        for index in 0..<count {
            let transaction = try Transaction(decoding: inputs[index % inputs.count])
            guard !isDecoded else {
                checksum &+= transaction.encoded().count
                continue
            }
            let review = TransactionReview(transaction)
            let verdict = ReviewVerdict(ReviewSubject(review, signer: review.feePayer))
            guard verdict.state != .open else { throw MeasureError("\(name) isn't understood whole") }
            checksum &+= verdict.findings.count
            guard isText else { continue }
            for instruction in review.instructions {
                for field in instruction.fields { checksum &+= field.value.utf8.count }
            }
        }
    }
    private mutating func trade(_ inputs: [[UInt8]], count: Int, isGuarded: Bool) throws {
        for index in 0..<count {
            let (transaction, facts) = (
                try Transaction(decoding: inputs[index % inputs.count]), facts[index % inputs.count]
            )
            let review = TransactionReview(transaction)
            let subject = ReviewSubject(review, signer: review.feePayer)
            checksum &+= ReviewVerdict(subject, facts: facts).findings.count
            guard isGuarded else { continue }
            guard let plan = GuardPlan(of: subject, facts) else { throw MeasureError("there is nothing to guard") }
            let guarded = TransactionReview(try GuardedTransaction(transaction, by: plan, facts).transaction)
            let verdict = ReviewVerdict(ReviewSubject(guarded, signer: review.feePayer), facts: facts)
            guard verdict.state == .bounded else { throw MeasureError("the guards don't hold it") }
            checksum &+= verdict.findings.count
        }
    }
}
