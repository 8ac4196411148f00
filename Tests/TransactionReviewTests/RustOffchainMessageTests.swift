import Testing
import TransactionReview

/// The form that Solana's Rust SDK gives version 0, by the vectors of its own tests.
@Suite struct RustOffchainMessageTests {
    private static let head: [UInt8] = [
        255, 115, 111, 108, 97, 110, 97, 32, 111, 102, 102, 99, 104, 97, 105, 110, 0,
    ]

    @Test func `ASCII has format 0, other text format 1`() {
        #expect(
            OffchainMessage.encodedByRustSDK("Test Message")
                == Self.head + [0, 12, 0, 84, 101, 115, 116, 32, 77, 101, 115, 115, 97, 103, 101])
        #expect(
            OffchainMessage.encodedByRustSDK("Тестовое сообщение")
                == Self.head + [
                    1, 35, 0, 208, 162, 208, 181, 209, 129, 209, 130, 208, 190, 208, 178, 208, 190, 208, 181, 32, 209,
                    129, 208, 190, 208, 190, 208, 177, 209, 137, 208, 181, 208, 189, 208, 184, 208, 181,
                ])
    }

    @Test(arguments: [(1_212, UInt8(0)), (1_213, 2), (65_515, 2)])
    func `what doesn't fit a packet has format 2`(count: Int, format: UInt8) throws {
        let bytes = try #require(OffchainMessage.encodedByRustSDK(String(repeating: "a", count: count)))
        #expect(Array(bytes[17..<20]) == [format, UInt8(count & 255), UInt8(count >> 8)])
    }

    @Test(arguments: [0, 65_516]) func `nothing and too much have none`(count: Int) {
        #expect(OffchainMessage.encodedByRustSDK(String(repeating: "a", count: count)) == nil)
    }
}
