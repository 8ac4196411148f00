/// The bytes of one JSON text, from which strings and numbers are cut as slices.
///
/// A source owns a copy of the bytes it was given and overwrites it when the last value that was read from it is
/// gone, so that a passphrase in a request doesn't outlive the request. The caller wipes its own copy.
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
