import SolanaTransactions
import Synchronization

/// A program of the table; its layouts are made at the first instruction that has them.
final class TableProgram: CatalogProgram {
    let name: String
    let record: ProgramRecord
    /// The number of its first instruction among those of all programs.
    let firstNumber: Int
    private let head: ProgramRecord.Head
    /// The beginnings of the instructions, the longest first and those of one length in order.
    private let beginnings: [Beginning]
    private let made: Mutex<Made>

    /// The bytes that an instruction's data begins with.
    private struct Beginning: Sendable {
        let count: Int
        /// The bytes as a little-endian number.
        let tag: UInt64
        let instruction: Int
    }

    private struct Made {
        var types: TypeReader
        /// Nil for an instruction that can't be read.
        var instructions: [Int: InstructionRecord?] = [:]
    }

    /// The most instructions that are kept, so that a program with hundreds of them takes no more memory than others.
    private static let mostKept = 48

    init(_ record: ProgramRecord, name: String, firstNumber: Int) throws(CodingError) {
        self.name = name
        self.record = record
        self.firstNumber = firstNumber
        head = try record.head()
        var beginnings: [Beginning] = []
        beginnings.reserveCapacity(record.instructionCount)
        for instruction in 0..<record.instructionCount {
            // One that is damaged isn't found; the others are.
            guard let place = try? record.instruction(instruction) else { continue }
            let beginning = try? record.table.read(place) { reader throws(CodingError) in
                let count = Int(try reader.readByte())
                guard count <= 8 else { throw CodingError(.tag, at: 0) }
                return Beginning(count: count, tag: reader.tag(of: try reader.skip(count)), instruction: instruction)
            }
            if let beginning { beginnings.append(beginning) }
        }
        self.beginnings = beginnings.sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }
        made = Mutex(Made(types: TypeReader(record)))
    }

    func layout(of data: ByteSlice, accountCount: Int) -> CatalogLayout? {
        guard let index = instruction(of: data), let instruction = instruction(index) else { return nil }
        return CatalogLayout(number: firstNumber + index, layout: instruction.layout(of: accountCount))
    }

    /// The instruction with the longest beginning that the data has. If its arguments then don't fit, no other is meant.
    private func instruction(of data: ByteSlice) -> Int? {
        let (tag, count) = data.withUnsafeBytes { bytes in
            (ByteReader(bytes).tag(of: 0..<min(bytes.count, 8)), bytes.count)
        }
        var start = 0
        while start < beginnings.count {
            let length = beginnings[start].count
            let end = beginnings[start...].partitioningIndex { $0.count < length }
            let wanted = length < 8 ? tag & (1 << UInt64(8 * length) - 1) : tag
            let found = beginnings[start..<end].partitioningIndex { $0.tag >= wanted }
            if count >= length, found < end, beginnings[found].tag == wanted { return beginnings[found].instruction }
            start = end
        }
        return nil
    }

    /// An instruction by its place in the record; nil if there is none, or it can't be read.
    func instruction(_ index: Int) -> InstructionRecord? {
        guard index >= 0, index < record.instructionCount else { return nil }
        return made.withLock { made in
            if let known = made.instructions[index] { return known }
            if made.instructions.count >= Self.mostKept { made = Made(types: TypeReader(record)) }
            let instruction = try? InstructionRecord(index, of: record, head, &made.types)
            made.instructions[index] = .some(instruction)
            return instruction
        }
    }

    var interface: ProgramInterface {
        ProgramInterface(
            publisher: head.publisher, site: head.site.isEmpty ? nil : head.site, source: head.source,
            licence: head.licence, missing: head.missing.isEmpty ? nil : head.missing,
            instructionCount: record.instructionCount)
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element, and so each after it, is as the predicate wants.
    fileprivate func partitioningIndex(where isMeant: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if isMeant(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
