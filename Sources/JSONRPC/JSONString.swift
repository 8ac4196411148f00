/// A JSON string: a slice of the text it was read from, or a copy of a Swift string.
///
/// A string that was read stays in its ``JSONSource``, with its escapes, until ``string`` or ``unescape(into:)`` is called. A passphrase therefore
/// moves from the source into wiped memory without ever being a `String`.
///
/// Two strings are equal if their decoded UTF-8 bytes are. Swift's own `==` is canonical equivalence, under which the Kelvin sign equals `K`; names
/// and identifiers must not be compared by it.
public struct JSONString: Sendable {
    let source: JSONSource
    let slice: JSONSlice

    init(_ source: JSONSource, _ slice: JSONSlice) {
        self.source = source
        self.slice = slice
    }

    /// Creates a JSON string from a Swift string.
    public init(_ string: String) {
        source = JSONSource(string.utf8)
        slice = JSONSlice(0..<min(source.count, JSONSlice.maximumEnd), hasEscapes: false)
    }

    /// The decoded string. It is copied into memory that is never wiped: not for secrets.
    public var string: String {
        withUTF8 { String(decoding: $0, as: UTF8.self) }
    }

    /// The length of the decoded string in bytes of UTF-8.
    public var utf8Count: Int {
        slice.hasEscapes ? withSpelling { Escapes.decodedCount($0) } : slice.count
    }

    /// True if the decoded string is empty.
    public var isEmpty: Bool { slice.count == 0 }

    /// Writes the decoded UTF-8 bytes to the start of a buffer, without creating a `String`.
    ///
    /// - Parameter buffer: At least ``utf8Count`` bytes; bytes that don't fit are left out.
    /// - Returns: The number of bytes written.
    @discardableResult
    public func unescape(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        withSpelling { spelling in
            if slice.hasEscapes { return Escapes.decode(spelling, into: buffer) }
            let count = min(spelling.count, buffer.count)
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: spelling.prefix(count)))
            return count
        }
    }

    /// Calls the closure with the decoded UTF-8 bytes, which are valid only inside it. If they had to be copied, the copy is wiped afterwards.
    @inline(__always)
    public func withUTF8<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        slice.hasEscapes ? try withDecodedCopy(body) : try withSpelling(body)
    }

    @inline(never)
    private func withDecodedCopy<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // A decoded string is never longer than its spelling.
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: slice.count, alignment: 1)
        defer {
            wipe(copy)
            copy.deallocate()
        }
        let count = withSpelling { Escapes.decode($0, into: copy) }
        return try body(UnsafeRawBufferPointer(rebasing: copy.prefix(count)))
    }

    /// Calls the closure with the bytes between the quotation marks, as they are in the source.
    @inline(__always)
    func withSpelling<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try source.withUnsafeBytes { bytes throws(Failure) in
            try body(UnsafeRawBufferPointer(rebasing: bytes[slice.range]))
        }
    }
}

extension JSONString: Hashable {
    @inline(__always)
    public static func == (left: JSONString, right: JSONString) -> Bool {
        right.withUTF8 { left.equals($0) }
    }

    public func hash(into hasher: inout Hasher) {
        withUTF8 { bytes in
            hasher.combine(bytes.count)
            hasher.combine(bytes: bytes)
        }
    }

    /// Returns true if the decoded string has exactly these bytes.
    @inline(__always)
    func equals(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if !slice.hasEscapes, slice.count != bytes.count { return false }
        return withUTF8 { $0.count == bytes.count && haveSameBytes($0, bytes) }
    }

    /// Returns true if the decoded string equals this one.
    @inline(__always)
    func equals(_ text: StaticString) -> Bool {
        equals(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension JSONString: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

/// The byte sequences of UTF-8 (Unicode 15, table 3-7).
enum UTF8Sequence {
    /// Returns the length of the sequence at a position; nil if there is none.
    @inline(__always)
    static func count(in bytes: UnsafeRawBufferPointer, at position: Int) -> Int? {
        let lead = bytes[position]
        // The table's narrower second bytes shut out overlong spellings, surrogates and what is above U+10FFFF.
        let (count, second): (Int, ClosedRange<UInt8>)
        switch lead {
        case ..<0x80: return 1
        case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
        case 0xE0: (count, second) = (3, 0xA0...0xBF)
        case 0xED: (count, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
        case 0xF0: (count, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
        case 0xF4: (count, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard position + count <= bytes.count, second.contains(bytes[position + 1]) else { return nil }
        for byte in bytes[position + 1..<position + count] where byte & 0xC0 != 0x80 { return nil }
        return count
    }

    /// Returns the position of the next byte, from `start` on, that is ASCII or begins no sequence.
    static func endOfNonASCII(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var position = start
        while position < bytes.count, bytes[position] >= 0x80, let count = count(in: bytes, at: position) {
            position += count
        }
        return position
    }
}
