/// What tells most instructions of a layout by numbers alone.
struct LayoutShape: BitwiseCopyable, Sendable {
    /// The layout's place in its set.
    let number: Int
    /// How many accounts there are at least.
    let accountCount: Int
    /// How many bytes of data there are; -1 where that differs.
    private let dataCount: Int
    /// The discriminator's first 8 bytes as a little-endian number, and which of its bits count.
    private let tag: UInt64
    private let mask: UInt64
    /// Whether data of `dataCount` bytes and `accountCount` accounts that may be of this layout are.
    let isDecisive: Bool

    init(_ parts: InstructionLayout.Parts, number: Int) {
        self.number = number
        accountCount = parts.required.count
        dataCount = parts.fixedCount ?? -1
        let bytes = parts.discriminator.prefix(8)
        tag = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        mask = bytes.reduce(0) { mask, _ in mask << 8 | 0xff }
        isDecisive =
            parts.isPlain && parts.restricted.isEmpty && parts.fixedCount != nil && parts.discriminator.count <= 8
    }

    /// Whether an instruction with these first 8 bytes can be of this layout.
    @inline(__always)
    func mayBe(_ tag: UInt64, _ dataCount: Int, _ accountCount: Int) -> Bool {
        accountCount >= self.accountCount && (self.dataCount < 0 || dataCount == self.dataCount)
            && (tag ^ self.tag) & mask == 0
    }
}

extension ByteReader {
    /// The first 8 bytes of a range that was skipped before, as a little-endian number with zeros for what it hasn't.
    @inline(__always)
    func tag(of range: Range<Int>) -> UInt64 {
        if range.count >= 8 { return integer(at: range.lowerBound) }
        var (tag, shift): (UInt64, UInt64) = (0, 0)
        for offset in range {
            tag |= UInt64(byte(at: offset)) << shift
            shift += 8
        }
        return tag
    }
}
