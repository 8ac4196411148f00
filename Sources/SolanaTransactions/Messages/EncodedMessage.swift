/// The signed bytes of a message and the places of its parts.
///
/// A message has one spelling, so the bytes are the value. Decoding checks them and copies nothing, encoding returns them, and
/// two messages are equal if their bytes are. The lists are made at each use; take one once.
package struct EncodedMessage: Sendable {
    package let storage: [UInt8]
    package let layout: MessageLayout

    /// `layout` must have been found in `storage`, or in bytes equal to it in the message's range.
    package init(_ storage: [UInt8], _ layout: MessageLayout) {
        self.storage = storage
        self.layout = layout
    }

    /// Exactly the bytes that are signed.
    package var bytes: ByteSlice {
        ByteSlice(storage, layout.range)
    }

    package var accountKeys: [PublicKey] {
        read { reader in
            (0..<layout.accountKeyCount).map { index in
                reader.fixed(at: layout.accountKeysOffset + index * PublicKey.count)
            }
        }
    }

    /// The first account; every checked message has one.
    package var feePayer: PublicKey {
        read { reader in
            reader.fixed(at: layout.accountKeysOffset)
        }
    }

    /// The accounts that must sign, in the order of their signatures.
    package var requiredSigners: [PublicKey] {
        read { reader in
            (0..<Int(layout.header.requiredSignatures)).map { index in
                reader.fixed(at: layout.accountKeysOffset + index * PublicKey.count)
            }
        }
    }

    package var lifetimeToken: Blockhash {
        read { reader in
            reader.fixed(at: layout.lifetimeOffset)
        }
    }

    package var configuration: TransactionConfiguration {
        read { reader in
            var reader = reader
            guard
                (try? reader.move(to: layout.configurationOffset)) != nil,
                let configuration = try? TransactionConfiguration(mask: layout.configurationMask, &reader)
            else {
                return TransactionConfiguration()
            }
            return configuration
        }
    }

    package var instructions: [CompiledInstruction] {
        var list: [CompiledInstruction] = []
        list.reserveCapacity(layout.instructionCount)
        forEachInstruction { program, accounts, data, _ in
            list.append(
                CompiledInstruction(
                    programIndex: program, accountIndexes: ByteSlice(storage, accounts),
                    data: ByteSlice(storage, data)))
        }
        return list
    }

    /// Passes the instructions on one after the other: the program's place, and the ranges of the accounts' places and the data.
    @inline(__always)
    package func forEachInstruction(
        _ body: (_ program: UInt8, _ accounts: Range<Int>, _ data: Range<Int>, ByteReader) -> Void
    ) {
        walk(from: layout.instructionsOffset) { reader throws(CodingError) in
            let hand = { (program: Int, accounts: Range<Int>, data: Range<Int>, reader: ByteReader) in
                body(reader.byte(at: program), accounts, data, reader)
            }
            switch layout.version {
            case .legacy, .v0: try reader.walkInstructions(layout.instructionCount, hand)
            case .v1: try reader.walkInstructionsV1(layout.instructionCount, hand)
            }
        }
    }

    package var lookups: [AddressTableLookup] {
        var list: [AddressTableLookup] = []
        walk(from: layout.lookupsOffset) { reader throws(CodingError) in
            try reader.walkLookups(layout.lookupCount) { table, writable, readonly, reader in
                list.append(
                    AddressTableLookup(
                        table: reader.fixed(at: table), writableIndexes: ByteSlice(storage, writable),
                        readonlyIndexes: ByteSlice(storage, readonly)))
            }
        }
        return list
    }

    /// Lends a reader of the storage.
    @inline(__always)
    package func read<Result>(_ body: (ByteReader) -> Result) -> Result {
        storage.withUnsafeBufferPointer { buffer in
            body(ByteReader(UnsafeRawBufferPointer(buffer)))
        }
    }

    /// Walks a part again that was walked when the message was checked. It can't fail the second time; if it did, the list would
    /// end there.
    private func walk(from offset: Int, _ body: (inout ByteReader) throws(CodingError) -> Void) {
        read { reader in
            var reader = reader
            do throws(CodingError) {
                try reader.move(to: offset)
                try body(&reader)
            } catch {
                return
            }
        }
    }
}

