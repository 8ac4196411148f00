extension EncodedMessage {
    /// Writes a message out of its parts, then checks what was written by the rules for what is read.
    package init(
        _ version: MessageVersion, header: MessageHeader, accountKeys: [PublicKey], lifetimeToken: Blockhash,
        configuration: TransactionConfiguration = TransactionConfiguration(), instructions: [CompiledInstruction],
        lookups: [AddressTableLookup] = []
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
        try self.init(decoding: bytes)
        // 128 signers or more in a legacy header would read as a version byte.
        guard layout.version == version else {
            throw CodingError(.tooManySignatures, at: 0)
        }
    }

    /// Checks that `bytes` are one message, whole, whose transaction isn't too large.
    package init(decoding bytes: [UInt8]) throws(CodingError) {
        let layout = try bytes.withUnsafeBufferPointer { buffer throws(CodingError) in
            var reader = ByteReader(UnsafeRawBufferPointer(buffer))
            let layout = try MessageLayout(&reader)
            guard reader.isAtEnd else {
                throw CodingError(.trailingBytes, at: reader.offset)
            }
            return layout
        }
        try layout.checkSize()
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
