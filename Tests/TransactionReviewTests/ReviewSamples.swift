import SolanaTransactions

/// A transfer of 5 lamports in each version; the v0 one takes its recipient from a lookup table.
enum ReviewSamples {
    static let payer = key(1)
    static let recipient = key(2)
    static let table = key(3)

    static func key(_ byte: UInt8) -> PublicKey {
        (try? PublicKey(bytes: [UInt8](repeating: byte, count: 32))) ?? PublicKey()
    }

    static let transferData: ByteSlice = [2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]

    static func transactions() throws -> [Transaction] {
        let header = MessageHeader(requiredSignatures: 1, readonlySigned: 0, readonlyUnsigned: 1)
        let keys = [payer, recipient, PublicKey()]
        let transfer = CompiledInstruction(programIndex: 2, accountIndexes: [0, 1], data: transferData)
        let messages: [Message] = [
            .legacy(
                try LegacyMessage(
                    header: header, accountKeys: keys, recentBlockhash: Blockhash(), instructions: [transfer])),
            .v0(
                try MessageV0(
                    header: header, accountKeys: [payer, PublicKey()], recentBlockhash: Blockhash(),
                    instructions: [CompiledInstruction(programIndex: 1, accountIndexes: [0, 2], data: transferData)],
                    addressTableLookups: [AddressTableLookup(table: table, writableIndexes: [7], readonlyIndexes: [])]
                )),
            .v1(
                try MessageV1(
                    header: header,
                    configuration: TransactionConfiguration(priorityFee: .max, computeUnitLimit: 300),
                    lifetimeSpecifier: Blockhash(), accountKeys: keys, instructions: [transfer])),
        ]
        return try messages.map { try Transaction(message: $0, signatures: [Signature()]) }
    }
}
