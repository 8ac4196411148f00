import Base58
import FoundationEssentials
import SolanaTransactions

/// Base58 and the decoding of transactions, over the inputs of a file that the peer reads too.
///
/// A line of the file is a name and bytes in hexadecimal: `key`, `signature`, or `transaction-VERSION`.
struct Codecs: Workload {
    private var keys: [PublicKey] = []
    private var keyTexts: [String] = []
    private var signatures: [Signature] = []
    private var signatureTexts: [String] = []
    private var transactions: [String: [[UInt8]]] = [:]
    /// The sum of the results: the compiler could leave out work whose result nothing uses.
    private var checksum = 0

    init(inputs path: String) throws {
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let bytes = Self.bytes(of: words[1]) else { throw MeasureError("NAME HEX") }
            switch words[0] {
            case "key": keys.append(try PublicKey(bytes: bytes))
            case "signature": signatures.append(try Signature(bytes: bytes))
            default: transactions[String(words[0]), default: []].append(bytes)
            }
        }
        keyTexts = keys.map(\.base58)
        signatureTexts = signatures.map(\.base58)
    }

    /// Once untimed and once timed: this process has just been woken, and a core takes a while to come to its speed.
    mutating func run(_ name: String, count: Int) throws -> String {
        try work(name, count: count)
        let clock = ContinuousClock()
        let start = clock.now
        try work(name, count: count)
        return "\((clock.now - start).nanoseconds) \(checksum & 1)"
    }

    private mutating func work(_ name: String, count: Int) throws {
        switch name {
        case "encode-32": for index in 0..<count { checksum &+= keys[index % keys.count].base58.utf8.count }
        case "encode-64": for index in 0..<count { checksum &+= signatures[index % signatures.count].base58.utf8.count }
        case "decode-32":
            for index in 0..<count { checksum &+= try Self.first(PublicKey(base58: keyTexts[index % keyTexts.count])) }
        case "decode-64":
            for index in 0..<count {
                checksum &+= try Self.first(Signature(base58: signatureTexts[index % signatureTexts.count]))
            }
        default: try decode(name, count: count)
        }
    }

    /// `transaction-VERSION` decodes, `transaction-VERSION-whole` also takes every field out into lists.
    private mutating func decode(_ name: String, count: Int) throws {
        let isWhole = name.hasSuffix("-whole")
        guard let inputs = transactions[isWhole ? String(name.dropLast(6)) : name] else {
            throw MeasureError("no \(name)")
        }
        for index in 0..<count {
            let transaction = try Transaction(decoding: inputs[index % inputs.count])
            guard isWhole else {
                checksum &+= transaction.encoded().count
                continue
            }
            let message = transaction.message
            checksum &+= transaction.signatures.count + message.accountKeys.count + Self.first(message.lifetimeToken)
            for instruction in message.instructions {
                checksum &+= Self.copy(instruction.data).count + Self.copy(instruction.accountIndexes).count
            }
            for lookup in message.addressTableLookups {
                checksum &+= Self.copy(lookup.writableIndexes).count + Self.copy(lookup.readonlyIndexes).count
            }
        }
    }

    private static func copy(_ slice: ByteSlice) -> [UInt8] { slice.withUnsafeBytes { Array($0) } }

    private static func first(_ value: some FixedBytes) -> Int { value.withUnsafeBytes { Int($0[0]) } }

    static func bytes(of hexadecimal: Substring) -> [UInt8]? {
        let digits = Array(hexadecimal.utf8)
        let values = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
            UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
        }
        return digits.count == values.count * 2 ? values : nil
    }
}
