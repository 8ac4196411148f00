extension Transaction {
    /// Builds a transaction out of instructions, with an empty slot for each signature.
    ///
    /// ```swift
    /// let transaction = try Transaction(feePayer: payer, blockhash: blockhash) {
    ///     ComputeBudgetProgram.setComputeUnitPrice(microLamports: 1_000)
    ///     for recipient in recipients {
    ///         SystemProgram.transfer(from: payer, to: recipient, lamports: 5)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - feePayer: The account that pays; it becomes the first signer.
    ///   - blockhash: A recent block's hash, or the value of a durable nonce whose advance is the first instruction.
    ///   - lookupTables: Where a v0 transaction takes accounts from, in this order.
    ///   - configuration: What a v1 transaction asks of the compute budget.
    /// - Throws: `CodingError` where the runtime would refuse the transaction, above all `.tooLarge`.
    public init(
        feePayer: PublicKey, blockhash: Blockhash, version: MessageVersion = .v0,
        lookupTables: [AddressLookupTable] = [], configuration: TransactionConfiguration? = nil,
        @InstructionsBuilder _ instructions: () throws(CodingError) -> [Instruction]
    ) throws(CodingError) {
        try self.init(
            unsigned: Message(
                feePayer: feePayer, blockhash: blockhash, version: version, lookupTables: lookupTables,
                configuration: configuration, instructions: instructions()))
    }

    /// A transaction with this message that nobody has signed yet.
    ///
    /// - Throws: `CodingError`; a message that was decoded or compiled makes a transaction of its own size at most.
    public init(unsigned message: Message) throws(CodingError) {
        let count = Int(message.header.requiredSignatures)
        try self.init(message: message, signatures: [Signature](repeating: Signature(), count: count))
    }
}
