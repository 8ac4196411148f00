import SolanaTransactions

/// The places of the parts of one program's record.
///
/// ```
/// +------------+----------+----------+---------------------------+---------------------------+-----------
/// | length u32 | I (u16)  | T (u16)  | instructions (u32 × I+1)  | types (u32 × T+1)         | publisher …
/// +------------+----------+----------+---------------------------+---------------------------+-----------
/// ```
struct ProgramRecord: Sendable {
    let table: TableBytes
    private let place: Range<Int>
    let instructionCount: Int
    let typeCount: Int

    /// The part before the instructions.
    struct Head: Sendable {
        let publisher: String
        let site: String
        let source: String
        let licence: String
        let missing: String
        /// True if it is known which accounts sign and which are written.
        let hasAccountFlags: Bool
        /// True if an optional account may be left off.
        let isOmitting: Bool
    }

    init(_ table: TableBytes, at offset: UInt32) throws(CodingError) {
        let place = try table.record(at: offset)
        self.table = table
        self.place = place
        (instructionCount, typeCount) = try table.read(place) { reader throws(CodingError) in
            _ = try reader.skip(4)
            return (Int(try reader.readInteger(as: UInt16.self)), Int(try reader.readInteger(as: UInt16.self)))
        }
    }

    func head() throws(CodingError) -> Head {
        let table = table
        let start = 8 + 4 * (instructionCount + typeCount + 2)
        return try table.read(place) { reader throws(CodingError) in
            try reader.move(to: start)
            let publisher = try table.text(&reader)
            let site = try table.text(&reader)
            let source = try table.text(&reader)
            let licence = try table.text(&reader)
            let missing = try table.text(&reader)
            let flags = try reader.readByte()
            return Head(
                publisher: publisher, site: site, source: source, licence: licence, missing: missing,
                hasAccountFlags: flags & 1 != 0, isOmitting: flags & 2 != 0)
        }
    }

    /// The part of the table that an instruction takes.
    func instruction(_ index: Int) throws(CodingError) -> Range<Int> {
        try part(index, of: instructionCount, from: 8)
    }

    /// The part of the table that a type takes.
    func type(_ index: Int) throws(CodingError) -> Range<Int> {
        try part(index, of: typeCount, from: 8 + 4 * (instructionCount + 1))
    }

    private func part(_ index: Int, of count: Int, from start: Int) throws(CodingError) -> Range<Int> {
        guard index >= 0, index < count else { throw CodingError(.tag, at: start) }
        let place = place
        return try table.read(place) { reader throws(CodingError) in
            try reader.move(to: start + 4 * index)
            let first = Int(try reader.readInteger(as: UInt32.self))
            let end = Int(try reader.readInteger(as: UInt32.self))
            guard first <= end, end <= place.count else { throw CodingError(.truncated, at: place.lowerBound) }
            return place.lowerBound + first..<place.lowerBound + end
        }
    }
}
