extension Message {
    /// Returns the message with more instructions at its end.
    ///
    /// Everything in it keeps its order and its rights. The new instructions name the accounts that it has, behind lookup tables too, and add the others as
    /// read-only accounts that don't sign; a program that stood behind a table becomes one of the message's own. A legacy or v0 message that sets a compute unit limit, and a v1 message, get a limit that is higher by `computeUnits`. One that
    /// offers a price without a limit gets the limit that the runtime would assume and the units on top, so that it doesn't pay for more.
    ///
    /// - Parameters:
    ///   - tables: The contents of the message's lookup tables, as far as they are known.
    ///   - computeUnits: The units that the new instructions use at most.
    /// - Throws: `CodingError`: `.accountRights` if an instruction writes or signs for an account to which the message doesn't give that right, and what the
    ///   runtime would refuse, above all `.tooLarge`.
    public func appending(
        _ instructions: [Instruction], tables: [AddressLookupTable] = [], computeUnits: UInt32 = 0
    ) throws(CodingError) -> Message {
        var limit = ComputeLimit(of: self)
        var appended = instructions
        if let instruction = limit.raise(by: computeUnits) { appended.append(instruction) }
        var places = AppendedPlaces(in: self, tables)
        for instruction in appended { try places.add(instruction) }
        let earlier = limit.instructions.map { instruction in
            CompiledInstruction(
                programIndex: places.place(Int(instruction.programIndex)),
                accountIndexes: ByteSlice(instruction.accountIndexes.map { places.place(Int($0)) }),
                data: instruction.data)
        }
        let later = appended.map { instruction in
            CompiledInstruction(
                programIndex: places.place(of: instruction.programID),
                accountIndexes: ByteSlice(instruction.accounts.map { places.place(of: $0.key) }),
                data: ByteSlice(instruction.data))
        }
        let message = Message(
            try EncodedMessage(
                version, header: places.header(), accountKeys: accountKeys + places.added, lifetimeToken: lifetimeToken,
                configuration: limit.configuration, instructions: earlier + later, lookups: places.lookups))
        try message.encoding.layout.checkSize()
        return message
    }
}

/// The places of a message's accounts while read-only ones are added behind its own.
///
/// ```
/// before   own | behind tables
/// after    own | added | behind tables, without those that became the message's own
/// ```
private struct AppendedPlaces {
    private let message: Message
    private let accounts: [MessageAccount]
    private let own: Int
    /// By address: a place from before, or for what is added the places after those.
    private var places: [PublicKey: Int] = [:]
    private(set) var added: [PublicKey] = []
    /// Programs that stood behind a table and are called now: a called program stands in the message, and nothing may stand in both.
    private var promoted: [Int: Int] = [:]

    init(in message: Message, _ tables: [AddressLookupTable]) {
        self.message = message
        accounts = message.accounts
        own = message.accountKeys.count
        for (place, account) in accounts.enumerated() {
            guard let address = account.source.address(in: tables), places[address] == nil else { continue }
            places[address] = place
        }
    }

    mutating func add(_ instruction: Instruction) throws(CodingError) {
        if let place = places[instruction.programID], (own..<accounts.count).contains(place) {
            guard !accounts[place].isWritable else { throw CodingError(.accountRights, at: 0) }
            promoted[place] = added.count
            add(instruction.programID)
        } else if places[instruction.programID] == nil {
            add(instruction.programID)
        }
        for account in instruction.accounts {
            let place = places[account.key]
            let held = place.flatMap { $0 < accounts.count ? accounts[$0] : nil }
            guard !account.isWritable || held?.isWritable == true, !account.isSigner || held?.isSigner == true else {
                throw CodingError(.accountRights, at: 0)
            }
            if place == nil { add(account.key) }
        }
    }

    private mutating func add(_ key: PublicKey) {
        places[key] = accounts.count + added.count
        added.append(key)
    }

    func place(of key: PublicKey) -> UInt8 { place(places[key] ?? 0) }

    /// The later place of an earlier one; ``header()`` refuses messages in which it is above 255.
    func place(_ place: Int) -> UInt8 {
        let later =
            if place < own {
                place
            } else if place >= accounts.count {
                own + place - accounts.count
            } else if let index = promoted[place] {
                own + index
            } else {
                place + added.count - promoted.keys.count { $0 < place }
            }
        return UInt8(truncatingIfNeeded: later)
    }

