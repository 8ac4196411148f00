import Foundation
import SolanaTransactions
import TestSupport
import TransactionReview

/// The output of `vectors_messages.py`.
enum MessageVectors {
    struct SignIn: Decodable {
        struct Values: Decodable {
            let scheme: String?
            let domain: String
            let address: String
            let statement: String?
            let fields: [String: String]
            let resources: [String]?

            var message: SignInMessage {
                var named: [SignInMessage.Field: String] = [:]
                for (label, value) in fields {
                    if let field = SignInMessage.Field(rawValue: label) { named[field] = value }
                }
                return SignInMessage(
                    scheme: scheme, domain: domain, address: address, statement: statement, fields: named,
                    resources: resources)
            }
        }

        let text: String
        let values: Values
        let spoiled: String
        let read: Values?
    }

    struct Offchain: Decodable {
        let version: Int
        let domain: Hex?
        let signers: [Hex]
        let text: String
        let bytes: Hex
    }

    static func read<Vector: Decodable>(_ what: String, as type: Vector.Type, seed: UInt64) throws -> [Vector] {
        let decoder = JSONDecoder()
        return try PythonScript("vectors_messages.py").run([what, "--seed", String(seed), "--count", "1000"])
            .split(separator: UInt8(ascii: "\n")).map { try decoder.decode(type, from: $0) }
    }
}
