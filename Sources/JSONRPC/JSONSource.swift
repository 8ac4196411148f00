#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The bytes of one JSON text, from which strings and numbers are cut as slices.
///
/// A source owns a copy of the given bytes, and overwrites it when the last value read from it is gone. A passphrase in a request thus doesn't
/// outlive the request. The caller wipes its own copy.
public final class JSONSource: Sendable {
    /// The number of bytes.
    public let count: Int
    nonisolated(unsafe) private let memory: UnsafeMutableRawPointer

    /// Copies the bytes.
    public init(copying bytes: UnsafeRawBufferPointer) {
        count = bytes.count
        memory = .allocate(byteCount: max(count, 1), alignment: 8)
        if let base = bytes.baseAddress {
            memory.copyMemory(from: base, byteCount: count)
        }
    }

    /// Copies the bytes of a collection.
    public init(_ bytes: some Collection<UInt8>) {
        count = bytes.count
        memory = .allocate(byteCount: max(count, 1), alignment: 8)
        UnsafeMutableRawBufferPointer(start: memory, count: count).copyBytes(from: bytes)
    }

    deinit {
        wipe(UnsafeMutableRawBufferPointer(start: memory, count: count))
        memory.deallocate()
    }

    /// Calls the closure with the bytes, which are valid only inside it.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeRawBufferPointer(start: memory, count: count))
    }
}

/// The position of a string or number in its source, in eight bytes: a text of 1 MiB may hold half a million of them.
struct JSONSlice: Sendable {
    /// The largest end that a slice can have.
    static let maximumEnd = Int(Int32.max)

    private let offset: UInt32
    private let countAndFlag: UInt32

    /// Creates a slice; its end is at most ``maximumEnd``.
    init(_ range: Range<Int>, hasEscapes: Bool) {
        offset = UInt32(truncatingIfNeeded: range.lowerBound)
        countAndFlag = UInt32(truncatingIfNeeded: range.count) | (hasEscapes ? 1 << 31 : 0)
    }

    /// The number of bytes in the source.
    var count: Int { Int(countAndFlag & ~(1 << 31)) }

    /// True if the bytes must be decoded.
    var hasEscapes: Bool { countAndFlag >> 31 == 1 }

    /// The bytes in the source.
    var range: Range<Int> { Int(offset)..<Int(offset) + count }
}

/// Overwrites memory with zeros in a way that the optimiser may not leave out.
func wipe(_ memory: UnsafeMutableRawBufferPointer) {
    guard let base = memory.baseAddress, memory.count > 0 else { return }
    #if canImport(Darwin)
        _ = memset_s(base, memory.count, 0, memory.count)
    #else
        explicit_bzero(base, memory.count)
    #endif
}

/// Returns true if two pieces of memory of the same size are equal. The time depends on how many bytes agree: not for secrets.
@inline(__always)
func haveSameBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
    return memcmp(leftBase, rightBase, left.count) == 0
}
