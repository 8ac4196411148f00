extension Message {
    /// Compiles instructions: merges their accounts' rights, puts them in order and gives them their places.
    ///
    /// - Parameters:
    ///   - feePayer: The account that pays; it becomes the first signer.
    ///   - blockhash: A recent block's hash, or the value of a durable nonce whose advance is the first instruction.
    ///   - lookupTables: Where a v0 message takes accounts from that neither sign nor are called, in this order.
    ///   - configuration: What a v1 message asks of the compute budget.
    /// - Throws: `CodingError` where the runtime would refuse the message, `.versionFeature` for lookup tables or a
    ///   configuration that the version doesn't have, and `.lookupEntry` where an account is behind a table's entry 255.
    public init(
        feePayer: PublicKey, blockhash: Blockhash, version: MessageVersion = .v0,
        lookupTables: [AddressLookupTable] = [], configuration: TransactionConfiguration? = nil,
        instructions: [Instruction]
    ) throws(CodingError) {
        guard version == .v0 || lookupTables.isEmpty, version == .v1 || configuration == nil else {
            throw CodingError(.versionFeature, at: 0)
        }
        var keys = CompiledKeys(payer: feePayer, instructions)
        for table in lookupTables {
            try keys.take(from: table)
        }
        self.init(
            try EncodedMessage(
                version, header: keys.header(), accountKeys: keys.accountKeys, lifetimeToken: blockhash,
                configuration: configuration ?? TransactionConfiguration(),
                instructions: keys.compile(instructions), lookups: keys.lookups))
    }
}
