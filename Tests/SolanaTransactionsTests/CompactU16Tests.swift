import SolanaTransactions
import Testing

@Suite struct CompactU16Tests {
    /// From `solana-short-vec`'s own tests.
    static let spellings: [(value: Int, bytes: [UInt8])] = [
        (0, [0x00]), (0x7f, [0x7f]), (0x80, [0x80, 0x01]), (0xff, [0xff, 0x01]), (0x100, [0x80, 0x02]),
        (0x3fff, [0xff, 0x7f]), (0x4000, [0x80, 0x80, 0x01]), (0x7fff, [0xff, 0xff, 0x01]),
        (0xffff, [0xff, 0xff, 0x03]),
    ]

    static let refused: [(bytes: [UInt8], error: CodingError)] = [
        ([], CodingError(.truncated, at: 0)),
        ([0x80], CodingError(.truncated, at: 1)),
        ([0xff, 0xff], CodingError(.truncated, at: 2)),
        // Second spellings.
        ([0x80, 0x00], CodingError(.compactAlias, at: 1)),
        ([0xff, 0x00], CodingError(.compactAlias, at: 1)),
        ([0x80, 0x80, 0x00], CodingError(.compactAlias, at: 2)),
        ([0xff, 0x80, 0x00], CodingError(.compactAlias, at: 2)),
        ([0x81, 0x80, 0x00], CodingError(.compactAlias, at: 2)),
        ([0xff, 0x81, 0x00], CodingError(.compactAlias, at: 2)),
        // Above 65,535: a decoder that drops the overflowing bits reads these as small numbers.
        ([0x80, 0x80, 0x04], CodingError(.compactOverflow, at: 2)),
        ([0x80, 0x80, 0x06], CodingError(.compactOverflow, at: 2)),
        ([0xff, 0xff, 0xff], CodingError(.compactOverflow, at: 2)),
        ([0x80, 0x80, 0x80, 0x00], CodingError(.compactOverflow, at: 2)),
        ([0x81, 0x80, 0x80, 0x01], CodingError(.compactOverflow, at: 2)),
    ]

    private func decode(_ bytes: [UInt8]) throws(CodingError) -> Int {
        try bytes.withUnsafeBufferPointer { buffer throws(CodingError) in
            var reader = ByteReader(UnsafeRawBufferPointer(buffer))
            let value = try CompactU16.decode(&reader)
            guard reader.isAtEnd else { throw CodingError(.trailingBytes, at: reader.offset) }
            return value
        }
    }

    @Test(arguments: spellings) func `a value has the spelling that Solana gives it`(value: Int, bytes: [UInt8]) throws
    {
        #expect(try decode(bytes) == value)
    }

    @Test(arguments: refused) func `every other spelling is refused`(bytes: [UInt8], error: CodingError) {
        #expect(throws: error) { try decode(bytes) }
    }

    @Test func `every value is read back from its spelling`() throws {
        for value in 0...UInt16.max {
            var bytes: [UInt8] = []
            CompactU16.encode(value, into: &bytes)
            let decoded = try decode(bytes)
            if decoded != Int(value) {
                Issue.record("\(value) became \(decoded)")
            }
        }
    }
}
