import Foundation
import SolanaTransactions
import TestSupport
import Testing

/// Compiled instructions, byte for byte beside PyPI's solders.
@Suite struct CompilingTests {
    private struct Question: Encodable {
        struct Call: Encodable {
            let program: Hex
            let accounts: [Account]
            let data: Hex
        }
        struct Account: Encodable {
            let meta: AccountMeta
            func encode(to encoder: any Encoder) throws {
                var list = encoder.unkeyedContainer()
                try list.encode(Hex(meta.key.bytes))
                try list.encode(meta.isSigner)
                try list.encode(meta.isWritable)
            }
        }
        struct Table: Encodable {
            let key: Hex
            let addresses: [Hex]
        }

        let version: String
        let payer: Hex
        let blockhash: Hex
        let instructions: [Call]
        let tables: [Table]
        let config: [UInt64?]?
        let wire: Hex?

        init(_ value: GeneratedTransaction, _ compiled: Transaction?) {
            version = value.version.description
            payer = Hex(value.payer.bytes)
            blockhash = Hex(value.blockhash.bytes)
            instructions = value.instructions.map { instruction in
                Call(
                    program: Hex(instruction.programID.bytes), accounts: instruction.accounts.map(Account.init),
                    data: Hex(instruction.data))
            }
            tables = value.tables.map { table in
                Table(key: Hex(table.key.bytes), addresses: table.addresses.map { Hex($0.bytes) })
            }
            config = value.configuration.map { config in
                [config.priorityFee, config.computeUnitLimit.map(UInt64.init)]
                    + [config.loadedAccountsDataSizeLimit, config.heapSize].map { $0.map(UInt64.init) }
            }
            wire = compiled.map { Hex($0.encoded()) }
        }
    }

    private struct Answer: Decodable {
        let wire: Hex?
        let same: Bool
    }

