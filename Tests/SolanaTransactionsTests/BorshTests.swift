import SolanaTransactions
import Testing

/// Borsh as its specification spells it.
@Suite struct BorshTests {
    @Test func `values are written as the specification writes them, and read again`() throws {
        var encoder = BorshEncoder([9])
        encoder.encode(UInt8(1))
        encoder.encode(Int16(-2))
        encoder.encode(UInt64.max)
        encoder.encode(UInt128(1) << 64)
        encoder.encode(true)
        try encoder.encode(1.5)
        try encoder.encode("né")
        try encoder.encode([UInt8(7), 8])
        try encoder.encode([UInt16(3), 4]) { encoder, value throws(CodingError) in encoder.encode(value) }
        try encoder.encode(optional: UInt8?.none) { encoder, value throws(CodingError) in encoder.encode(value) }
        try encoder.encode(optional: UInt8(5)) { encoder, value throws(CodingError) in encoder.encode(value) }
        encoder.encode(SystemProgram.id)
        let spelled: [UInt8] =
            [9, 1, 0xFE, 0xFF] + [UInt8](repeating: 0xFF, count: 8) + [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
            + [1, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F, 3, 0, 0, 0, 0x6E, 0xC3, 0xA9, 2, 0, 0, 0, 7, 8]
            + [2, 0, 0, 0, 3, 0, 4, 0, 0, 1, 5] + [UInt8](repeating: 0, count: 32)
        #expect(encoder.bytes == spelled)

        var decoder = BorshDecoder(spelled)
        #expect(try decoder.decode(UInt8.self) == 9)
        #expect(try decoder.decode(UInt8.self) == 1)
        #expect(try decoder.decode(Int16.self) == -2)
        #expect(try decoder.decode(UInt64.self) == .max)
        #expect(try decoder.decode(UInt128.self) == 1 << 64)
        #expect(try decoder.decode(Bool.self))
        #expect(try decoder.decode(Double.self) == 1.5)
        #expect(try decoder.decode(String.self) == "né")
        #expect(try decoder.decode(ByteSlice.self) == [7, 8])
        #expect(try decoder.decode(list: { decoder throws(CodingError) in try decoder.decode(UInt16.self) }) == [3, 4])
        let read = { (decoder: inout BorshDecoder) throws(CodingError) -> UInt8 in try decoder.decode() }
        #expect(try decoder.decode(optional: read) == nil)
        #expect(try decoder.decode(optional: read) == 5)
        #expect(throws: CodingError(.trailingBytes, at: 61)) { try decoder.finish() }
        #expect(try decoder.decode(PublicKey.self) == SystemProgram.id)
        try decoder.finish()
    }

    @Test func `a second spelling, a cut, a count beyond the bytes and NaN are refused`() {
        let flag = { (decoder: inout BorshDecoder) throws(CodingError) -> Bool in try decoder.decode() }
        let text = { (decoder: inout BorshDecoder) throws(CodingError) -> String in try decoder.decode() }
        let number = { (decoder: inout BorshDecoder) throws(CodingError) -> Double in try decoder.decode() }
        let list = { (decoder: inout BorshDecoder) throws(CodingError) -> [Bool] in try decoder.decode(list: flag) }
        #expect(Self.failure([2], flag) == CodingError(.tag, at: 0))
        #expect(Self.failure([], flag) == CodingError(.truncated, at: 0))
        #expect(Self.failure([1, 1], flag) == CodingError(.trailingBytes, at: 1))
        #expect(Self.failure([2, 0, 0, 0, 65], text) == CodingError(.truncated, at: 4))
        #expect(Self.failure([1, 0, 0, 0, 0xFF], text) == CodingError(.text, at: 4))
        #expect(Self.failure([255, 255, 255, 255, 1], list) == CodingError(.truncated, at: 4))
        #expect(Self.failure([1, 0, 0, 0, 3], list) == CodingError(.tag, at: 4))
        #expect(Self.failure([0, 0, 0, 0, 0, 0, 0xF8, 0x7F], number) == CodingError(.number, at: 0))
        var encoder = BorshEncoder()
        #expect(throws: CodingError(.number, at: 0)) { try encoder.encode(Double.nan) }
    }

    private static func failure<Value>(
        _ bytes: [UInt8], _ body: (inout BorshDecoder) throws(CodingError) -> Value
    ) -> CodingError? {
        var decoder = BorshDecoder(bytes)
        do throws(CodingError) {
            _ = try body(&decoder)
            try decoder.finish()
        } catch {
            return error
        }
        return nil
    }
}
