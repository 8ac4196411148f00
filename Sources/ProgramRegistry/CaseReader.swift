public import SolanaTransactions

extension ProgramTable {
    /// Returns the case that holds for an instruction's arguments, with what it moves.
    ///
    /// - Returns: Nil if the table says nothing of the instruction, or if no case holds.
    public func cases(of instruction: DecodedInstruction) -> InstructionCase? {
        guard let number = instruction.number, let program = tableProgram(at: instruction.program),
            let record = program.instruction(number - program.firstNumber), record.name == instruction.name,
            record.fields.count == instruction.values.count, let roles = record.roles
        else { return nil }
        let table = program.record.table
        let given = instruction.sources.count
        let reader = CaseReader(table: table, instruction: instruction, record: record, list: record.list(of: given))
        return try? table.read(roles) { cases throws(CodingError) in
            for _ in 0..<(try TypeReader.count(&cases)) {
                let part = try cases.skip(Int(clamping: try cases.readLEB128()))
                let place = roles.lowerBound + part.lowerBound..<roles.lowerBound + part.upperBound
                let found = try table.read(place) { one throws(CodingError) in try reader.read(&one) }
                if let found { return found }
            }
            return nil
        }
    }
}

/// Reads what the table says of one instruction, its cases and its display, with its arguments and accounts.
struct CaseReader {
    let table: TableBytes
    let instruction: DecodedInstruction
    let record: InstructionRecord
    /// The place of the list that its accounts are.
    let list: Int

    /// - Returns: Nil if the case doesn't hold.
    func read(_ reader: inout ByteReader) throws(CodingError) -> InstructionCase? {
        guard let kind = try Self.entry(of: InstructionCase.Kind.allCases, &reader) else { return nil }
        let isInterface = try reader.readByte() != 0
        let source = try table.text(&reader)
        let note = try table.text(&reader)
        let user = try account(&reader)
        var holds = true
        for _ in 0..<(try TypeReader.count(&reader)) {
            let value = try argument(&reader)
            var isMet = false
            for _ in 0..<(try TypeReader.count(&reader)) {
                let meets = try condition(value, &reader)
                isMet = isMet || meets
            }
            holds = holds && isMet
        }
        guard holds else { return nil }
        let leaving = try movements(&reader, isLeaving: true)
        let arriving = try movements(&reader, isLeaving: false)
        let asset = try place(&reader)
        let recipient = try place(&reader)
        return InstructionCase(
            kind: kind, basis: isInterface ? .interface : .program, source: source, note: note, user: user,
            leaving: leaving, arriving: arriving, asset: asset, recipient: recipient?.account,
            price: try terms(&reader), order: try terms(&reader))
    }

    /// A value of a list that the table numbers from 1 on; nil for one that this release doesn't know.
    private static func entry<Value>(
        of values: [Value], _ reader: inout ByteReader
    ) throws(CodingError) -> Value? {
        let number = Int(try reader.readByte())
        return values.indices.contains(number - 1) ? values[number - 1] : nil
    }

    private func condition(_ value: ArgumentValue?, _ reader: inout ByteReader) throws(CodingError) -> Bool {
        switch try reader.readByte() {
        case 0: return value == nil
        case 1: return value == .bool(false)
        case 2: return value == .bool(true)
        case 3: return try value?.number == UInt128(reader.readLEB128())
        default: throw CodingError(.tag, at: reader.offset - 1)
        }
    }

    /// The account that a reference means; nil if it is none, or none that is given.
    func account(_ reader: inout ByteReader) throws(CodingError) -> MessageAccount.Source? {
        var meant: UInt64 = 0
        for each in record.lists.indices {
            let place = try reader.readLEB128()
            if each == list { meant = place }
        }
        guard meant > 0,
            let place = record.lists[list].place(of: Int(clamping: meant) - 1, among: instruction.sources.count),
            !instruction.absent.contains(place)
        else { return nil }
        return instruction.sources[place].source
    }

    /// The argument at a path; nil if there is none, because something on the way is absent or another variant.
    func argument(_ reader: inout ByteReader) throws(CodingError) -> ArgumentValue? {
        // The path's name for people.
        _ = try reader.readLEB128()
        let count = try TypeReader.count(&reader)
        var value: ArgumentValue?
        var type: FieldType?
        for step in 0..<count {
            let place = Int(clamping: try reader.readLEB128())
            if step == 0 {
                guard place < record.fields.count else { throw CodingError(.tag, at: reader.offset) }
                (type, value) = (record.fields[place].type, instruction.values[place])
            } else {
                (type, value) = try Self.step(place, type, value)
            }
            while let inner = type?.optional {
                type = inner
                if case .present(let there) = value { value = there }
                if value == .absent { value = nil }
            }
        }
        return value == .absent ? nil : value
    }