extension EncodedMessage: Hashable {
    package static func == (left: EncodedMessage, right: EncodedMessage) -> Bool {
        left.bytes == right.bytes
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}

extension EncodedMessage {
    /// Writes a message from its parts, then checks the result by the rules for decoding.
    ///
    /// - Parameter isKept: True for a message that is never sent as it stands, because a program keeps it and carries it out itself; its size isn't checked.
    package init(
        _ version: MessageVersion, header: MessageHeader, accountKeys: [PublicKey], lifetimeToken: Blockhash,
        configuration: TransactionConfiguration = TransactionConfiguration(), instructions: [CompiledInstruction],
        lookups: [AddressTableLookup] = [], isKept: Bool = false
    ) throws(CodingError) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(version.maximumTransactionCount)
        if let prefix = version.prefix {
            bytes.append(prefix)
        }
        bytes += [header.requiredSignatures, header.readonlySigned, header.readonlyUnsigned]
        switch version {
        case .legacy, .v0:
            try bytes.append(compact: accountKeys.count)
            for key in accountKeys {
                bytes.append(key)
            }
            bytes.append(lifetimeToken)
            try bytes.append(compact: instructions.count)
            for instruction in instructions {
                bytes.append(instruction.programIndex)
                try bytes.append(counted: instruction.accountIndexes)
                try bytes.append(counted: instruction.data)
            }
        case .v1:
            bytes.append(littleEndian: configuration.mask)
            bytes.append(lifetimeToken)
            bytes.append(try Self.field(instructions.count, orThrow: .tooManyInstructions, at: bytes.count) as UInt8)
            bytes.append(try Self.field(accountKeys.count, orThrow: .tooManyAccounts, at: bytes.count) as UInt8)
            for key in accountKeys {
                bytes.append(key)
            }
            configuration.encode(into: &bytes)
            for instruction in instructions {
                let (accounts, data) = (instruction.accountIndexes.count, instruction.data.count)
                bytes.append(instruction.programIndex)
                bytes.append(try Self.field(accounts, orThrow: .tooLarge, at: bytes.count) as UInt8)
                bytes.append(littleEndian: try Self.field(data, orThrow: .tooLarge, at: bytes.count) as UInt16)
            }
            for instruction in instructions {
                bytes.append(contentsOf: instruction.accountIndexes)
                bytes.append(contentsOf: instruction.data)
            }
        }
        if version == .v0 {
            try bytes.append(compact: lookups.count)
            for lookup in lookups {
                bytes.append(lookup.table)
                try bytes.append(counted: lookup.writableIndexes)
                try bytes.append(counted: lookup.readonlyIndexes)
            }
        }
        try self.init(decoding: bytes, isKept: isKept)
        // 128 signers or more in a legacy header would read as a version byte.
        guard layout.version == version else {
            throw CodingError(.tooManySignatures, at: 0)
        }
    }

    /// Checks that `bytes` are exactly one message and that its transaction isn't too large.
    package init(decoding bytes: [UInt8], isKept: Bool = false) throws(CodingError) {
        let layout = try bytes.withUnsafeBufferPointer { buffer throws(CodingError) in
            var reader = ByteReader(UnsafeRawBufferPointer(buffer))
            let layout = try MessageLayout(&reader)
            guard reader.isAtEnd else {
                throw CodingError(.trailingBytes, at: reader.offset)
            }
            return layout
        }
        if !isKept { try layout.checkSize() }
        self.init(bytes, layout)
    }

    private static func field<Field: FixedWidthInteger>(
        _ count: Int, orThrow code: CodingError.Code, at offset: Int
    ) throws(CodingError) -> Field {
        guard let field = Field(exactly: count) else {
            throw CodingError(code, at: offset)
        }
        return field
    }
}