    func header() throws(CodingError) -> MessageHeader {
        let header = message.header
        let total = accounts.count + added.count - promoted.count
        guard total <= MessageLayout.addressableAccounts,
            let readonly = UInt8(exactly: Int(header.readonlyUnsigned) + added.count)
        else { throw CodingError(.tooManyAccounts, at: 0) }
        return MessageHeader(
            requiredSignatures: header.requiredSignatures, readonlySigned: header.readonlySigned,
            readonlyUnsigned: readonly)
    }

    /// The lookups without what became the message's own; a table of which nothing is left goes.
    var lookups: [AddressTableLookup] {
        let lookups = message.addressTableLookups
        guard !promoted.isEmpty else { return lookups }
        var readonly = own + lookups.reduce(0) { $0 + $1.writableIndexes.count }
        return lookups.compactMap { lookup in
            let entries = lookup.readonlyIndexes.enumerated().filter { promoted[readonly + $0.offset] == nil }
            readonly += lookup.readonlyIndexes.count
            guard !entries.isEmpty || !lookup.writableIndexes.isEmpty else { return nil }
            return AddressTableLookup(
                table: lookup.table, writableIndexes: lookup.writableIndexes,
                readonlyIndexes: ByteSlice(entries.map(\.element)))
        }
    }
}

extension MessageAccount.Source {
    /// The address, if it stands in the message or in one of these tables.
    fileprivate func address(in tables: [AddressLookupTable]) -> PublicKey? {
        switch self {
        case .address(let address): return address
        case .lookup(let key, let entry):
            guard let table = tables.first(where: { $0.key == key }), Int(entry) < table.addresses.count else {
                return nil
            }
            return table.addresses[Int(entry)]
        }
    }
}

/// The compute unit limit of a message, wherever its version keeps it.
private struct ComputeLimit {
    private let message: Message
    private(set) var instructions: [CompiledInstruction]
    private(set) var configuration: TransactionConfiguration

    /// The units that the runtime allots to an instruction without a limit, and to one of a program that it executes itself (SIMD-0170).
    private static let (usual, builtin): (UInt32, UInt32) = (200_000, 3_000)
    private static let builtins: Set<PublicKey> = [SystemProgram.id, ComputeBudgetProgram.id]
    private static let maximum: UInt32 = 1_400_000

    init(of message: Message) {
        self.message = message
        instructions = message.instructions
        if case .v1(let message) = message {
            configuration = message.configuration
        } else {
            configuration = TransactionConfiguration()
        }
    }

    /// Raises the limit.
    ///
    /// - Returns: The instruction that sets it, where the message has none and would pay for one.
    mutating func raise(by units: UInt32) -> Instruction? {
        guard units > 0 else { return nil }
        if message.version == .v1 {
            guard let limit = configuration.computeUnitLimit else { return nil }
            configuration.computeUnitLimit = Self.sum(limit, units)
            return nil
        }
        var hasPrice = false
        var assumed: UInt32 = 0
        let keys = message.accountKeys
        for (place, instruction) in instructions.enumerated() {
            let program = keys[Int(instruction.programIndex)]
            assumed = Self.sum(assumed, Self.builtins.contains(program) ? Self.builtin : Self.usual)
            guard program == ComputeBudgetProgram.id, let tag = instruction.data.first else { continue }
            if tag == 3 { hasPrice = true }
            guard tag == 2, instruction.data.count >= 5 else { continue }
            var data = Array(instruction.data)
            let limit = (1...4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32(data[$1]) }
            let raised = Self.sum(limit, units)
            for byte in 0..<4 { data[1 + byte] = UInt8(truncatingIfNeeded: raised >> (8 * UInt32(byte))) }
            instructions[place] = CompiledInstruction(
                programIndex: instruction.programIndex, accountIndexes: instruction.accountIndexes,
                data: ByteSlice(data))
            return nil
        }
        return hasPrice ? ComputeBudgetProgram.setComputeUnitLimit(Self.sum(assumed, units)) : nil
    }

    private static func sum(_ limit: UInt32, _ units: UInt32) -> UInt32 {
        let (sum, isOver) = limit.addingReportingOverflow(units)
        return isOver ? maximum : min(max(limit, maximum), sum)
    }
}
