/// The known programs, by address.
public struct ProgramSet: Sendable {
    /// A program and its layouts, with their places among all layouts.
    final class OwnProgram: Sendable {
        let name: String
        /// True if any of its instructions can be read.
        var isRead: Bool { !layouts.isEmpty }
        /// The first byte of an instruction that holds several others.
        let batch: UInt8?
        /// The layouts in their order, and the place of the first one among those of all programs.
        private let layouts: [InstructionLayout.Parts]
        private let number: Int
        /// The shapes that identify most instructions' layouts: for each byte those whose discriminator begins with it, then
        /// those without one.
        private let shapes: [LayoutShape]
        /// The range of the shapes for each byte, then the range for empty data. Empty if there are no layouts.
        private let shapeRanges: [Range<Int>]

        init(name: String, _ layouts: [InstructionLayout], batch: UInt8?, from number: Int) {
            self.name = name
            self.batch = batch
            self.number = number
            let parts = layouts.map(\.parts)
            self.layouts = parts
            let numbered = parts.enumerated().map { (LayoutShape($1, number: number + $0), $1.discriminator.first) }
            let without = numbered.filter { $0.1 == nil }.map(\.0)
            var (shapes, ranges): ([LayoutShape], [Range<Int>]) = ([], [])
            for byte in (0...255).map(UInt8?.some) + [nil] where !layouts.isEmpty {
                let start = shapes.count
                if byte != nil { shapes += numbered.filter { $0.1 == byte }.map(\.0) }
                shapes += without
                ranges.append(start..<shapes.count)
            }
            self.shapes = shapes
            shapeRanges = ranges
        }

        func decode(
            _ program: PublicKey, _ data: ByteSlice, _ accountCount: Int, _ account: (Int) -> MessageAccount
        ) -> DecodedInstruction? {
            let range = data.first.flatMap { shapeRanges.isEmpty ? nil : shapeRanges[Int($0)] }
            for shape in shapes[range ?? shapeRanges.last ?? 0..<0] {
                let parts = layouts[shape.number - number]
                if let decoded = parts.decode(program, name, data, accountCount, account) { return decoded }
            }
            return nil
        }

        /// The place of an instruction's layout; nil if none of the program's layouts fits.
        func layout(_ data: Range<Int>, _ accounts: Range<Int>, of message: MessageReader) -> Int? {
            let first = data.isEmpty ? nil : Int(message.reader.byte(at: data.lowerBound))
            let range = first.flatMap { shapeRanges.isEmpty ? nil : shapeRanges[$0] } ?? shapeRanges.last ?? 0..<0
            let tag = message.reader.tag(of: data)
            for shape in shapes[range] {
                guard shape.mayBe(tag, data.count, accounts.count) else { continue }
                if shape.isDecisive && accounts.count == shape.accountCount { return shape.number }
                if layouts[shape.number - number].fits(data, accounts, of: message) { return shape.number }
            }
            return nil
        }
    }

    /// Shared storage, so that a copy of a set costs one reference.
    private final class Contents: Sendable {
        let entries: KeyTable<OwnProgram>
        let layouts: [(program: PublicKey, name: String, parts: InstructionLayout.Parts)]
        let catalog: (any ProgramCatalog)?

        init(
            _ entries: KeyTable<OwnProgram> = KeyTable(),
            _ layouts: [(program: PublicKey, name: String, parts: InstructionLayout.Parts)] = [],
            _ catalog: (any ProgramCatalog)? = nil
        ) {
            self.entries = entries
            self.layouts = layouts
            self.catalog = catalog
        }

        /// The program's own entry, or the catalogue's if the set reads none of its instructions.
        @inline(__always)
        func entry(of program: PublicKey) -> Entry? {
            let own = entries[program]
            if let own, own.isRead { return .own(own) }
            if let found = catalog?.program(at: program) { return .catalog(found) }
            return own.map { .own($0) }
        }

        /// The set's own name for a program comes before the catalogue's.
        func name(of program: PublicKey) -> String? { entries[program]?.name ?? catalog?.name(of: program) }

        func adding(
            _ name: String, _ instructions: [InstructionLayout], batch: UInt8? = nil, _ id: PublicKey
        ) -> Contents {
            var entries = entries
            entries.insert(OwnProgram(name: name, instructions, batch: batch, from: layouts.count), for: id)
            return Contents(entries, layouts + instructions.map { (id, name, $0.parts) }, catalog)
        }
    }

    private var contents = Contents()

    /// Every layout with its program, without the catalogue's, in the order in which they were added.
    var layouts: [(program: PublicKey, name: String, parts: InstructionLayout.Parts)] { contents.layouts }

    /// The programs that come with this library.
    ///
    /// It decodes System, Token, Token-2022, Associated Token, both Memos, Compute Budget, Address Lookup Table, Stake and the
    /// upgradeable loader. It knows the other native programs only by name.
    public static let known: ProgramSet = {
        var set = ProgramSet(
            SystemProgram.self, TokenProgram.self, Token2022Program.self, AssociatedTokenProgram.self, MemoProgram.self,
            LegacyMemoProgram.self, ComputeBudgetProgram.self, AddressLookupTableProgram.self, StakeProgram.self,
            UpgradeableLoaderProgram.self)
        for (key, name) in NativePrograms.names { set.contents = set.contents.adding(name, [], key) }
        return set
    }()

    /// The same programs with a catalogue behind them, which is asked for those that the set doesn't read itself. It takes
    /// the place of an earlier one.
    public func backed(by catalog: any ProgramCatalog) -> ProgramSet {
        var set = self
        set.contents = Contents(contents.entries, contents.layouts, catalog)
        return set
    }

