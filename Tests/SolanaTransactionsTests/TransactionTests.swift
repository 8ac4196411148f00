import SolanaTransactions
import Testing

@Suite struct TransactionTests {
    /// One account pays another 5 lamports; 215 bytes, by solders 0.29.
    static let legacyTransfer = """
        01\(String(repeating: "00", count: 64))010001033b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29\
        0202020202020202020202020202020202020202020202020202020202020202\
        0000000000000000000000000000000000000000000000000000000000000000\
        0303030303030303030303030303030303030303030303030303030303030303\
        01020200010c020000000500000000000000
        """

    /// The same as v1, with a priority fee of 7 lamports, 300 compute units and a heap of 64 KiB; 236 bytes.
    static let v1Transfer = """
        810100011700000003030303030303030303030303030303030303030303030303030303030303030103\
        3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29\
        0202020202020202020202020202020202020202020202020202020202020202\
        0000000000000000000000000000000000000000000000000000000000000000\
        07000000000000002c0100000000010002020c0000010200000005000000000000\
        00\(String(repeating: "00", count: 64))
        """

    @Test func `a legacy transfer is read part by part`() throws {
        let bytes = try Hex(Self.legacyTransfer).bytes
        let transaction = try Transaction(decoding: bytes)
        let message = transaction.message
        #expect(message.version == .legacy)
        #expect(message.header == MessageHeader(requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 1))
        #expect(message.accountKeys.map(\.bytes.first) == [0x3b, 2, 0])
        #expect(try message.lifetimeToken == Blockhash(bytes: [UInt8](repeating: 3, count: 32)))
        let data: ByteSlice = [2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]
        #expect(message.instructions == [CompiledInstruction(programIndex: 2, accountIndexes: [0, 1], data: data)])
        #expect(message.addressTableLookups.isEmpty)
        #expect(transaction.messageBytes == Array(bytes[65...]))
        #expect(transaction.signatures == [Signature()])
    }

    @Test func `a v1 transfer has its message first and its signatures last`() throws {
        let bytes = try Hex(Self.v1Transfer).bytes
        #expect(bytes.count == 236)
        let transaction = try Transaction(decoding: bytes)
        guard case .v1(let message) = transaction.message else {
            Issue.record("not v1")
            return
        }
        let wanted = TransactionConfiguration(priorityFee: 7, computeUnitLimit: 300, heapSize: 65_536)
        #expect(message.configuration == wanted)
        #expect(message.instructions.count == 1)
        #expect(transaction.messageBytes == Array(bytes[..<172]))
        let signature = try Signature(bytes: [UInt8](repeating: 9, count: 64))
        let signed = try transaction.placing(signature, for: transaction.requiredSigners[0])
        #expect(signed.encoded() == Array(bytes[..<172]) + signature.bytes)
        #expect(signed.message == transaction.message)
    }

    @Test func `a signature for somebody else finds no slot`() throws {
        let transaction = try Transaction(decoding: Hex(Self.legacyTransfer).bytes)
        let recipient = transaction.message.accountKeys[1]
        #expect(throws: NotASignerError(account: recipient)) {
            try transaction.placing(Signature(), for: recipient)
        }
    }

    @Test func `a transaction has as many signatures as its message requires`() throws {
        let message = try Transaction(decoding: Hex(Self.legacyTransfer).bytes).message
        for count in [0, 2] {
            #expect(throws: CodingError(.signatureCount, at: 0)) {
                try Transaction(message: message, signatures: [Signature](repeating: Signature(), count: count))
            }
        }
    }

    @Test(arguments: [legacyTransfer, v1Transfer]) func `every cut and every added byte is refused`(text: String) throws
    {
        let bytes = try Hex(text).bytes
        for count in bytes.indices {
            #expect(throws: CodingError.self) { try Transaction(decoding: bytes.prefix(count)) }
        }
        #expect(throws: CodingError(.trailingBytes, at: bytes.count)) { try Transaction(decoding: bytes + [0]) }
    }

    @Test func `each rule is named with the place where it is broken`() throws {
        let legacy = try Hex(Self.legacyTransfer).bytes
        let v1 = try Hex(Self.v1Transfer).bytes
        let cases: [(bytes: [UInt8], offset: Int, value: [UInt8], error: CodingError)] = [
            (legacy, 0, [0x80], CodingError(.unsupportedVersion, at: 0)),
            (legacy, 65, [0x82], CodingError(.unsupportedVersion, at: 65)),
            (legacy, 65, [2], CodingError(.signatureCount, at: 0)),
            (legacy, 65, [0], CodingError(.noFeePayer, at: 65)),
            (legacy, 66, [1], CodingError(.noFeePayer, at: 65)),
            (legacy, 67, [3], CodingError(.headerCounts, at: 65)),
            (legacy, 101, [UInt8](repeating: 0, count: 32), CodingError(.duplicateAccount, at: 133)),
            (legacy, 198, [0], CodingError(.programIndex, at: 198)),
            (legacy, 198, [3], CodingError(.programIndex, at: 198)),
            (legacy, 201, [3], CodingError(.accountIndex, at: 200)),
            (v1, 1, [13], CodingError(.tooManySignatures, at: 1)),
            (v1, 4, [0x20], CodingError(.configurationMask, at: 4)),
            (v1, 4, [0x16], CodingError(.configurationMask, at: 4)),
            (v1, 4, [0x15], CodingError(.configurationMask, at: 4)),
            (v1, 7, [0x80], CodingError(.configurationMask, at: 4)),
            (v1, 40, [65], CodingError(.tooManyInstructions, at: 40)),
            (v1, 41, [65], CodingError(.tooManyAccounts, at: 41)),
            (v1, 151, [4, 4], CodingError(.configurationValue, at: 150)),
            (v1, 150, [1], CodingError(.configurationValue, at: 150)),
            (v1, 150, [0, 0x7c, 0], CodingError(.configurationValue, at: 150)),
        ]
        for (bytes, offset, value, error) in cases {
            var damaged = bytes
            damaged.replaceSubrange(offset..<offset + value.count, with: value)
            #expect(throws: error) { try Transaction(decoding: damaged) }
        }
    }

    @Test func `a v1 message with signatures before it is no transaction`() throws {
        let v1 = try Hex(Self.v1Transfer).bytes
        let wrapped = [1] + [UInt8](repeating: 0, count: 64) + v1.prefix(172)
        #expect(throws: CodingError(.unsupportedVersion, at: 65)) { try Transaction(decoding: wrapped) }
    }

    @Test func `no bytes at all make the decoder trap`() throws {
        var random = SystemRandomNumberGenerator()
        let seeds = [try Hex(Self.legacyTransfer).bytes, try Hex(Self.v1Transfer).bytes]
        for round in 0..<30_000 {
            var bytes = seeds[round % 2]
            for _ in 0..<(1 + round % 8) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes.removeLast(round % 3)
            if let transaction = try? Transaction(decoding: bytes) {
                #expect(transaction.encoded() == bytes)
                _ = transaction.message.instructions
            }
            _ = try? Message(decoding: bytes)
        }
    }
}
