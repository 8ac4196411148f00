public import SolanaTransactions

/// What one instruction does, as far as its bytes tell.
public struct InstructionReview: Hashable, Sendable {
    /// The program's address.
    public let program: PublicKey

    /// What the program is called, where Sidekey knows it.
    public let programName: String?

    /// What the instruction is called, where it is known.
    public let name: String?

    /// Its accounts' parts and its data, where it is known.
    public let fields: [ReviewField]

    /// Its accounts in the order in which the program gets them.
    public let accounts: [MessageAccount]

    /// What the program is told.
    public let data: ByteSlice

    /// Whether every byte of the data and every account was understood.
    public let isKnown: Bool

    /// Reviews an instruction of a message with these accounts.
    init(_ instruction: CompiledInstruction, in messageAccounts: [MessageAccount]) {
        func account(_ index: UInt8) -> MessageAccount? {
            messageAccounts.indices.contains(Int(index)) ? messageAccounts[Int(index)] : nil
        }
        let accounts = instruction.accountIndexes.compactMap(account)
        let data = instruction.data
        // A decoded message has every program among its own accounts.
        guard case .address(let program) = account(instruction.programIndex)?.source else {
            self.init(program: PublicKey(), accounts: accounts, data: data)
            return
        }
        guard let reviewed = ReviewedPrograms.byAddress[program.base58] else {
            self.init(program: program, accounts: accounts, data: data)
            return
        }
        var reader = InstructionReader(accounts: accounts, data: data)
        do throws(UnknownInstruction) {
            let name = try reviewed.read(&reader)
            try reader.finish()
            self.init(
                program: program, programName: reviewed.name, name: name, fields: reader.fields, accounts: accounts,
                data: data, isKnown: true)
        } catch {
            self.init(program: program, programName: reviewed.name, accounts: accounts, data: data)
        }
    }

    private init(
        program: PublicKey, programName: String? = nil, name: String? = nil, fields: [ReviewField] = [],
        accounts: [MessageAccount], data: ByteSlice, isKnown: Bool = false
    ) {
        self.program = program
        self.programName = programName
        self.name = name
        self.fields = fields
        self.accounts = accounts
        self.data = data
        self.isKnown = isKnown
    }
}
