/// A message whose instructions are identified and whose parts are located.
///
/// Decoding costs little more than a look at every byte. The values of the parts are read only on request.
package final class DecodedMessage: Sendable {
    /// The places of an instruction's parts in the message's storage, and its layout.
    package struct Call: Sendable {
        /// The place of the program's address.
        package let program: UInt8
        /// The places of the accounts, a byte each.
        package let accounts: Range<Int>
        package let data: Range<Int>
        /// The layout's place in ``ProgramSet/numberedLayouts``, or ``ProgramSet/firstCatalogNumber`` and more for one of a
        /// catalogue's; nil if any byte or account is not understood.
        package let layout: Int?
        /// The place of the message's instruction that this call is or belongs to.
        package let instruction: Int
        /// The range of this batch's instructions in ``DecodedMessage/calls``; nil if the call is not a batch.
        package var batch: Range<Int>?
    }

    package let encoding: EncodedMessage
    package let programs: ProgramSet
    /// The message's instructions in their order, then those of its batches.
    package let calls: [Call]
    /// The number of instructions in the message.
    package let instructionCount: Int
    /// The data for ``withReader(_:)``, within reach of other modules' code.
    @usableFromInline let storage: [UInt8]
    @usableFromInline let keysOffset: Int
    @usableFromInline let keyCount: Int
    /// The accounts in lookup tables, in the order of their indexes.
    package let hidden: [MessageAccount]

    /// - Parameter hidden: Replacements for the accounts in lookup tables, as many as there are.
    package init(_ encoding: EncodedMessage, _ programs: ProgramSet = .known, hidden: [MessageAccount]? = nil) {
        self.encoding = encoding
        self.programs = programs
        let hidden = hidden ?? (encoding.layout.lookupCount > 0 ? encoding.hiddenAccounts : [])
        self.hidden = hidden
        let layout = encoding.layout
        storage = encoding.storage
        keysOffset = layout.accountKeysOffset
        keyCount = layout.accountKeyCount
        var calls: [Call] = []
        calls.reserveCapacity(encoding.layout.instructionCount)
        // Most messages call one program several times.
        var (last, entry): (UInt8, ProgramSet.Entry?) = (0, nil)
        encoding.forEachInstruction { program, accounts, data, reader in
            let message = MessageReader(reader, layout, hidden)
            // The payer, which has the place 0, is never a program.
            if program != last { (last, entry) = (program, programs.entry(of: encoding.key(at: program, reader))) }
            calls.append(
                Call(
                    program: program, accounts: accounts, data: data,
                    layout: entry?.layout(data, accounts, of: message), instruction: calls.count))
        }
        instructionCount = calls.count
        for place in calls.indices where calls[place].layout == nil {
            encoding.read { reader in
                let message = MessageReader(reader, layout, hidden)
                let entry = programs.entry(of: encoding.key(at: calls[place].program, reader))
                let parts = entry?.parts(of: calls[place], message) ?? []
                guard !parts.isEmpty else { return }
                calls[place].batch = calls.count..<calls.count + parts.count
                calls += parts
            }
        }
        self.calls = calls
    }

    /// Every account that an instruction can name, in the order of the indexes.
    package var accounts: [MessageAccount] { encoding.accounts(hidden) }

    /// The program that an instruction calls.
    package func program(_ call: Call) -> PublicKey {
        encoding.read { encoding.key(at: call.program, $0) }
    }

    /// The accounts of an instruction, in its order.
    package func accounts(_ call: Call) -> [MessageAccount] {
        encoding.read { reader in
            call.accounts.map { encoding.account(at: Int(reader.byte(at: $0)), reader, hidden) }
        }
    }

    /// The name of an instruction; nil if it isn't understood.
    package func name(_ call: Call) -> String? {
        guard let layout = call.layout else { return isUnderstood(call) ? "Batch" : nil }
        guard isFromCatalog(call) else { return programs.layouts[layout].parts.name }
        return instruction(call)?.name
    }

    /// True if the instruction is read by the set's catalogue.
    package func isFromCatalog(_ call: Call) -> Bool {
        call.layout.map { $0 >= ProgramSet.firstCatalogNumber } ?? false
    }

    /// True if every byte and every account of an instruction is understood; for a batch, those of each of its parts.
    package func isUnderstood(_ call: Call) -> Bool {
        call.layout != nil || call.batch.map { calls[$0].allSatisfy { $0.layout != nil } } ?? false
    }

    package func data(_ call: Call) -> ByteSlice { ByteSlice(encoding.storage, call.data) }

    /// An instruction with its accounts and arguments.
    ///
    /// - Returns: Nil if it isn't understood.
    package func instruction(_ call: Call) -> DecodedInstruction? {
        guard let layout = call.layout else { return nil }
        let accounts = accounts(call)
        if isFromCatalog(call) {
            return programs.decode(program: program(call), accounts: accounts, data: data(call))
        }
        let (program, name, parts) = programs.layouts[layout]
        return parts.decode(program, name, data(call), accounts.count) { accounts[$0] }
    }

    /// The lookup-table account at an index that starts after the message's own accounts.
    package func hiddenAccount(_ index: Int) -> MessageAccount.Source { hidden[index].source }

    /// Lends a reader that reads instructions' parts in place.
    @inlinable
    package func withReader<Result>(_ body: (CallReader) -> Result) -> Result {
        storage.withUnsafeBytes { bytes in
            calls.withUnsafeBufferPointer { calls in
                body(CallReader(bytes: bytes, calls: calls, keysOffset: keysOffset, keyCount: keyCount))
            }
        }
    }
}

