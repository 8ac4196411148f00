import SolanaTransactions
import TestSupport

/// Instructions over few accounts, so that most of them stand in several roles, and what else a transaction needs.
struct GeneratedTransaction {
    let version: MessageVersion
    let payer: PublicKey
    let blockhash: Blockhash
    let instructions: [Instruction]
    let tables: [AddressLookupTable]
    let configuration: TransactionConfiguration?

    init(_ version: MessageVersion, using random: inout SeededGenerator) throws {
        self.version = version
        let keys = try Self.keys(.random(in: 2...40, using: &random), using: &random)
        let programs = try Self.keys(.random(in: 1...4, using: &random), using: &random)
        let payer = keys[0]
        self.payer = payer
        blockhash = try Blockhash(bytes: (0..<32).map { _ in .random(in: 0...255, using: &random) })
        let instructionLimit = version == .v1 ? 70 : 12
        let instructionCount = Int.random(in: 0...Int.random(in: 0...instructionLimit, using: &random), using: &random)
        instructions = (0..<instructionCount).map { _ in
            // Now and then an account is also called.
            let program = (Int.random(in: 0..<8, using: &random) == 0 ? keys.dropFirst() : programs[...])
                .randomElement(using: &random)
            let accounts = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                AccountMeta(
                    keys.randomElement(using: &random) ?? payer, isSigner: .random(in: 0..<5, using: &random) == 0,
                    isWritable: .random(using: &random))
            }
            let data = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            return Instruction(programID: program ?? payer, accounts: accounts, data: data)
        }
        tables = try (0..<(version == .v0 ? Int.random(in: 0...3, using: &random) : 0)).map { _ in
            // Beside what the instructions name stands what they don't, and once in a while too much of it.
            let isLarge = Int.random(in: 0..<6, using: &random) == 0
            let strangers = try Self.keys(isLarge ? 240 : 5, using: &random)
            let shared = keys.filter { _ in .random(in: 0..<3, using: &random) == 0 } + programs.prefix(1)
            return AddressLookupTable(
                key: try Self.keys(1, using: &random)[0], addresses: (strangers + shared).shuffled(using: &random))
        }
        configuration =
            version != .v1
            ? nil
            : TransactionConfiguration(
                priorityFee: .random(using: &random) ? .random(in: 0 ... .max, using: &random) : nil,
                computeUnitLimit: .random(using: &random) ? .random(in: 0 ... .max, using: &random) : nil,
                loadedAccountsDataSizeLimit: .random(using: &random) ? .random(in: 0 ... .max, using: &random) : nil,
                heapSize: .random(using: &random) ? 1_024 * .random(in: 32...256, using: &random) : nil)
    }

    /// Keys of which many begin alike, so that their order isn't decided by the first byte.
    private static func keys(_ count: Int, using random: inout SeededGenerator) throws -> [PublicKey] {
        try (0..<count).map { _ in
            let shared = Int.random(in: 0...20, using: &random)
            let rest = (shared..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
            return try PublicKey(bytes: [UInt8](repeating: 0x77, count: shared) + rest)
        }
    }

    func compiled() throws(CodingError) -> Transaction {
        try Transaction(
            feePayer: payer, blockhash: blockhash, version: version, lookupTables: tables, configuration: configuration
        ) { instructions }
    }

    /// Returns whether a message calls the same programs with the same accounts and data, through its lookup tables.
    func isCalled(by message: Message) -> Bool {
        let keys: [PublicKey?] = message.accounts.map { account in
            switch account.source {
            case .address(let key): key
            case .lookup(let table, let entry):
                tables.first { $0.key == table && $0.addresses.count > Int(entry) }?.addresses[Int(entry)]
            }
        }
        let found = message.instructions
        return found.count == instructions.count
            && zip(found, instructions).allSatisfy { found, wanted in
                keys[Int(found.programIndex)] == wanted.programID && found.data.elementsEqual(wanted.data)
                    && found.accountIndexes.elementsEqual(wanted.accounts) { keys[Int($0)] == $1.key }
            }
    }

    /// Returns whether every account has in a message the rights that some instruction asks for.
    func hasRights(in message: Message) -> Bool {
        let accounts = message.accounts
        return zip(message.instructions, instructions).allSatisfy { found, wanted in
            zip(found.accountIndexes, wanted.accounts).allSatisfy { index, meta in
                (accounts[Int(index)].isSigner || !meta.isSigner)
                    && (accounts[Int(index)].isWritable || !meta.isWritable)
            }
        }
    }
}
