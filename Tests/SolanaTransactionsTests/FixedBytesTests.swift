import SolanaTransactions
import Testing

@Suite struct FixedBytesTests {
    @Test func `a key keeps its 32 bytes in order`() throws {
        let bytes = (0..<32).map { UInt8($0) }
        #expect(try PublicKey(bytes: bytes).bytes == bytes)
        #expect(try Blockhash(bytes: bytes).bytes == bytes)
    }

    @Test func `a signature keeps its 64 bytes in order`() throws {
        let bytes = (0..<64).map { UInt8($0) }
        #expect(try Signature(bytes: bytes).bytes == bytes)
    }

    @Test func `another number of bytes is refused with that number`() {
        for count in [0, 31, 33, 64] {
            #expect(throws: CodingError(.length, at: count)) {
                try PublicKey(bytes: [UInt8](repeating: 1, count: count))
            }
        }
        #expect(throws: CodingError(.length, at: 63)) {
            try Signature(bytes: [UInt8](repeating: 1, count: 63))
        }
    }

    @Test func `values lie in their words and nowhere else`() {
        #expect(MemoryLayout<PublicKey>.stride == 32)
        #expect(MemoryLayout<Blockhash>.stride == 32)
        #expect(MemoryLayout<Signature>.stride == 64)
    }

    @Test func `a changed bit in any byte makes another key`() throws {
        let zero = PublicKey()
        for index in 0..<32 {
            var bytes = zero.bytes
            bytes[index] = 0x80
            #expect(try PublicKey(bytes: bytes) != zero)
        }
    }

    @Test func `only the zero signature is an empty slot`() throws {
        #expect(Signature().isEmpty)
        var bytes = Signature().bytes
        bytes[63] = 1
        #expect(try !Signature(bytes: bytes).isEmpty)
    }
}
