import FoundationEssentials
import SolanaTransactions
import TransactionReview

/// Transactions decoded and reviewed, over the inputs of a file that the peer reads too.
///
/// A line of the file is a name and a transaction in hexadecimal; its fee payer is the user.
struct Reviewing: Workload {
    private var transactions: [String: [[UInt8]]] = [:]
    /// The sum of the results: the compiler could leave out work whose result nothing uses.
    private var checksum = 0

    init(inputs path: String) throws {
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let bytes = Codecs.bytes(of: words[1]) else { throw MeasureError("NAME HEX") }
            transactions[String(words[0]), default: []].append(bytes)
        }
    }

    /// `NAME` decodes and reviews up to the verdict, `NAME-decoded` stops at the transaction, `NAME-text` also makes every text that is shown.
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
}
