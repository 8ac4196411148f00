import SolanaTransactions
import Testing

@Suite struct MessageTests {
    static let keys = (1...40).map { index in
        (try? PublicKey(bytes: [UInt8](repeating: UInt8(index), count: 32))) ?? PublicKey()
    }
    static let header = MessageHeader(requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 1)

    @Test func `a transaction as large as its version allows is written, and one byte more is not`() throws {
        func legacy(_ count: Int) throws(CodingError) -> LegacyMessage {
            let data = ByteSlice([UInt8](repeating: 7, count: count))
            return try LegacyMessage(
                header: Self.header, accountKeys: Array(Self.keys.prefix(2)), recentBlockhash: Blockhash(),
                instructions: [CompiledInstruction(programIndex: 1, accountIndexes: [], data: data)])
        }
        func v1(_ count: Int) throws(CodingError) -> MessageV1 {
            let data = ByteSlice([UInt8](repeating: 7, count: count))
            return try MessageV1(
                header: Self.header, configuration: TransactionConfiguration(), lifetimeSpecifier: Blockhash(),
                accountKeys: Array(Self.keys.prefix(2)),
                instructions: [CompiledInstruction(programIndex: 1, accountIndexes: [], data: data)])
        }
        let legacyMessage = try Message.legacy(legacy(1_062))
        #expect(try Transaction(message: legacyMessage, signatures: [Signature()]).encoded().count == 1_232)
        #expect(throws: CodingError(.tooLarge, at: 1_232)) { try legacy(1_063) }
        let v1Message = try Message.v1(v1(3_922))
        #expect(try Transaction(message: v1Message, signatures: [Signature()]).encoded().count == 4_096)
        #expect(throws: CodingError(.tooLarge, at: 4_096)) { try v1(3_923) }
        #expect(throws: CodingError(.tooLarge, at: 108)) { try v1(65_536) }
    }

    @Test func `a program can't be taken from a lookup table`() throws {
        let lookup = AddressTableLookup(table: Self.keys[5], writableIndexes: [0, 1], readonlyIndexes: [2])
        func message(program: UInt8, account: UInt8) throws(CodingError) -> MessageV0 {
            let accounts = ByteSlice([account])
            return try MessageV0(
                header: Self.header, accountKeys: Array(Self.keys.prefix(2)), recentBlockhash: Blockhash(),
                instructions: [CompiledInstruction(programIndex: program, accountIndexes: accounts, data: [])],
                addressTableLookups: [lookup])
        }
        // Accounts 0 and 1 stand in the message, 2 to 4 in the table.
        #expect(try message(program: 1, account: 4).addressTableLookups == [lookup])
        #expect(throws: CodingError(.accountIndex, at: 104)) { try message(program: 1, account: 5) }
        #expect(throws: CodingError(.programIndex, at: 102)) { try message(program: 2, account: 4) }
    }

    @Test func `a lookup table may stand twice but none of its entries may`() throws {
        func message(_ first: ByteSlice, _ second: ByteSlice) throws(CodingError) -> MessageV0 {
            try MessageV0(
                header: Self.header, accountKeys: Array(Self.keys.prefix(2)), recentBlockhash: Blockhash(),
                instructions: [],
                addressTableLookups: [
                    AddressTableLookup(table: Self.keys[5], writableIndexes: first, readonlyIndexes: []),
                    AddressTableLookup(table: Self.keys[5], writableIndexes: [], readonlyIndexes: second),
                ])
        }
        #expect(try message([0, 1], [2, 3]).addressTableLookups.count == 2)
        #expect(throws: CodingError(.duplicateAccount, at: 139)) { try message([0, 1], [1, 2]) }
        #expect(throws: CodingError(.duplicateAccount, at: 103)) { try message([7, 7], [1]) }
        #expect(throws: CodingError(.emptyLookup, at: 103)) { try message([], [1]) }
    }

    @Test func `more than 256 accounts have no places`() {
        let all = ByteSlice(Array(0...255))
        #expect(throws: CodingError(.tooManyAccounts, at: 103)) {
            try MessageV0(
                header: Self.header, accountKeys: Array(Self.keys.prefix(2)), recentBlockhash: Blockhash(),
                instructions: [],
                addressTableLookups: [
                    AddressTableLookup(table: Self.keys[5], writableIndexes: all, readonlyIndexes: [])
                ])
        }
    }

    @Test func `a legacy header with the top bit set is no version byte`() {
        #expect(throws: CodingError.self) {
            try LegacyMessage(
                header: MessageHeader(requiredSignatures: 0x80, readonlySigned: 0, readonlyUnsigned: 0),
                accountKeys: Self.keys, recentBlockhash: Blockhash(), instructions: [])
        }
    }

    @Test func `two equal keys are found wherever they stand`() {
        for first in 0..<20 {
            for second in first + 1..<20 {
                var keys = Array(Self.keys.prefix(20))
                keys[second] = keys[first]
                #expect(throws: CodingError(.duplicateAccount, at: 4 + 32 * second)) {
                    try LegacyMessage(
                        header: Self.header, accountKeys: keys, recentBlockhash: Blockhash(), instructions: [])
                }
            }
        }
    }

    @Test func `keys that differ only in their last byte are not equal`() throws {
        let keys = try (0..<30).map { index in
            try PublicKey(bytes: [UInt8](repeating: 1, count: 31) + [UInt8(index)])
        }
        let message = try LegacyMessage(
            header: Self.header, accountKeys: keys, recentBlockhash: Blockhash(), instructions: [])
        #expect(message.accountKeys == keys)
    }
}
