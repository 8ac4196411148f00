import Foundation
import TestSupport

/// Values by PyPI's base58 and solders; without them the tests fail.
struct Base58Vectors {
    /// Bytes and their text.
    struct Value: Decodable {
        let bytes: String
        let text: String
    }

    /// A text, and the bytes it stands for: as a public key, and of any number.
    struct Key: Decodable {
        let text: String
        let key: String?
        let bytes: String?
    }

    let seed = UInt32.random(in: .min ... .max)

    func values() throws -> [Value] { try lines("values", count: 4000) }

    func keys() throws -> [Key] { try lines("keys", count: 10_000) }

    private func lines<Line: Decodable>(_ what: String, count: Int) throws -> [Line] {
        let arguments = [what, "--count", "\(count)", "--seed", "\(seed)"]
        let decoder = JSONDecoder()
        return try PythonScript("vectors_base58.py").run(arguments).split(separator: UInt8(ascii: "\n")).map {
            try decoder.decode(Line.self, from: $0)
        }
    }
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

func bytes(hex: String) -> [UInt8] {
    let digits = Array(hex)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
}
