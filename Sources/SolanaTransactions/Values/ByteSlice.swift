/// A run of bytes inside a shared array, counted from 0.
///
/// A slice of a transaction copies nothing and keeps the transaction's bytes alive. Two slices are equal if their bytes are, at
/// any position.
public struct ByteSlice: RandomAccessCollection, Sendable {
    private let storage: [UInt8]
    private let range: Range<Int>

    /// Takes the part of `storage` in `range`, cut to the bytes that exist.
    package init(_ storage: [UInt8], _ range: Range<Int>) {
        self.storage = storage
        self.range = range.clamped(to: 0..<storage.count)
    }

    /// All of `bytes`.
    public init(_ bytes: [UInt8]) {
        self.init(bytes, 0..<bytes.count)
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { range.count }

    public subscript(position: Int) -> UInt8 {
        storage[range.lowerBound + position]
    }

    /// A part of these bytes, counted from their own beginning.
    package func part(_ part: Range<Int>) -> ByteSlice {
        ByteSlice(storage, range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
    }

    /// Lends the bytes in place.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeBufferPointer { buffer throws(Failure) in
            try body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[range]))
        }
    }

    public func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result? {
        try storage.withUnsafeBufferPointer { buffer in
            try body(UnsafeBufferPointer(rebasing: buffer[range]))
        }
    }
}

extension ByteSlice: Hashable {
    public static func == (left: ByteSlice, right: ByteSlice) -> Bool {
        left.elementsEqual(right)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        withUnsafeBytes { bytes in
            hasher.combine(bytes: bytes)
        }
    }
}

extension ByteSlice: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: UInt8...) {
        self.init(elements)
    }
}
