import SolanaTransactions
import Testing

/// Both directions against PyPI's solders, on transactions that are made when the test runs.
@Suite struct SoldersTests {
    @Test func `what solders writes is read as solders reads it`() throws {
        let values = try TransactionVectors.values()
        #expect(values.count >= 3_000)
        for value in values {
            let transaction = try Transaction(decoding: value.wire.bytes)
            let message = transaction.message
            #expect(message.version.description == value.version)
            #expect(message.header == value.messageHeader)
            #expect(message.accountKeys.map(\.base58) == value.accountKeys)
            #expect(message.feePayer.base58 == value.accountKeys.first)
            #expect(message.lifetimeToken.base58 == value.lifetime)
            #expect(message.instructions == value.compiledInstructions)
            #expect(try message.addressTableLookups == value.addressTableLookups)
            #expect(transaction.signatures.map(\.base58) == value.signatures)
            #expect(transaction.requiredSigners.map(\.base58) == Array(value.accountKeys.prefix(Int(value.header[0]))))
            if case .v1(let message) = message {
                #expect(message.configuration == value.configuration)
            }
            #expect(transaction.messageBytes == value.message.bytes)
            #expect(transaction.encoded() == value.wire.bytes)
        }
    }

    @Test func `what stands in a transaction is written as solders writes it`() throws {
        for value in try TransactionVectors.values() {
            let message = try value.builtMessage()
            #expect(message.encoded() == value.message.bytes)
            #expect(try Message(decoding: value.message.bytes) == message)
            let signatures = try value.signatures.map { try Signature(base58: $0) }
            let transaction = try Transaction(message: message, signatures: signatures)
            #expect(transaction.encoded() == value.wire.bytes)
        }
    }

    @Test func `a signature goes into its signer's slot and nowhere else`() throws {
        for value in try TransactionVectors.values() {
            let transaction = try Transaction(decoding: value.wire.bytes)
            let signer = transaction.requiredSigners[value.signer]
            let placed = try transaction.placing(Signature(base58: value.placed), for: signer)
            #expect(placed.encoded() == value.wireWithPlaced.bytes)
            #expect(placed.messageBytes == transaction.messageBytes)
        }
    }

    @Test func `damaged transactions are accepted and refused as solders and the listed rules say`() throws {
        let differences = try TransactionVectors.differences()
        let codes: [String: CodingError.Code] = [
            "trailing-bytes": .trailingBytes, "too-large": .tooLarge, "duplicate-account": .duplicateAccount,
            "duplicate-lookup": .duplicateAccount,
        ]
        #expect(Set(codes.keys) == Set(differences.keys))
        print("damaged transactions from seed \(TransactionVectors.seed)")
        var accepted: [MessageVersion: Int] = [:]
        var seen: Set<String> = []
        for mutant in try TransactionVectors.mutants() {
            let failure = Self.failure { () throws(CodingError) in
                let transaction = try Transaction(decoding: mutant.wire.bytes)
                #expect(transaction.encoded() == mutant.wire.bytes)
                accepted[transaction.message.version, default: 0] += 1
            }
            let wire: Comment = "seed \(TransactionVectors.seed): \(mutant.wire.bytes)"
            #expect((failure == nil) == mutant.accept, wire)
            if let difference = mutant.difference {
                #expect(mutant.solders && failure?.code == codes[difference], wire)
                seen.insert(difference)
            } else {
                // What isn't in the list has to be judged alike.
                #expect(mutant.solders == mutant.accept, wire)
            }
        }
        for version in [MessageVersion.legacy, .v0, .v1] { #expect(accepted[version, default: 0] > 1000) }
        #expect(seen == Set(codes.keys))
    }

    @Test func `every difference from solders is explained in the docs`() throws {
        let headings = try TransactionVectors.explanations()
        #expect(headings == Set(try TransactionVectors.differences().keys))
    }

    private static func failure(_ body: () throws(CodingError) -> Void) -> CodingError? {
        do throws(CodingError) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}

extension TransactionVectors.Value {
    fileprivate var messageHeader: MessageHeader {
        MessageHeader(requiredSignatures: header[0], readonlySigned: header[1], readonlyUnsigned: header[2])
    }

    fileprivate var compiledInstructions: [CompiledInstruction] {
        instructions.map { instruction in
            CompiledInstruction(
                programIndex: instruction.program, accountIndexes: ByteSlice(instruction.accounts.bytes),
                data: ByteSlice(instruction.data.bytes))
        }
    }

    fileprivate var addressTableLookups: [AddressTableLookup] {
        get throws {
            try lookups.map { lookup in
                AddressTableLookup(
                    table: try PublicKey(base58: lookup.table), writableIndexes: ByteSlice(lookup.writable.bytes),
                    readonlyIndexes: ByteSlice(lookup.readonly.bytes))
            }
        }
    }

    fileprivate var configuration: TransactionConfiguration {
        TransactionConfiguration(
            priorityFee: config[0].flatMap { UInt64($0) }, computeUnitLimit: config[1].flatMap { UInt32($0) },
            loadedAccountsDataSizeLimit: config[2].flatMap { UInt32($0) }, heapSize: config[3].flatMap { UInt32($0) })
    }

    fileprivate func builtMessage() throws -> Message {
        let keys = try accountKeys.map { try PublicKey(base58: $0) }
        let lifetime = try Blockhash(base58: lifetime)
        return switch version {
        case "legacy":
            .legacy(
                try LegacyMessage(
                    header: messageHeader, accountKeys: keys, recentBlockhash: lifetime,
                    instructions: compiledInstructions))
        case "0":
            .v0(
                try MessageV0(
                    header: messageHeader, accountKeys: keys, recentBlockhash: lifetime,
                    instructions: compiledInstructions, addressTableLookups: addressTableLookups))
        default:
            .v1(
                try MessageV1(
                    header: messageHeader, configuration: configuration, lifetimeSpecifier: lifetime,
                    accountKeys: keys, instructions: compiledInstructions))
        }
    }
}
