/// The rules are those by which the runtime decides whether a message can ever be executed (`sanitize` in
/// `solana-message`, SIMD-0385), and the rule that no account stands twice, by which it refuses to lock accounts.
extension MessageLayout {
    /// Reads one message of any version; what follows it is left unread.
    ///
    /// - Throws: `CodingError` with the first rule that is broken.
    package init(_ reader: inout ByteReader) throws(CodingError) {
        let first = try reader.peek()
        switch first {
        case 0..<0x80: try self.init(.legacy, &reader)
        case 0x80: try self.init(.v0, &reader)
        case 0x81: try self.init(v1: &reader)
        default: throw CodingError(.unsupportedVersion, at: reader.offset)
        }
    }

    private init(_ version: MessageVersion, _ reader: inout ByteReader) throws(CodingError) {
        let start = reader.offset
        if version == .v0 {
            _ = try reader.readByte()
        }
        let headerOffset = reader.offset
        header = try MessageHeader(&reader)
        accountKeyCount = try CompactU16.decode(&reader)
        accountKeysOffset = reader.offset
        try header.check(accountKeyCount: accountKeyCount, at: headerOffset)
        try reader.checkDistinctKeys(accountKeyCount)
        lifetimeOffset = try reader.skip(Blockhash.count).lowerBound
        configurationMask = 0
        configurationOffset = lifetimeOffset

        instructionCount = try CompactU16.decode(&reader)
        instructionsOffset = reader.offset
        var indexes = IndexCheck(programLimit: accountKeyCount)
        try reader.walkInstructions(instructionCount) { program, accounts, _, reader throws(CodingError) in
            try indexes.add(program: program, accounts: accounts, reader)
        }

        if version == .v0 {
            lookupCount = try CompactU16.decode(&reader)
            lookupsOffset = reader.offset
            (writableLookupCount, readonlyLookupCount) = try reader.checkLookups(
                lookupCount, accountLimit: Self.addressableAccounts - accountKeyCount)
        } else {
            lookupCount = 0
            lookupsOffset = reader.offset
            (writableLookupCount, readonlyLookupCount) = (0, 0)
        }
        try indexes.check(accountLimit: accountKeyCount + writableLookupCount + readonlyLookupCount)
        self.version = version
        range = start..<reader.offset
    }

    private init(v1 reader: inout ByteReader) throws(CodingError) {
        let start = try reader.skip(1).lowerBound
        let headerOffset = reader.offset
        header = try MessageHeader(&reader)
        guard header.requiredSignatures <= Self.v1Signatures else {
            throw CodingError(.tooManySignatures, at: headerOffset)
        }
        let maskOffset = reader.offset
        configurationMask = try reader.readInteger()
        try TransactionConfiguration.check(mask: configurationMask, at: maskOffset)
        lifetimeOffset = try reader.skip(Blockhash.count).lowerBound

        instructionCount = Int(try reader.readByte())
        guard instructionCount <= Self.v1Instructions else {
            throw CodingError(.tooManyInstructions, at: reader.offset - 1)
        }
        accountKeyCount = Int(try reader.readByte())
        guard accountKeyCount <= Self.v1Accounts else {
            throw CodingError(.tooManyAccounts, at: reader.offset - 1)
        }
        accountKeysOffset = reader.offset
        try header.check(accountKeyCount: accountKeyCount, at: headerOffset)
        try reader.checkDistinctKeys(accountKeyCount)

        configurationOffset = reader.offset
        _ = try TransactionConfiguration(mask: configurationMask, &reader)

        instructionsOffset = reader.offset
        var indexes = IndexCheck(programLimit: accountKeyCount)
        try reader.walkInstructionsV1(instructionCount) { program, accounts, _, reader throws(CodingError) in
            try indexes.add(program: program, accounts: accounts, reader)
        }
        try indexes.check(accountLimit: accountKeyCount)
        lookupCount = 0
        lookupsOffset = reader.offset
        (writableLookupCount, readonlyLookupCount) = (0, 0)
        version = .v1
        range = start..<reader.offset
    }

    /// An account's place is one byte.
    static let addressableAccounts = 256

    // SIMD-0385, "Transaction Constraints".
    private static let v1Signatures = 12
    private static let v1Instructions = 64
    private static let v1Accounts = 64
}

extension MessageHeader {
    fileprivate init(_ reader: inout ByteReader) throws(CodingError) {
        requiredSignatures = try reader.readByte()
        readonlySigned = try reader.readByte()
        readonlyUnsigned = try reader.readByte()
    }

    fileprivate func check(accountKeyCount: Int, at offset: Int) throws(CodingError) {
        guard readonlySigned < requiredSignatures else {
            throw CodingError(.noFeePayer, at: offset)
        }
        guard Int(requiredSignatures) + Int(readonlyUnsigned) <= accountKeyCount else {
            throw CodingError(.headerCounts, at: offset)
        }
        guard accountKeyCount <= MessageLayout.addressableAccounts else {
            throw CodingError(.tooManyAccounts, at: offset)
        }
    }
}

/// Holds the instructions' indexes against the number of accounts, which a v0 message tells only after them.
private struct IndexCheck {
    let programLimit: Int
    private var highest = -1
    private var highestIn = 0..<0

    init(programLimit: Int) {
        self.programLimit = programLimit
    }

    @inline(__always)
    mutating func add(program: Int, accounts: Range<Int>, _ reader: ByteReader) throws(CodingError) {
        // Account 0 pays the fee, and the runtime lets no program pay.
        let index = Int(reader.byte(at: program))
        guard index != 0, index < programLimit else {
            throw CodingError(.programIndex, at: program)
        }
        var highest = -1
        for index in reader.bytes(accounts) {
            highest = max(highest, Int(index))
        }
        if highest > self.highest {
            self.highest = highest
            highestIn = accounts
        }
    }

    func check(accountLimit: Int) throws(CodingError) {
        guard highest < accountLimit else {
            throw CodingError(.accountIndex, at: highestIn.lowerBound)
        }
    }
}
