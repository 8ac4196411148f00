import SolanaTransactions
import TransactionReview

/// Accounts as a node would hand them over, and verdicts over transactions with such facts.
enum ChainSamples {
    static let me = ReviewSamples.key(1)
    static let friend = PublicKey("AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9")
    static let thief = ReviewSamples.key(3)
    /// Token accounts of mine, of the friend and of the thief, for `mint`.
    static let mine = ReviewSamples.key(11)
    static let friends = ReviewSamples.key(12)
    static let thiefs = ReviewSamples.key(13)
    static let mint = ReviewSamples.key(14)
    static let table = ReviewSamples.key(15)
    /// A program that nobody knows.
    static let stranger = ReviewSamples.key(16)
    static let slot: UInt64 = 1_000
    static let source = ChainSource(node: "node.example", slot: slot)
    static let sol: UInt64 = 1_000_000_000

    static func wallet(_ lamports: UInt64 = sol) -> ChainAccount {
        ChainAccount(lamports: lamports, program: SystemProgram.id)
    }

    static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }

    private static func option(_ key: PublicKey?) -> [UInt8] {
        bytes(UInt32(key == nil ? 0 : 1)) + (key ?? PublicKey()).bytes
    }

    static func tokens(
        of owner: PublicKey, _ amount: UInt64, mint: PublicKey = mint, delegate: PublicKey? = nil,
        delegated: UInt64 = 0, isFrozen: Bool = false, isNative: Bool = false, closer: PublicKey? = nil,
        program: PublicKey = TokenProgram.id, lamports: UInt64 = 2_039_280
    ) -> ChainAccount {
        var data = mint.bytes + owner.bytes + bytes(amount) + option(delegate) + [isFrozen ? 2 : 1]
        data += bytes(UInt32(isNative ? 1 : 0)) + bytes(UInt64(isNative ? 2_039_280 : 0)) + bytes(delegated)
        data += option(closer)
        return ChainAccount(lamports: lamports, program: program, data: ByteSlice(data))
    }

    /// A mint; one with extensions (type and value) is Token-2022's.
    static func mint(
        authority: PublicKey? = nil, freezer: PublicKey? = nil, supply: UInt64 = 1_000, decimals: UInt8 = 6,
        extensions: [(UInt16, [UInt8])] = []
    ) -> ChainAccount {
        var data = option(authority) + bytes(supply) + [decimals, 1] + option(freezer)
        if !extensions.isEmpty { data += [UInt8](repeating: 0, count: 165 - data.count) + [1] }
        for (type, value) in extensions { data += bytes(type) + bytes(UInt16(value.count)) + value }
        let program = extensions.isEmpty ? TokenProgram.id : Token2022Program.id
        return ChainAccount(lamports: 1_461_600, program: program, data: ByteSlice(data))
    }

    /// What Metaplex's program keeps of a token.
    static func metadata(
        name: String, symbol: String = "", mint: PublicKey = mint, program: PublicKey = MetaplexMetadata.program,
        kind: UInt8 = 4
    ) -> ChainAccount {
        func text(_ text: String, _ count: Int) -> [UInt8] {
            let text = Array(text.utf8) + [UInt8](repeating: 0, count: max(0, count - text.utf8.count))
            return bytes(UInt32(text.count)) + text
        }
        let data = [kind] + thief.bytes + mint.bytes + text(name, 32) + text(symbol, 10) + text("", 200) + [0, 0]
        return ChainAccount(lamports: 1, program: program, data: ByteSlice(data))
    }

    static func table(_ addresses: [PublicKey], endedAt: UInt64 = .max, extendedAt: UInt64 = 0) -> ChainAccount {
        var data = bytes(UInt32(1)) + bytes(endedAt) + bytes(extendedAt)
        data += [UInt8](repeating: 0, count: 56 - data.count)
        return ChainAccount(
            lamports: 1, program: AddressLookupTableProgram.id, data: ByteSlice(data + addresses.flatMap(\.bytes)))
    }

    /// A program's code, as of a slot.
    static func code(of authority: PublicKey, slot: UInt64 = 1) -> ChainAccount {
        let data = bytes(UInt32(3)) + bytes(slot) + [1] + authority.bytes
        return ChainAccount(lamports: 9, program: UpgradeableLoaderProgram.id, data: ByteSlice(data))
    }

    static func stake(staker: PublicKey, withdrawer: PublicKey, lamports: UInt64 = sol) -> ChainAccount {
        let authorities = staker.bytes + withdrawer.bytes
        let data = bytes(UInt32(1)) + bytes(UInt64(0)) + authorities + [UInt8](repeating: 0, count: 124)
        return ChainAccount(lamports: lamports, program: StakeProgram.id, data: ByteSlice(data))
    }

    /// An account that nil stands for isn't there.
    static func states(_ accounts: [PublicKey: ChainAccount?]) -> [PublicKey: AccountState] {
        accounts.mapValues { $0.map(AccountState.present) ?? .absent }
    }

    static func facts(_ accounts: [PublicKey: ChainAccount?]) -> ChainFacts {
        ChainFacts(accounts: states(accounts).mapValues { ChainFact($0, source) })
    }

    /// Facts with a simulation that succeeds, after which accounts are as they were, but for these.
    static func facts(
        _ accounts: [PublicKey: ChainAccount?], becoming changes: [PublicKey: ChainAccount?]
    ) -> ChainFacts {
        var facts = facts(accounts)
        let after = states(accounts.merging(changes) { $1 })
        facts.simulation = ChainFact(Simulation(.succeeded, accounts: after), source)
        return facts
    }

    static func transaction(
        payer: PublicKey = me, tables: [PublicKey] = [], _ instructions: [Instruction]
    ) throws -> Transaction {
        let table = AddressLookupTable(key: table, addresses: tables)
        return try Transaction(
            feePayer: payer, blockhash: Blockhash(), lookupTables: tables.isEmpty ? [] : [table]
        ) { instructions }
    }

    static func subject(
        payer: PublicKey = me, own: Set<PublicKey> = [], contacts: Set<PublicKey> = [], tables: [PublicKey] = [],
        _ instructions: [Instruction]
    ) throws -> ReviewSubject {
        let review = TransactionReview(try transaction(payer: payer, tables: tables, instructions))
        return ReviewSubject(review, signer: me, own: own, contacts: contacts)
    }

    /// What a rule finds.
    static func found(_ id: String, _ subject: ReviewSubject, _ facts: ChainFacts?) -> [Finding] {
        ReviewVerdict(subject, facts: facts).findings.filter { $0.id == id }
    }

    static func pay(_ to: PublicKey, _ lamports: UInt64 = 5, from: PublicKey = me) -> Instruction {
        SystemProgram.transfer(from: from, to: to, lamports: lamports)
    }

    static func send(_ amount: UInt64, to destination: PublicKey = friends, from source: PublicKey = mine)
        -> Instruction
    {
        TokenProgram.transfer(source: source, destination: destination, authority: me, amount: amount)
    }

    /// An instruction that nobody can read, which may write these accounts.
    static func unknown(_ accounts: [PublicKey]) -> Instruction {
        Instruction(programID: stranger, accounts: accounts.map { AccountMeta($0, isWritable: true) }, data: [1])
    }
}

extension Finding {
    subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }
}
