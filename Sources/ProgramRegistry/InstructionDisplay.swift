public import SolanaTransactions

/// The description that a program's author gives of one of its instructions (sRFC 39), with the instruction's own values.
///
/// It is the author's wording and proves nothing. Skips and slices are not in it: they would only hide something.
public struct InstructionDisplay: Hashable, Sendable {
    /// An argument by its path, or an account by its place among those that are given.
    public enum Subject: Hashable, Sendable {
        case argument(String)
        case account(MessageAccount.Source)
    }

    /// A part of the sentence.
    public enum Part: Hashable, Sendable {
        /// Words between the values.
        case text(String)
        /// An argument by its path, and its value; nil if it isn't there.
        case argument(String, ArgumentValue?)
        /// An account; nil if it isn't given.
        case account(MessageAccount.Source?)
    }

    /// The form in which a number is meant to be read.
    public enum NumberForm: Hashable, Sendable {
        /// A number of the smallest units, of which 10 to this power are one.
        case amount(decimals: Int, unit: String)
        /// An amount with the decimals of this mint.
        case amountOf(mint: MessageAccount.Source, unit: String)
        /// Ticks since 1970.
        case time(ticksPerSecond: UInt64)
        /// Ticks from one moment to another.
        case duration(ticksPerSecond: UInt64)
        /// A scale that can't be told: the number stays as it is, and no sentence with it is said.
        case unresolved
    }

    /// A few words, such as "Transfer tokens"; empty if there are none.
    public let intent: String
    /// The parts of a sentence; empty if there is none.
    public let sentence: [Part]
    /// Names for arguments and accounts that people can read.
    public let labels: [Subject: String]
    /// How numbers are meant, by the path of the argument.
    public let numbers: [String: NumberForm]
}

extension ProgramTable {
    /// The author's description of an instruction; nil if the table has none.
    public func display(of instruction: DecodedInstruction) -> InstructionDisplay? {
        guard let number = instruction.number, let program = tableProgram(at: instruction.program),
            let record = program.instruction(number - program.firstNumber), record.name == instruction.name,
            record.fields.count == instruction.values.count, let place = record.display
        else { return nil }
        let list = record.list(of: instruction.sources.count)
        let table = program.record.table
        let cases = CaseReader(table: table, instruction: instruction, record: record, list: list)
        return try? table.read(place) { reader throws(CodingError) in try cases.display(&reader) }
    }
}

extension CaseReader {
    fileprivate func display(_ reader: inout ByteReader) throws(CodingError) -> InstructionDisplay {
        let intent = try table.text(&reader)
        var sentence: [InstructionDisplay.Part] = []
        for _ in 0..<(try TypeReader.count(&reader)) {
            switch try reader.readByte() {
            case 0: sentence.append(.text(try table.text(&reader)))
            case 1:
                let name = try pathName(&reader)
                sentence.append(.argument(name, try argument(&reader)))
            case 2: sentence.append(.account(try account(&reader)))
            default: throw CodingError(.tag, at: reader.offset - 1)
            }
        }
        var labels: [InstructionDisplay.Subject: String] = [:]
        for _ in 0..<(try TypeReader.count(&reader)) {
            let subject = try subject(&reader)
            let label = try table.text(&reader)
            if let subject { labels[subject] = label }
        }
        for _ in 0..<(try TypeReader.count(&reader)) {
            _ = try subject(&reader)
            _ = try reader.readByte()
        }
        var numbers: [String: InstructionDisplay.NumberForm] = [:]
        for _ in 0..<(try TypeReader.count(&reader)) {
            let subject = try subject(&reader)
            let form = try number(&reader)
            if case .argument(let name) = subject { numbers[name] = form }
        }
        return InstructionDisplay(intent: intent, sentence: sentence, labels: labels, numbers: numbers)
    }

    private func subject(_ reader: inout ByteReader) throws(CodingError) -> InstructionDisplay.Subject? {
        switch try reader.readByte() {
        case 1:
            let name = try pathName(&reader)
            _ = try argument(&reader)
            return .argument(name)
        case 2: return try account(&reader).map { .account($0) }
        default: throw CodingError(.tag, at: reader.offset - 1)
        }
    }

    private func number(_ reader: inout ByteReader) throws(CodingError) -> InstructionDisplay.NumberForm {
        let form = try reader.readByte()
        var decimals: Int?
        var mint: MessageAccount.Source?
        var ticks: UInt64 = 1
        switch form {
        case 0: decimals = 0
        case 1: decimals = Int(exactly: try reader.readLEB128())
        case 2: decimals = try argument(&reader)?.number.flatMap { Int(exactly: $0) }
        case 3: mint = try account(&reader)
        case 4, 5: ticks = try reader.readLEB128()
        default: throw CodingError(.tag, at: reader.offset - 1)
        }
        let unit = try table.text(&reader)
        switch form {
        case 0, 1, 2: return decimals.flatMap { $0 <= 38 ? .amount(decimals: $0, unit: unit) : nil } ?? .unresolved
        case 3: return mint.map { .amountOf(mint: $0, unit: unit) } ?? .unresolved
        default:
            guard ticks > 0 else { return .unresolved }
            return form == 4 ? .time(ticksPerSecond: ticks) : .duration(ticksPerSecond: ticks)
        }
    }

    /// The readable name of a path, which stays unread.
    private func pathName(_ reader: inout ByteReader) throws(CodingError) -> String {
        let start = reader.offset
        let name = try table.text(&reader)
        try reader.move(to: start)
        return name
    }
}
