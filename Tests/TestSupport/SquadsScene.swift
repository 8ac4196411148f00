import Foundation
import JSONRPC
public import SolanaTransactions

/// A Squads multisig with proposals of each kind, as `Tests/Support/squads.py` lays its accounts out; there stands what each number is.
public struct SquadsScene: Decodable {
    /// The addresses of one proposal's accounts.
    public struct Addresses: Decodable {
        public let address: String
        public let transaction: String
    }

    /// An account as the chain has it.
    public struct Account: Decodable {
        public let set: String
        public let lamports: Int
        public let owner: String
        /// Its bytes, in base64.
        public let data: String
    }

    /// A vote on proposal 4, by another encoder.
    public struct Vote: Decodable {
        public let accounts: [Role]
        public let data: Hex

        public struct Role: Decodable {
            public let key: String
            public let isSigner: Bool
            public let isWritable: Bool

            public init(from decoder: any Decoder) throws {
                var values = try decoder.unkeyedContainer()
                key = try values.decode(String.self)
                isSigner = try values.decode(Bool.self)
                isWritable = try values.decode(Bool.self)
            }
        }
    }

    private struct Code: Decodable {
        let program: String
        let elf: String
    }

    public let multisig: String
    public let createKey: String
    public let vault: String
    public let stranger: String
    public let proposals: [String: Addresses]
    public private(set) var accounts: [Account]
    public let votes: [String: Vote]
    private let program: Code

    /// - Parameter options: Those of the script.
    public static func with(_ member: PublicKey, _ options: [String] = []) throws -> SquadsScene {
        try JSONDecoder().decode(SquadsScene.self, from: PythonScript("squads.py").run([member.base58] + options))
    }

    public func key(_ text: String) throws -> PublicKey { try PublicKey(base58: text) }

    /// The bytes of an account.
    public func data(_ address: String) -> [UInt8] {
        accounts.first { $0.set == address }.flatMap { Data(base64Encoded: $0.data) }.map { [UInt8]($0) } ?? []
    }

    /// Replaces an account's bytes.
    public mutating func set(_ address: String, _ data: [UInt8]) {
        accounts = accounts.map { account in
            account.set == address
                ? Account(
                    set: address, lamports: account.lamports, owner: account.owner,
                    data: Data(data).base64EncodedString()) : account
        }
    }

    /// Puts all of it onto a chain.
    package func place(on node: LocalNode) throws {
        try node.control(["program": .string(program.program), "elf": .string(program.elf)])
        for account in accounts {
            try node.control([
                "set": .string(account.set), "lamports": .number(account.lamports), "owner": .string(account.owner),
                "data": .string(account.data),
            ])
        }
        try node.control(["advance": 2])
    }
}