    private static func step(
        _ place: Int, _ type: FieldType?, _ value: ArgumentValue?
    ) throws(CodingError) -> (FieldType, ArgumentValue?) {
        switch type {
        case .record(let fields) where place < fields.count:
            guard case .record(let values) = value, place < values.count else { return (fields[place].type, nil) }
            return (fields[place].type, values[place].value)
        case .variant(let alternatives, _) where place < alternatives.count:
            let alternative = alternatives[place]
            guard case .variant(let name, let inner) = value, name == alternative.name else {
                return (alternative.type ?? .record([]), nil)
            }
            return (alternative.type ?? .record([]), inner)
        default: throw CodingError(.tag, at: place)
        }
    }

    private func place(_ reader: inout ByteReader) throws(CodingError) -> InstructionCase.Asset? {
        switch try reader.readByte() {
        case 0: return nil
        case 1: return try account(&reader).map { .account($0) }
        case 2:
            guard case .key(let key) = try argument(&reader) else { return nil }
            return .account(.address(key))
        case 3:
            let tree = try account(&reader)
            let number = try argument(&reader)?.number
            return tree.map { .leaf(tree: $0, number: number.flatMap { UInt64(exactly: $0) }) }
        default: throw CodingError(.tag, at: reader.offset - 1)
        }
    }

    private func terms(_ reader: inout ByteReader) throws(CodingError) -> [InstructionCase.Term] {
        var terms: [InstructionCase.Term] = []
        for _ in 0..<(try TypeReader.count(&reader)) {
            let name = try Self.entry(of: InstructionCase.Term.Name.allCases, &reader)
            let value: InstructionCase.Term.Value?
            switch try reader.readByte() {
            case 1: value = try argument(&reader).map { .argument($0) }
            case 2: value = try account(&reader).map { .account($0) }
            case 3: value = .holds
            default: throw CodingError(.tag, at: reader.offset - 1)
            }
            if let name, let value { terms.append(InstructionCase.Term(name: name, value: value)) }
        }
        return terms
    }

    private func movements(_ reader: inout ByteReader, isLeaving: Bool) throws(CodingError) -> [Movement] {
        var movements: [Movement] = []
        for _ in 0..<(try TypeReader.count(&reader)) {
            let start = reader.offset
            let form = try reader.readByte()
            let meansAll = try reader.readByte() & 1 != 0
            let amount = form == 0 ? .unknown : try amount(&reader, meansAll: meansAll)
            let bound: Movement.Bound
            switch form {
            case 0: bound = .whole
            case 1: bound = .atMost(amount)
            case 2: bound = .exactly(amount)
            case 3: bound = .atLeast(amount)
            default: throw CodingError(.tag, at: start)
            }
            let holders: [Movement.Holder] = [.tokens, .lamports, .tokensOrLamports, .stakeAccount]
            guard let holder = try Self.entry(of: holders, &reader) else { throw CodingError(.tag, at: start) }
            var account: MessageAccount.Source?
            for _ in 0..<(try TypeReader.count(&reader)) {
                let next = try self.account(&reader)
                account = account ?? next
            }
            let mint = try place(&reader)?.account
            let authority = try place(&reader)?.account
            movements.append(
                Movement(bound: bound, holder: holder, account: account, mint: mint, authority: authority))
        }
        return movements
    }

    private func amount(_ reader: inout ByteReader, meansAll: Bool) throws(CodingError) -> Movement.Amount {
        switch try AmountExpression(&reader, argument) {
        case .all: return .all
        case .unknown: return .unknown
        case .number(let number):
            let units = UInt64(clamping: number)
            return meansAll && units == .max ? .all : .units(units)
        }
    }
}

extension InstructionCase.Asset {
    /// The account, where it isn't a leaf.
    fileprivate var account: MessageAccount.Source? {
        guard case .account(let source) = self else { return nil }
        return source
    }
}

extension FieldType {
    /// The type within an optional one, through which a path passes without a step.
    fileprivate var optional: FieldType? {
        switch self {
        case .option(let type), .trailing(let type), .finalOption(let type): type
        default: nil
        }
    }
}

extension ArgumentValue {
    /// The value if it is a number that isn't negative.
    var number: UInt128? {
        switch self {
        case .unsigned(let value): UInt128(value)
        case .signed(let value): UInt128(exactly: value)
        case .wideUnsigned(let value): value
        case .wideSigned(let value): UInt128(exactly: value)
        default: nil
        }
    }
}
