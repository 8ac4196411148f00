/// The accounts of some instructions, each once, with the union of the rights that the instructions ask for.
///
/// Their order is that of `solana-message`'s `CompiledKeys`, so that the same instructions make the same bytes. The payer comes
/// first, then writable signers, read-only signers, other writable and other read-only accounts. Each group is sorted by the
/// keys' bytes.
struct CompiledKeys {
    private struct Entry {
        let key: PublicKey
        var isSigner = false
        var isWritable = false
        /// True if the account is a called program, which can't be taken from a lookup table.
        var isProgram = false

        /// 0 to 3 in the order of the groups.
        var group: Int { (isSigner ? 0 : 2) + (isWritable ? 0 : 1) }
    }

    private let payer: PublicKey
    private var entries: [Entry]

    /// The lookups, in the tables' order.
    private(set) var lookups: [AddressTableLookup] = []
    private var writableLookups: [PublicKey] = []
    private var readonlyLookups: [PublicKey] = []

    init(payer: PublicKey, _ instructions: [Instruction]) {
        self.payer = payer
        var found: [PublicKey: Entry] = [payer: Entry(key: payer, isSigner: true, isWritable: true)]
        for instruction in instructions {
            found[instruction.programID, default: Entry(key: instruction.programID)].isProgram = true
            for account in instruction.accounts {
                var entry = found[account.key] ?? Entry(key: account.key)
                entry.isSigner = entry.isSigner || account.isSigner
                entry.isWritable = entry.isWritable || account.isWritable
                found[account.key] = entry
            }
        }
        entries = found.values.sorted { left, right in
            guard left.group == right.group else { return left.group < right.group }
            guard left.key != payer, right.key != payer else { return left.key == payer }
            return left.key < right.key
        }
    }

    /// Takes from a table its entries for accounts that neither sign nor are called.
    mutating func take(from table: AddressLookupTable) throws(CodingError) {
        var places: [PublicKey: Int] = [:]
        for (place, address) in table.addresses.enumerated() where places[address] == nil {
            places[address] = place
        }
        var (writable, readonly): ([UInt8], [UInt8]) = ([], [])
        var rest: [Entry] = []
        for entry in entries {
            guard !entry.isSigner, !entry.isProgram, let place = places[entry.key] else {
                rest.append(entry)
                continue
            }
            guard let index = UInt8(exactly: place) else {
                throw CodingError(.lookupEntry, at: place)
            }
            if entry.isWritable {
                writable.append(index)
                writableLookups.append(entry.key)
            } else {
                readonly.append(index)
                readonlyLookups.append(entry.key)
            }
        }
        guard rest.count < entries.count else { return }
        entries = rest
        lookups.append(
            AddressTableLookup(
                table: table.key, writableIndexes: ByteSlice(writable), readonlyIndexes: ByteSlice(readonly)))
    }

    /// The accounts in the message itself.
    var accountKeys: [PublicKey] { entries.map(\.key) }

    /// - Throws: `.tooManyAccounts`, `.tooManySignatures` if a count is above 255.
    func header() throws(CodingError) -> MessageHeader {
        func count(_ groups: ClosedRange<Int>, orThrow code: CodingError.Code) throws(CodingError) -> UInt8 {
            guard let count = UInt8(exactly: entries.count { groups.contains($0.group) }) else {
                throw CodingError(code, at: 0)
            }
            return count
        }
        return MessageHeader(
            requiredSignatures: try count(0...1, orThrow: .tooManySignatures),
            readonlySigned: try count(1...1, orThrow: .tooManySignatures),
            readonlyUnsigned: try count(3...3, orThrow: .tooManyAccounts))
    }

    /// The instructions with their accounts' places instead of addresses.
    ///
    /// - Throws: `.tooManyAccounts` if a place is above 255.
    func compile(_ instructions: [Instruction]) throws(CodingError) -> [CompiledInstruction] {
        let keys = accountKeys + writableLookups + readonlyLookups
        guard keys.count <= MessageLayout.addressableAccounts else {
            throw CodingError(.tooManyAccounts, at: 0)
        }
        let places = Dictionary(
            zip(keys, keys.indices.lazy.map { UInt8(truncatingIfNeeded: $0) }), uniquingKeysWith: { first, _ in first })
        return instructions.map { instruction in
            // Every key of an instruction is among them.
            CompiledInstruction(
                programIndex: places[instruction.programID] ?? 0,
                accountIndexes: ByteSlice(instruction.accounts.map { places[$0.key] ?? 0 }),
                data: ByteSlice(instruction.data))
        }
    }
}

extension Message {
    /// Compiles instructions: merges their accounts' rights, sorts the accounts and assigns their places.
    ///
    /// - Parameters:
    ///   - feePayer: The account that pays; it becomes the first signer.
    ///   - blockhash: A recent block's hash, or the value of a durable nonce whose advance is the first instruction.
    ///   - lookupTables: The tables, in this order, from which a v0 message takes accounts that neither sign nor are called.
    ///   - configuration: A v1 message's requests to the compute budget.
    /// - Throws: `CodingError` if the runtime would refuse the message. It is `.versionFeature` for lookup tables or a
    ///   configuration that the version doesn't have, and `.lookupEntry` for an account after a table's entry 255.
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

extension EncodedMessage {
    /// Compiles instructions that a program keeps and carries out itself, into a message of any size.
    ///
    /// - Throws: `CodingError` if they name more accounts than a message can have.
    package init(keeping instructions: [Instruction], feePayer: PublicKey) throws(CodingError) {
        let keys = CompiledKeys(payer: feePayer, instructions)
        try self.init(
            .v0, header: keys.header(), accountKeys: keys.accountKeys, lifetimeToken: Blockhash(),
            instructions: keys.compile(instructions), isKept: true)
    }
}

extension Transaction {
    /// Builds a transaction from instructions, with an empty slot for each signature.
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
    ///   - lookupTables: The tables from which a v0 transaction takes accounts, in this order.
    ///   - configuration: A v1 transaction's requests to the compute budget.
    /// - Throws: `CodingError` if the runtime would refuse the transaction, above all `.tooLarge`.
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

    /// An unsigned transaction with this message.
    ///
    /// - Throws: `CodingError`; a message that was decoded or compiled makes a transaction of its own size at most.
    public init(unsigned message: Message) throws(CodingError) {
        let count = Int(message.header.requiredSignatures)
        try self.init(message: message, signatures: [Signature](repeating: Signature(), count: count))
    }
}
