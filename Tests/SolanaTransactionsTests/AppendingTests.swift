import SolanaTransactions
import TestSupport
import Testing

/// What stands in a message while instructions are added at its end.
@Suite struct AppendingTests {
    /// A call by addresses and rights.
    private struct Call: Hashable {
        let program: PublicKey?
        let accounts: [Right]
        let data: [UInt8]
    }
    private struct Right: Hashable {
        let key: PublicKey?
        let isSigner: Bool
        let isWritable: Bool
    }

    private static func rights(_ message: Message, _ tables: [AddressLookupTable]) -> [Right] {
        message.accounts.map { account in
            let key: PublicKey? =
                switch account.source {
                case .address(let address): address
                case .lookup(let table, let entry):
                    tables.first { $0.key == table }.flatMap { table in
                        Int(entry) < table.addresses.count ? table.addresses[Int(entry)] : nil
                    }
                }
            return Right(key: key, isSigner: account.isSigner, isWritable: account.isWritable)
        }
    }

    private static func calls(_ message: Message, _ tables: [AddressLookupTable]) -> [Call] {
        let rights = rights(message, tables)
        return message.instructions.map { instruction in
            Call(
                program: rights[Int(instruction.programIndex)].key,
                accounts: instruction.accountIndexes.map { rights[Int($0)] }, data: Array(instruction.data))
        }
    }

    @Test(arguments: MessageVersion.allCases)
    func `what stood in the message stays and what is added is what was asked for`(version: MessageVersion) throws {
        var random = SeededGenerator(seed: 23)
        var (appended, promoted) = (0, 0)
        for _ in 0..<2_000 {
            let generated = try GeneratedTransaction(version, using: &random)
            guard
                let message = try? Message(
                    feePayer: generated.payer, blockhash: generated.blockhash, version: version,
                    lookupTables: generated.tables, configuration: generated.configuration,
                    instructions: generated.instructions)
            else { continue }
            let before = Self.rights(message, generated.tables)
            let stranger = try PublicKey(bytes: (0..<32).map { _ in .random(in: 0...255, using: &random) })
            // Programs among them that stand behind a table, and accounts with fewer rights than they have.
            let new = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                let program = before.dropFirst().randomElement(using: &random)?.key ?? stranger
                let accounts = (0..<Int.random(in: 0...4, using: &random)).compactMap { _ -> AccountMeta? in
                    guard Int.random(in: 0..<4, using: &random) > 0, let right = before.randomElement(using: &random),
                        let key = right.key
                    else { return AccountMeta(stranger) }
                    return AccountMeta(key, isSigner: right.isSigner, isWritable: right.isWritable)
                }
                return Instruction(programID: program, accounts: accounts, data: [7, 7])
            }
            let longer: Message
            do throws(CodingError) {
                longer = try message.appending(new, tables: generated.tables)
            } catch {
                #expect([.tooLarge, .tooManyAccounts, .tooManyInstructions, .accountRights].contains(error.code))
                continue
            }
            appended += 1
            if longer.addressTableLookups != message.addressTableLookups { promoted += 1 }
            let after = Self.calls(longer, generated.tables)
            let kept = Self.calls(message, generated.tables)
            #expect(Array(after.prefix(kept.count)) == kept)
            for (call, asked) in zip(after.dropFirst(kept.count), new) {
                #expect(call.program == asked.programID)
                #expect(call.accounts.map(\.key) == asked.accounts.map(\.key))
                #expect(call.data == asked.data)
                for (right, meta) in zip(call.accounts, asked.accounts) {
                    #expect(right.isSigner || !meta.isSigner)
                    #expect(right.isWritable || !meta.isWritable)
                }
            }
            // Nobody gets a right that they didn't have.
            let rights = Dictionary(before.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
            for right in Self.rights(longer, generated.tables) {
                if let earlier = rights[right.key] {
                    #expect(earlier == right)
                } else {
                    #expect(!right.isSigner && !right.isWritable)
                }
            }
            #expect(longer.lifetimeToken == message.lifetimeToken)
            #expect(longer.feePayer == message.feePayer)
        }
        #expect(appended > 300)
        #expect(version != .v0 || promoted > 10)
    }

    @Test func `an account gets no right that the message did not give`() throws {
        let (payer, other) = (try Self.key(1), try Self.key(2))
        let message = try Message(
            feePayer: payer, blockhash: Blockhash(bytes: [UInt8](repeating: 9, count: 32)), version: .legacy,
            instructions: [Instruction(programID: Self.key(3), accounts: [AccountMeta(other)], data: [])])
        for meta in [AccountMeta(other, isWritable: true), AccountMeta(other, isSigner: true)] {
            #expect(throws: CodingError(.accountRights, at: 0)) {
                try message.appending([Instruction(programID: Self.key(3), accounts: [meta], data: [])])
            }
        }
        #expect(throws: CodingError(.accountRights, at: 0)) {
            try message.appending([
                Instruction(programID: Self.key(3), accounts: [AccountMeta(Self.key(4), isWritable: true)], data: [])
            ])
        }
    }

    @Test func `a limit of compute units rises by what is added`() throws {
        let payer = try Self.key(1)
        func limits(_ budget: [Instruction], raisedBy units: UInt32) throws -> [UInt32] {
            let message = try Message(
                feePayer: payer, blockhash: Blockhash(bytes: [UInt8](repeating: 9, count: 32)), version: .v0,
                instructions: budget + [Instruction(programID: Self.key(3), accounts: [], data: [])])
            let longer = try message.appending(
                [SystemProgram.transfer(from: payer, to: payer, lamports: 5)], computeUnits: units)
            return longer.instructions.compactMap { instruction in
                guard longer.accountKeys[Int(instruction.programIndex)] == ComputeBudgetProgram.id,
                    instruction.data.first == 2
                else { return nil }
                return (1...4).reversed().reduce(0) { $0 << 8 | UInt32(instruction.data[$1]) }
            }
        }
        #expect(try limits([ComputeBudgetProgram.setComputeUnitLimit(70_000)], raisedBy: 400) == [70_400])
        #expect(try limits([ComputeBudgetProgram.setComputeUnitLimit(1_399_900)], raisedBy: 400) == [1_400_000])
        // Without a price a higher limit costs nothing, and without a limit the runtime's own holds.
        #expect(try limits([], raisedBy: 400) == [])
        let price = ComputeBudgetProgram.setComputeUnitPrice(microLamports: 1_000)
        #expect(try limits([price], raisedBy: 400) == [203_400])
    }

    @Test func `a message of version 1 raises the limit in its configuration`() throws {
        let payer = try Self.key(1)
        for (limit, raised) in [(UInt32(70_000), UInt32(70_400)), (nil, nil)] as [(UInt32?, UInt32?)] {
            let message = try Message(
                feePayer: payer, blockhash: Blockhash(bytes: [UInt8](repeating: 9, count: 32)), version: .v1,
                configuration: TransactionConfiguration(priorityFee: 10, computeUnitLimit: limit),
                instructions: [Instruction(programID: Self.key(3), accounts: [], data: [])])
            let longer = try message.appending(
                [SystemProgram.transfer(from: payer, to: payer, lamports: 5)], computeUnits: 400)
            guard case .v1(let longer) = longer else {
                Issue.record("another version")
                return
            }
            #expect(longer.configuration == TransactionConfiguration(priorityFee: 10, computeUnitLimit: raised))
        }
    }

    private static func key(_ byte: UInt8) throws -> PublicKey {
        try PublicKey(bytes: [UInt8](repeating: byte, count: 32))
    }
}