    @Test func `thousands of transactions are compiled as solders compiles them, and solders reads them`() throws {
        var random = SeededGenerator()
        let seed: Comment = "seed \(random.seed)"
        let values = try (0..<3_600).map { index in
            try GeneratedTransaction([MessageVersion.legacy, .v0, .v1][index % 3], using: &random)
        }
        let results = values.map { value in Result { () throws(CodingError) in try value.compiled() } }
        let encoder = JSONEncoder()
        var input = Data()
        for (value, result) in zip(values, results) {
            input += try encoder.encode(Question(value, try? result.get())) + [0x0A]
        }
        let lines = try PythonScript("compile_transactions.py").run(input: input).split(separator: UInt8(ascii: "\n"))
        try #require(lines.count == values.count)
        var (made, refused): ([MessageVersion: Int], [CodingError.Code: Int]) = ([:], [:])
        for ((value, result), line) in zip(zip(values, results), lines) {
            let answer = try JSONDecoder().decode(Answer.self, from: line)
            switch result {
            case .success(let transaction):
                made[value.version, default: 0] += 1
                if transaction.encoded() != answer.wire?.bytes || !answer.same {
                    Issue.record("\(value.version) differs, \(seed): \(value)")
                }
                if !value.isCalled(by: transaction.message) || !value.hasRights(in: transaction.message) {
                    Issue.record("\(value.version) calls something else, \(seed): \(value)")
                }
            case .failure(let error):
                refused[error.code, default: 0] += 1
                // What solders makes all the same is more than its version allows; it leaves that to others.
                if let wire = answer.wire {
                    #expect([.tooLarge, .tooManyInstructions, .tooManySignatures].contains(error.code), seed)
                    #expect(throws: CodingError.self) { try Transaction(decoding: wire.bytes) }
                }
            }
        }
        for version in [MessageVersion.legacy, .v0, .v1] { #expect(made[version, default: 0] > 500, seed) }
        #expect(refused.keys.contains(.tooLarge), seed)
    }

    private static let keys = MessageTests.keys
    private static let blockhash = Blockhash()

    private static func call(_ accounts: AccountMeta..., data: [UInt8] = []) -> Instruction {
        Instruction(programID: keys[30], accounts: accounts, data: data)
    }

    @Test func `a key in several roles gets all their rights and one place`() throws {
        let (payer, other) = (Self.keys[5], Self.keys[1])
        let transaction = try Transaction(feePayer: payer, blockhash: Self.blockhash, version: .legacy) {
            Self.call(AccountMeta(other, isSigner: true), AccountMeta(payer))
            Self.call(AccountMeta(other, isWritable: true))
        }
        let message = transaction.message
        #expect(message.accountKeys == [payer, other, Self.keys[30]])
        #expect(message.header == MessageHeader(requiredSignatures: 2, readonlySigned: 0, readonlyUnsigned: 1))
        #expect(message.instructions.map(\.accountIndexes) == [[1, 0], [1]])
        #expect(transaction.signatures == [Signature(), Signature()])
    }

    @Test(arguments: [true, false]) func `conditions, loops and arrays give instructions in their order`(
        flag: Bool
    ) throws {
        func byte(_ value: UInt8) -> Instruction { Self.call(data: [value]) }
        let none: Instruction? = nil
        let transaction = try Transaction(feePayer: Self.keys[0], blockhash: Self.blockhash) {
            byte(0)
            if flag { byte(1) }
            if flag { byte(2) } else { [byte(3), byte(4)] }
            for value in UInt8(5)...6 { byte(value) }
            none
            [byte(7)]
        }
        let data = transaction.message.instructions.map { Array($0.data) }
        #expect(data == (flag ? [0, 1, 2, 5, 6, 7] : [0, 3, 4, 5, 6, 7]).map { [$0] })
        #expect(transaction.message.version == .v0)
    }

    @Test func `lookup tables and configurations are refused where the version has none`() {
        let table = AddressLookupTable(key: Self.keys[9], addresses: [])
        for version in [MessageVersion.legacy, .v1] {
            #expect(throws: CodingError(.versionFeature, at: 0)) {
                try Transaction(
                    feePayer: Self.keys[0], blockhash: Self.blockhash, version: version, lookupTables: [table]
                ) {}
            }
        }
        for version in [MessageVersion.legacy, .v0] {
            #expect(throws: CodingError(.versionFeature, at: 0)) {
                try Transaction(
                    feePayer: Self.keys[0], blockhash: Self.blockhash, version: version,
                    configuration: TransactionConfiguration()
                ) {}
            }
        }
    }

    @Test func `an entry of a table that has no number is refused`() throws {
        let account = AccountMeta(Self.keys[2])
        func compile(_ strangers: Int) throws(CodingError) -> Transaction {
            let table = AddressLookupTable(
                key: Self.keys[9], addresses: [PublicKey](repeating: Self.keys[8], count: strangers) + [account.key])
            return try Transaction(feePayer: Self.keys[0], blockhash: Self.blockhash, lookupTables: [table]) {
                Self.call(account)
            }
        }
        #expect(try compile(255).message.addressTableLookups.map(\.readonlyIndexes) == [[255]])
        #expect(throws: CodingError(.lookupEntry, at: 256)) { try compile(256) }
    }

    @Test func `a transaction is as large as its version allows and no larger`() throws {
        let sizes: [(MessageVersion, Int, Int)] = [(.legacy, 1_062, 1_232), (.v0, 1_060, 1_232), (.v1, 3_922, 4_096)]
        for (version, most, whole) in sizes {
            func compile(_ count: Int) throws(CodingError) -> Transaction {
                try Transaction(feePayer: Self.keys[0], blockhash: Self.blockhash, version: version) {
                    Self.call(data: [UInt8](repeating: 1, count: count))
                }
            }
            #expect(try compile(most).encoded().count == whole)
            #expect(throws: CodingError(.tooLarge, at: whole)) { try compile(most + 1) }
        }
    }

    @Test func `the payer can't be the program, and 257 accounts have no places`() {
        #expect(throws: CodingError.self) {
            try Transaction(feePayer: Self.keys[30], blockhash: Self.blockhash) { Self.call() }
        }
        #expect(throws: CodingError(.tooManyAccounts, at: 0)) {
            let accounts = try (0..<300).map { index in
                AccountMeta(
                    try PublicKey(bytes: [UInt8(index & 255), UInt8(index >> 8)] + [UInt8](repeating: 1, count: 30)))
            }
            let table = AddressLookupTable(key: Self.keys[9], addresses: Array(accounts.prefix(250).map(\.key)))
            _ = try Transaction(feePayer: Self.keys[0], blockhash: Self.blockhash, lookupTables: [table]) {
                Instruction(programID: Self.keys[30], accounts: accounts, data: [])
            }
        }
    }
}
