import Foundation
import SolanaTransactions
import TestSupport

/// The output of `vectors_transactions.py`.
enum TransactionVectors {
    /// A transaction and all that solders says stands in it.
    struct Value: Decodable {
        let version: String
        let wire: Hex
        let message: Hex
        let header: [UInt8]
        let accountKeys: [String]
        let lifetime: String
        let instructions: [Instruction]
        let signatures: [String]
        let lookups: [Lookup]
        let config: [String?]
        let signer: Int
        let placed: String
        let wireWithPlaced: Hex
    }

    struct Instruction: Decodable {
        let program: UInt8
        let accounts: Hex
        let data: Hex

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            program = try list.decode(UInt8.self)
            accounts = try list.decode(Hex.self)
            data = try list.decode(Hex.self)
        }
    }

    struct Lookup: Decodable {
        let table: String
        let writable: Hex
        let readonly: Hex

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            table = try list.decode(String.self)
            writable = try list.decode(Hex.self)
            readonly = try list.decode(Hex.self)
        }
    }

    /// Bytes that may be a transaction, and the verdict.
    struct Mutant: Decodable {
        let wire: Hex
        let accept: Bool
        let solders: Bool
        let difference: String?
    }

    static func values() throws -> [Value] { try madeValues.get() }

    /// The seed of the damaged transactions; `SIDEKEY_TEST_SEED` gives another.
    static let seed = ProcessInfo.processInfo.environment["SIDEKEY_TEST_SEED"] ?? "385"

    static func mutants() throws -> [Mutant] { try lines(["mutants", "--count", "24000", "--seed", seed]) }

    static func differences() throws -> [String: String] {
        try JSONDecoder().decode([String: String].self, from: script.run(["differences"]))
    }

    /// The names that docs/transaction-differences.md explains: those in the first column of its table.
    static func explanations() throws -> Set<String> {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: root.appending(path: "docs/transaction-differences.md"), encoding: .utf8)
        return Set(text.matches(of: /(?m)^\| `([a-z-]+)` \|/).map { String($0.output.1) })
    }

    private static let madeValues = Result { try lines(["values"]) as [Value] }

    private static let script = PythonScript("vectors_transactions.py")

    private static func lines<Line: Decodable>(_ arguments: [String]) throws -> [Line] {
        let decoder = JSONDecoder()
        return try script.run(arguments).split(separator: UInt8(ascii: "\n")).map { line in
            try decoder.decode(Line.self, from: line)
        }
    }
}

/// Bytes that stand in JSON as hex digits.
struct Hex: Codable, Hashable {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ text: String) throws {
        var text = text
        bytes = try text.withUTF8 { digits in
            guard digits.count % 2 == 0 else { throw CodingError(.length, at: digits.count) }
            return try stride(from: 0, to: digits.count, by: 2).map { index in
                try Self.value(digits[index]) << 4 | Self.value(digits[index + 1])
            }
        }
    }

    init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        let digits = Array("0123456789abcdef".utf8)
        let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        var container = encoder.singleValueContainer()
        try container.encode(String(decoding: text, as: UTF8.self))
    }

    private static func value(_ digit: UInt8) throws -> UInt8 {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x61...0x66: digit - 0x61 + 10
        default: throw CodingError(.length, at: Int(digit))
        }
    }
}
