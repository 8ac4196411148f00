import SolanaTransactions

/// A message that a program keeps in an account until a group has decided, and then carries out itself.
///
/// ```
/// +---------+------------------+---------------------+-----------+------------------------------------------+---------+
/// | signers | writable signers | writable nonsigners | addresses | program, account indexes, data of each   | lookups |
/// +---------+------------------+---------------------+-----------+------------------------------------------+---------+
/// ```
///
/// Source: Squads v4, `TransactionMessage` (argument: counts are u8, those of data u16) and `VaultTransactionMessage` (account: counts are u32).
struct KeptMessage {
    private let header: MessageHeader
    private let keys: [PublicKey]
    private let instructions: [CompiledInstruction]
    private let lookups: [AddressTableLookup]

    /// Where a message stands, which decides the width of its counts.
    enum Place {
        case argument, account
    }

    /// Reads a message of Squads to its last byte.
    ///
    /// - Throws: `CodingError` with the first rule that the bytes break.
    init(squads bytes: ByteSlice, in place: Place) throws(CodingError) {
        self = try bytes.withUnsafeBytes { buffer throws(CodingError) in
            var reader = ByteReader(buffer)
            let message = try KeptMessage(&reader, bytes, place)
            guard reader.isAtEnd else { throw CodingError(.trailingBytes, at: reader.offset) }
            return message
        }
    }

    private init(_ reader: inout ByteReader, _ bytes: ByteSlice, _ place: Place) throws(CodingError) {
        func readCount(_ reader: inout ByteReader) throws(CodingError) -> Int {
            place == .argument ? Int(try reader.readByte()) : Int(try reader.readInteger(as: UInt32.self))
        }
        /// A list of elements of at least `size` bytes each; no more are taken than there is room for.
        func list<Element>(
            _ reader: inout ByteReader, of size: Int,
            _ element: (inout ByteReader) throws(CodingError) -> Element
        ) throws(CodingError) -> [Element] {
            let count = try readCount(&reader)
            guard count <= (reader.end - reader.offset) / size else { throw CodingError(.truncated, at: reader.offset) }
            var elements: [Element] = []
            for _ in 0..<count { elements.append(try element(&reader)) }
            return elements
        }
        func indexes(_ reader: inout ByteReader) throws(CodingError) -> [UInt8] {
            [UInt8](reader.bytes(try reader.skip(try readCount(&reader))))
        }
        let start = reader.offset
        let (signers, writable, others) = (
            Int(try reader.readByte()), Int(try reader.readByte()), Int(try reader.readByte())
        )
        let keys = try list(&reader, of: PublicKey.count) { reader throws(CodingError) in
            try reader.readFixed(as: PublicKey.self)
        }
        let instructions = try list(&reader, of: 3) { reader throws(CodingError) -> CompiledInstruction in
            let program = try Self.shifted(try reader.readByte(), at: reader.offset)
            let accounts = try Self.shifted(try indexes(&reader), at: reader.offset)
            let length = place == .argument ? Int(try reader.readInteger(as: UInt16.self)) : try readCount(&reader)
            return CompiledInstruction(
                programIndex: program, accountIndexes: ByteSlice(accounts), data: bytes.part(try reader.skip(length)))
        }
        let lookups = try list(&reader, of: PublicKey.count) { reader throws(CodingError) -> AddressTableLookup in
            let table = try reader.readFixed(as: PublicKey.self)
            return AddressTableLookup(
                table: table, writableIndexes: ByteSlice(try indexes(&reader)),
                readonlyIndexes: ByteSlice(try indexes(&reader)))
        }
        guard writable <= signers, signers + others <= keys.count, let required = UInt8(exactly: signers + 1),
            let unsigned = UInt8(exactly: keys.count - signers - others)
        else { throw CodingError(.headerCounts, at: start) }
        header = MessageHeader(
            requiredSignatures: required, readonlySigned: UInt8(signers - writable), readonlyUnsigned: unsigned)
        self.keys = [Self.stranger(to: keys)] + keys
        self.instructions = instructions
        self.lookups = lookups
    }

    /// The message as a transaction, which has a fee payer that no instruction names: who carries the message out isn't known.
    ///
    /// - Throws: `CodingError` if the runtime would refuse such a message.
    func transaction() throws(CodingError) -> Transaction {
        try Transaction(
            keeping: EncodedMessage(
                .v0, header: header, accountKeys: keys, lifetimeToken: Blockhash(), instructions: instructions,
                lookups: lookups, isKept: true))
    }

    /// The instructions of a proposal of SPL Governance as such a transaction.
    ///
    /// - Throws: `CodingError` if they name too many accounts.
    static func transaction(of instructions: [Instruction]) throws(CodingError) -> Transaction {
        let named = instructions.flatMap { [$0.programID] + $0.accounts.map(\.key) }
        return try Transaction(keeping: EncodedMessage(keeping: instructions, feePayer: stranger(to: named)))
    }

    /// An address that isn't among these.
    private static func stranger(to keys: [PublicKey]) -> PublicKey {
        let known = Set(keys)
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                var bytes = [UInt8](repeating: 0xff, count: PublicKey.count)
                (bytes[0], bytes[1]) = (first, second)
                if let key = try? PublicKey(bytes: bytes), !known.contains(key) { return key }
            }
        }
        // Nothing has so many accounts; a message that named this one twice would be refused.
        return PublicKey()
    }

    /// An index behind the fee payer, which stands first.
    private static func shifted(_ index: UInt8, at offset: Int) throws(CodingError) -> UInt8 {
        guard index < .max else { throw CodingError(.accountIndex, at: offset) }
        return index + 1
    }

    private static func shifted(_ indexes: [UInt8], at offset: Int) throws(CodingError) -> [UInt8] {
        var shifted: [UInt8] = []
        for index in indexes { shifted.append(try Self.shifted(index, at: offset)) }
        return shifted
    }
}
