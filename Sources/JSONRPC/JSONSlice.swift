/// Where a string or number stands in its source, in eight bytes: a text of 1 MiB may hold half a million of them.
struct JSONSlice: Sendable {
    /// The largest end that a slice can have.
    static let maximumEnd = Int(Int32.max)

    private let offset: UInt32
    private let countAndFlag: UInt32

    /// Makes a slice; its end is at most ``maximumEnd``.
    init(_ range: Range<Int>, hasEscapes: Bool) {
        offset = UInt32(truncatingIfNeeded: range.lowerBound)
        countAndFlag = UInt32(truncatingIfNeeded: range.count) | (hasEscapes ? 1 << 31 : 0)
    }

    /// The number of bytes in the source.
    var count: Int { Int(countAndFlag & ~(1 << 31)) }

    /// Whether the bytes have to be decoded.
    var hasEscapes: Bool { countAndFlag >> 31 == 1 }

    /// The bytes in the source.
    var range: Range<Int> { Int(offset)..<Int(offset) + count }
}
