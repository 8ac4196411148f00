import SolanaTransactions
import TransactionReview

/// The transactions that the accounts belong to: one of every trick, with and without a lookup table.
enum ReviewedTransactions {
    static let addresses = (1...10).map { (byte: UInt8) in
        (try? PublicKey(bytes: [UInt8](repeating: byte, count: 32))) ?? PublicKey()
    }

    /// Further accounts that get contents: those with the name of their token.
    static let metadata = MetaplexMetadata.address(of: addresses[4])

    static func all() throws -> [ReviewSubject] {
        let (me, mine, theirs, thief) = (addresses[0], addresses[1], addresses[2], addresses[3])
        let (mint, stake, table, stranger) = (addresses[4], addresses[5], addresses[6], addresses[7])
        let steps = [
            SystemProgram.transfer(from: me, to: thief, lamports: 5),
            TokenProgram.transfer(source: mine, destination: theirs, authority: me, amount: 7),
            AssociatedTokenProgram.createIdempotent(payer: me, owner: thief, mint: mint),
            StakeProgram.withdraw(stake, to: thief, authority: me, lamports: 9),
            Instruction(
                programID: stranger, accounts: [mine, stake, mint].map { AccountMeta($0, isWritable: true) }, data: [1]),
        ]
        return try [[], [mine, theirs, thief]].map { entries in
            let tables = entries.isEmpty ? [] : [AddressLookupTable(key: table, addresses: entries)]
            let transaction = try Transaction(feePayer: me, blockhash: Blockhash(), lookupTables: tables) { steps }
            return ReviewSubject(
                TransactionReview(transaction), signer: me, own: [addresses[8]], contacts: [addresses[9]])
        }
    }
}