    public init(_ programs: any Program.Type...) {
        for program in programs { insert(program) }
    }

    /// The same programs and one more, which replaces a program with the same address.
    public func adding(_ program: any Program.Type) -> ProgramSet {
        var set = self
        set.insert(program)
        return set
    }

    private mutating func insert(_ program: any Program.Type) {
        contents = contents.adding(program.name, program.instructions, batch: program.batch, program.id)
    }

    @inline(__always)
    func entry(of program: PublicKey) -> Entry? { contents.entry(of: program) }

    /// Every layout of the set's own with its program; later additions do not change the places.
    package var numberedLayouts: [(program: PublicKey, layout: InstructionLayout)] {
        layouts.map { ($0.program, InstructionLayout(parts: $0.parts)) }
    }

    /// The name of a program; nil if it isn't known.
    public func name(of program: PublicKey) -> String? { contents.name(of: program) }

    /// Reads an instruction.
    ///
    /// - Returns: Nil if the program isn't known, if any byte or account is not understood, or for a batch of several
    ///   instructions.
    public func decode(program: PublicKey, accounts: [MessageAccount], data: ByteSlice) -> DecodedInstruction? {
        entry(of: program)?.decode(program, data, accounts.count) { accounts[$0] }
    }

    /// Reads an instruction that isn't part of a message yet.
    public func decode(_ instruction: Instruction) -> DecodedInstruction? {
        decode(
            program: instruction.programID,
            accounts: instruction.accounts.map { meta in
                MessageAccount(source: .address(meta.key), isSigner: meta.isSigner, isWritable: meta.isWritable)
            }, data: ByteSlice(instruction.data))
    }

    /// Reads every instruction of a message, with nil for each that isn't understood.
    public func decode(_ message: Message) -> [DecodedInstruction?] {
        let encoding = message.encoding
        let places = message.accounts
        var decoded: [DecodedInstruction?] = []
        decoded.reserveCapacity(encoding.layout.instructionCount)
        // Most messages call one program several times.
        var (last, entry): (UInt8, Entry?) = (0, nil)
        encoding.forEachInstruction { index, accounts, data, reader in
            // A decoded message has every index in range, and every program among its own accounts, behind the payer.
            guard case .address(let program) = places[Int(index)].source else { return decoded.append(nil) }
            if last != index { (last, entry) = (index, self.entry(of: program)) }
            let indexes = reader.bytes(accounts)
            decoded.append(
                entry?.decode(program, ByteSlice(encoding.storage, data), indexes.count) { places[Int(indexes[$0])] })
        }
        return decoded
    }
}

extension ProgramSet.OwnProgram {
    /// The instructions of a batch.
    ///
    /// ```
    /// +---------------+----------+--------+------+----------+--------+------+----
    /// | discriminator | accounts | length | data | accounts | length | data | ...
    /// +---------------+----------+--------+------+----------+--------+------+----
    /// ```
    ///
    /// - Returns: Nothing if the instruction is not a batch, or if bytes or accounts are missing or left over. A nested batch
    ///   cannot be read: the programs refuse it.
    func parts(of call: DecodedMessage.Call, _ message: MessageReader) -> [DecodedMessage.Call] {
        let (reader, data) = (message.reader, call.data)
        guard let batch, let first = data.first, reader.byte(at: first) == batch else { return [] }
        var parts: [DecodedMessage.Call] = []
        var (offset, account) = (first + 1, call.accounts.lowerBound)
        while offset < data.upperBound {
            guard offset + 2 <= data.upperBound else { return [] }
            let accounts = account..<account + Int(reader.byte(at: offset))
            let bytes = offset + 2..<offset + 2 + Int(reader.byte(at: offset + 1))
            guard accounts.upperBound <= call.accounts.upperBound, bytes.upperBound <= data.upperBound, !bytes.isEmpty
            else { return [] }
            parts.append(
                DecodedMessage.Call(
                    program: call.program, accounts: accounts, data: bytes,
                    layout: layout(bytes, accounts, of: message), instruction: call.instruction))
            (offset, account) = (bytes.upperBound, accounts.upperBound)
        }
        return account == call.accounts.upperBound ? parts : []
    }
}

/// Values by address, found with few comparisons; the addresses are known when the table is made.
///
/// The hash has no secret: an attacker can't choose the table's addresses and so can't lengthen its chains.
struct KeyTable<Value: Sendable>: Sendable {
    private var keys: [PublicKey] = []
    private var values: [Value] = []
    /// The place of a key for each hash; -1 if there is none. A key whose slot is taken is in the next free one.
    private var slots: [Int32] = [-1, -1]

    subscript(key: PublicKey) -> Value? { place(of: key).map { values[$0] } }

    /// Adds a value, which replaces a value of the same key.
    mutating func insert(_ value: Value, for key: PublicKey) {
        if let place = place(of: key) {
            values[place] = value
            return
        }
        keys.append(key)
        values.append(value)
        // At most a quarter is taken, so that most chains have one link and each has an end.
        if slots.count < keys.count * 4 { slots = Array(repeating: -1, count: slots.count * 4) }
        for slot in slots.indices { slots[slot] = -1 }
        for place in keys.indices {
            var slot = slot(of: keys[place])
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(clamping: place)
        }
    }

    private func place(of key: PublicKey) -> Int? {
        var slot = slot(of: key)
        while slots[slot] >= 0 {
            let place = Int(slots[slot])
            if keys[place] == key { return place }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// `slots.count` is a power of two.
    private func slot(of key: PublicKey) -> Int {
        Int(truncatingIfNeeded: (key.firstWord &* 0x9e37_79b9_7f4a_7c15) >> 32) & (slots.count - 1)
    }
}
