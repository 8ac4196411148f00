/// The distance by which a search may go on, by the two bytes at the end of what it looks at (Wu and Manber, 1994).
///
/// It knows pairs of bytes and nothing of their order, so that no copy of what is looked for stands in it.
struct SkipTable {
    /// The number of bytes that are looked at in one place.
    private let count: Int
    private let skips: [UInt8]

    /// - Parameters:
    ///   - texts: What is looked for, by the first `count` bytes of each.
    ///   - count: Two or more, and no more than any text has.
    init(_ texts: some Sequence<UnsafeRawBufferPointer>, count: Int) {
        self.count = count
        var skips = [UInt8](repeating: UInt8(count - 1), count: 1 << 16)
        for text in texts {
            for start in 0...count - 2 {
                let pair = Int(text.loadUnaligned(fromByteOffset: start, as: UInt16.self))
                skips[pair] = min(skips[pair], UInt8(count - 2 - start))
            }
        }
        self.skips = skips
    }

    /// Calls `body` with every offset at which one of the texts may begin.
    @inline(__always)
    func forEach(in memory: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
        guard memory.count >= count, let base = memory.baseAddress else { return }
        skips.withUnsafeBufferPointer { skips in
            var offset = 0
            while offset <= memory.count - count {
                let pair = Int(base.loadUnaligned(fromByteOffset: offset + count - 2, as: UInt16.self))
                let skip = Int(skips[pair])
                if skip == 0 {
                    body(offset)
                    offset += 1
                } else {
                    offset += skip
                }
            }
        }
    }
}