/// Reads the parts of a message that decide an instruction's layout.
struct MessageReader {
    let reader: ByteReader
    private let keysOffset: Int
    private let keyCount: Int
    private let signerCount: Int

    private let hidden: [MessageAccount]

    init(_ reader: ByteReader, _ layout: MessageLayout, _ hidden: [MessageAccount]) {
        self.reader = reader
        self.hidden = hidden
        keysOffset = layout.accountKeysOffset
        keyCount = layout.accountKeyCount
        signerCount = Int(layout.header.requiredSignatures)
    }

    /// The account at a place of an instruction, with the properties that roles depend on.
    @inline(__always)
    func roleAccount(_ place: Int, in accounts: Range<Int>) -> RoleAccount {
        let index = Int(reader.byte(at: accounts.lowerBound + place))
        guard index < keyCount else { return RoleAccount(hidden[index - keyCount]) }
        return RoleAccount(
            key: reader.fixed(at: keysOffset + index * PublicKey.count), isSigner: index < signerCount)
    }

    /// A copy of some bytes.
    func slice(_ range: Range<Int>) -> ByteSlice { ByteSlice(Array(reader.bytes(range))) }
}

extension EncodedMessage {
    /// The account at an index below `accountKeyCount`, as each program's index is.
    @inline(__always)
    fileprivate func key(at index: UInt8, _ reader: ByteReader) -> PublicKey {
        reader.fixed(at: layout.accountKeysOffset + Int(index) * PublicKey.count)
    }

    /// The account at an index that an instruction of a checked message names.
    @inline(__always)
    fileprivate func account(at index: Int, _ reader: ByteReader, _ hidden: [MessageAccount]) -> MessageAccount {
        guard index < layout.accountKeyCount else { return hidden[index - layout.accountKeyCount] }
        let signers = Int(layout.header.requiredSignatures)
        let end =
            index < signers
            ? signers - Int(layout.header.readonlySigned)
            : layout.accountKeyCount - Int(layout.header.readonlyUnsigned)
        return MessageAccount(
            source: .address(key(at: UInt8(index), reader)), isSigner: index < signers, isWritable: index < end)
    }

    /// Every account that an instruction can name: the message's own, then those of the lookup tables.
    var accounts: [MessageAccount] { accounts(layout.lookupCount > 0 ? hiddenAccounts : []) }

    fileprivate func accounts(_ hidden: [MessageAccount]) -> [MessageAccount] {
        read { reader in (0..<layout.totalAccountCount).map { account(at: $0, reader, hidden) } }
    }

    /// The writable entries of all lookup tables, then the read-only ones.
    fileprivate var hiddenAccounts: [MessageAccount] {
        let lookups = lookups
        return lookups.flatMap { lookup in lookup.writableIndexes.map { lookup.account($0, isWritable: true) } }
            + lookups.flatMap { lookup in lookup.readonlyIndexes.map { lookup.account($0, isWritable: false) } }
    }
}

/// Reads parts of a message's instructions in place. It is valid only while it is lent.
///
/// Its code is inlined into its callers, because each instruction takes some ten calls.
package struct CallReader {
    /// An account of a call: its address, or its place among the lookup-table accounts.
    package enum Account {
        case address(PublicKey)
        case hidden(Int)
    }

    @usableFromInline let bytes: UnsafeRawBufferPointer
    package let calls: UnsafeBufferPointer<DecodedMessage.Call>
    @usableFromInline let keysOffset: Int
    @usableFromInline let keyCount: Int

    @usableFromInline
    init(
        bytes: UnsafeRawBufferPointer, calls: UnsafeBufferPointer<DecodedMessage.Call>, keysOffset: Int, keyCount: Int
    ) {
        self.bytes = bytes
        self.calls = calls
        self.keysOffset = keysOffset
        self.keyCount = keyCount
    }

    /// The account at a place of an instruction; nil if it has fewer.
    @inlinable
    package func account(_ place: Int, in accounts: Range<Int>) -> Account? {
        guard place < accounts.count else { return nil }
        let index = Int(bytes[accounts.lowerBound + place])
        guard index < keyCount else { return .hidden(index - keyCount) }
        return .address(load(keysOffset + index * MemoryLayout<PublicKey>.size, as: PublicKey.self))
    }

    /// The u64 at an offset of an instruction's data; nil if the data has fewer bytes.
    @inlinable
    package func number(_ offset: Int, in data: Range<Int>) -> UInt64? {
        guard offset + 8 <= data.count else { return nil }
        return UInt64(littleEndian: load(data.lowerBound + offset, as: UInt64.self))
    }

    /// The u32 at an offset of an instruction's data; nil if the data has fewer bytes.
    @inlinable
    package func shortNumber(_ offset: Int, in data: Range<Int>) -> UInt32? {
        guard offset + 4 <= data.count else { return nil }
        return UInt32(littleEndian: load(data.lowerBound + offset, as: UInt32.self))
    }

    /// The address at an offset of an instruction's data; nil if the data has fewer bytes.
    @inlinable
    package func key(_ offset: Int, in data: Range<Int>) -> PublicKey? {
        guard offset + MemoryLayout<PublicKey>.size <= data.count else { return nil }
        return load(data.lowerBound + offset, as: PublicKey.self)
    }

    /// Reads a value. Callers always name the type: if they expected an optional, an optional would be read.
    @inlinable
    func load<Value: BitwiseCopyable>(_ offset: Int, as type: Value.Type) -> Value {
        bytes.loadUnaligned(fromByteOffset: offset, as: Value.self)
    }
}
