/// The places of a message's parts in the bytes that contain it.
///
/// Only the parser creates a layout, and only for a message that keeps every rule. Code that reads a message through its layout
/// meets only checked bytes.
///
/// Legacy and v0:
///
/// ```
/// +--------------------+-----------+---------------+----------+--------------+---------------+--------------+
/// | 0x80 (v0 only)     | header 3  | count (c-u16) | accounts | blockhash 32 | count (c-u16) | instructions |
/// +--------------------+-----------+---------------+----------+--------------+---------------+--------------+
/// | count (c-u16)      | address table lookups (v0 only)
/// +--------------------+------------------------------------
/// ```
///
/// v1:
///
/// ```
/// +------+----------+---------------+-------------+---------------------+------------------+----------+
/// | 0x81 | header 3 | mask (u32 LE) | lifetime 32 | instructions (u8)   | accounts (u8)    | accounts |
/// +------+----------+---------------+-------------+---------------------+------------------+----------+
/// | configuration values | instruction headers (4 each) | accounts and data of each instruction
/// +----------------------+------------------------------+---------------------------------------
/// ```
///
/// Sources: `solana-message` (legacy, v0), SIMD-0385 (v1).
package struct MessageLayout: Sendable {
    package let version: MessageVersion
    package let header: MessageHeader

    /// The message's range: exactly the bytes that are signed.
    package let range: Range<Int>

    package let accountKeysOffset: Int
    package let accountKeyCount: Int
    package let lifetimeOffset: Int
    package let configurationMask: UInt32
    package let configurationOffset: Int
    package let instructionsOffset: Int
    package let instructionCount: Int
    package let lookupsOffset: Int
    package let lookupCount: Int

    /// The numbers of accounts that the lookups add: first the writable ones of all tables, then the read-only ones of all
    /// tables.
    package let writableLookupCount: Int
    package let readonlyLookupCount: Int

    /// Every account that an instruction can name.
    package var totalAccountCount: Int {
        accountKeyCount + writableLookupCount + readonlyLookupCount
    }

    /// The size of a whole transaction with this message, in bytes.
    package var transactionCount: Int {
        let signatures = Int(header.requiredSignatures) * Signature.count
        return switch version {
        case .legacy, .v0: 1 + signatures + range.count
        case .v1: range.count + signatures
        }
    }

    /// Refuses a message whose transaction would be too large for its version.
    package func checkSize() throws(CodingError) {
        guard transactionCount <= version.maximumTransactionCount else {
            throw CodingError(.tooLarge, at: version.maximumTransactionCount)
        }
    }
}

/// The rules are those by which the runtime decides whether a message can ever be executed (`sanitize` in `solana-message`,
/// SIMD-0385). One more rule is that no account appears twice: the runtime refuses to lock such accounts.
extension MessageLayout {
    /// Reads one message of any version; later bytes stay unread.
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

    /// The number of places that one byte can name.
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

/// Compares the instructions' indexes with the number of accounts, which a v0 message tells only after them.
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

extension MessageLayout {
    /// Finds the message in a whole transaction, and the start of the first signature.
    ///
    /// - Throws: `CodingError` with the first rule that is broken. The size isn't checked.
    package static func inTransaction(
        _ buffer: UnsafeRawBufferPointer
    ) throws(CodingError) -> (layout: MessageLayout, signaturesOffset: Int) {
        var reader = ByteReader(buffer)
        let signaturesOffset: Int
        let layout: MessageLayout
        switch try reader.peek() {
        case 0..<0x80:
            // Below 128 a compact-u16 is one byte.
            let count = Int(try reader.readByte())
            signaturesOffset = try reader.skip(count * Signature.count).lowerBound
            layout = try MessageLayout(&reader)
            // A v1 message has its signatures behind it, so that one here would be a second spelling.
            guard layout.version != .v1 else {
                throw CodingError(.unsupportedVersion, at: layout.range.lowerBound)
            }
            guard count == Int(layout.header.requiredSignatures) else {
                throw CodingError(.signatureCount, at: 0)
            }
        case 0x81:
            layout = try MessageLayout(&reader)
            let count = Int(layout.header.requiredSignatures)
            signaturesOffset = try reader.skip(count * Signature.count).lowerBound
        default:
            throw CodingError(.unsupportedVersion, at: 0)
        }
        guard reader.isAtEnd else {
            throw CodingError(.trailingBytes, at: reader.offset)
        }
        return (layout, signaturesOffset)
    }
}
