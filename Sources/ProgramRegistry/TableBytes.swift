import SolanaTransactions

/// The bytes of a table of programs, and where its sections are; Programs/README.md has its form.
///
/// Nothing is copied or read before it is asked for, and nothing outside a section is ever read: a damaged table has less in it.
final class TableBytes: Sendable {
    /// Some rows of one length, ascending by the 32 bytes that each begins with.
    struct Rows: Sendable {
        let start: Int
        let count: Int
        let length: Int
    }

    // Never written, and there until the end of the program, or of this object if it owns them.
    private nonisolated(unsafe) let buffer: UnsafeRawBufferPointer
    private let isOwned: Bool
    private let strings: Range<Int>
    private let records: Range<Int>
    let programs: Rows
    let tokens: Rows
    let addresses: Rows

    /// - Parameter isOwned: True if the bytes are to be freed with this object.
    /// - Throws: `.truncated` if the header or a section doesn't lie within the bytes, `.tag` if they are another format,
    ///   `.unsupportedVersion`, `.length` if the header says another length.
    private init(_ buffer: UnsafeRawBufferPointer, isOwned: Bool) throws(CodingError) {
        self.buffer = buffer
        self.isOwned = isOwned
        var reader = ByteReader(buffer)
        guard try reader.readInteger(as: UInt64.self) == Self.magic else { throw CodingError(.tag, at: 0) }
        guard try reader.readInteger(as: UInt32.self) == 1 else { throw CodingError(.unsupportedVersion, at: 8) }
        guard try reader.readInteger(as: UInt32.self) == buffer.count else { throw CodingError(.length, at: 12) }
        func section(_ length: Int) throws(CodingError) -> Rows {
            let place = reader.offset
            let start = Int(try reader.readInteger(as: UInt32.self))
            let count = Int(try reader.readInteger(as: UInt32.self))
            guard start <= buffer.count, count <= (buffer.count - start) / length else {
                throw CodingError(.truncated, at: place)
            }
            return Rows(start: start, count: count, length: length)
        }
        let strings = try section(1)
        programs = try section(48)
        let records = try section(1)
        tokens = try section(48)
        addresses = try section(40)
        self.strings = strings.start..<strings.start + strings.count
        self.records = records.start..<records.start + records.count
    }

    /// `SIDEKEYP`.
    private static let magic: UInt64 = 0x5059_454b_4544_4953

    /// A table that stays where it is for as long as the program runs.
    static func standing(_ buffer: UnsafeRawBufferPointer) throws(CodingError) -> TableBytes {
        try TableBytes(buffer, isOwned: false)
    }

    /// A copy of a table.
    static func copying(_ bytes: [UInt8]) throws(CodingError) -> TableBytes {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
        copy.copyBytes(from: bytes)
        do throws(CodingError) {
            return try TableBytes(UnsafeRawBufferPointer(copy), isOwned: true)
        } catch {
            copy.deallocate()
            throw error
        }
    }

    deinit {
        if isOwned { buffer.deallocate() }
    }

    /// Lends a reader of a part of the bytes that sees nothing else.
    ///
    /// - Throws: `.truncated` if the part isn't there; what `body` throws.
    func read<Result>(
        _ part: Range<Int>, _ body: (inout ByteReader) throws(CodingError) -> Result
    ) throws(CodingError) -> Result {
        guard part.lowerBound >= 0, part.upperBound <= buffer.count else {
            throw CodingError(.truncated, at: part.lowerBound)
        }
        var reader = ByteReader(UnsafeRawBufferPointer(rebasing: buffer[part]))
        return try withExtendedLifetime(self) { () throws(CodingError) in try body(&reader) }
    }

    /// The text that a reference names.
    func text(_ reference: UInt64) throws(CodingError) -> String {
        try read(strings) { reader throws(CodingError) in
            try reader.move(to: Int(clamping: reference))
            let count = Int(clamping: try reader.readLEB128())
            return try reader.text(at: reader.skip(count))
        }
    }

    /// The text that a reader's next reference names.
    func text(_ reader: inout ByteReader) throws(CodingError) -> String { try text(reader.readLEB128()) }

    /// The place of the row for an address, behind the address itself; nil if there is none.
    func row(_ address: PublicKey, in rows: Rows) -> Range<Int>? {
        var (low, high) = (0, rows.count)
        let word = UInt64(bigEndian: address.firstWord)
        while low < high {
            let middle = (low + high) / 2
            let start = rows.start + middle * rows.length
            // In bounds: `init` has seen that every row is.
            let other = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            let key = buffer.loadUnaligned(fromByteOffset: start, as: PublicKey.self)
            if key == address { return start + PublicKey.count..<start + rows.length }
            if other == word ? key < address : other < word { low = middle + 1 } else { high = middle }
        }
        return nil
    }

    /// The addresses of all rows.
    func addresses(in rows: Rows) -> [PublicKey] {
        (0..<rows.count).map { buffer.loadUnaligned(fromByteOffset: rows.start + $0 * rows.length, as: PublicKey.self) }
    }

    /// The part of the bytes that a record takes, by its place in its section.
    func record(at offset: UInt32) throws(CodingError) -> Range<Int> {
        guard Int(offset) + 4 <= records.count else { throw CodingError(.truncated, at: records.upperBound) }
        let start = records.lowerBound + Int(offset)
        let count = Int(UInt32(littleEndian: buffer.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
        guard count <= records.upperBound - start else { throw CodingError(.truncated, at: start) }
        return start..<start + count
    }
}
