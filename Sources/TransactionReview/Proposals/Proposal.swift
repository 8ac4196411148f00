import ProgramRegistry
public import SolanaTransactions

/// A group's decision on instructions that a program carries out later: a Squads multisig's, a DAO's.
///
/// The proposed instructions are no effects of the transaction that has them. They are shown, and lower no level.
public struct Proposal: Sendable {
    /// The instruction's part in it.
    public enum Act: String, Sendable {
        /// It proposes instructions.
        case creates
        /// It is a vote for them.
        case approves
        /// It carries them out.
        case runs
    }

    /// Where the proposed instructions are from.
    public enum Origin: String, Sendable {
        /// The transaction's own bytes.
        case bytes
        /// The account in which they are kept, as a node shows it.
        case node
    }

    public let act: Act
    /// The account that keeps the proposal, or the votes on it; nil if they stand in the bytes, or if the instruction doesn't name it.
    public let account: MessageAccount.Source?
    /// Nil if the instructions are in an account whose contents nobody has shown.
    public let origin: Origin?
    /// The proposed instructions; nil if nobody can tell them.
    public let instructions: [InstructionReview]?
}

/// What an instruction of a program that keeps proposals does with one.
private struct ProposalForm {
    let act: Proposal.Act
    /// The role of the account that keeps it; nil if the bytes have the instructions.
    var account: String?
    /// True if that account holds the instructions themselves, and not only the decision.
    var isMessage = true

    static let all: [PublicKey: [String: ProposalForm]] = [
        ProposalPrograms.squads: [
            "vaultTransactionCreate": ProposalForm(act: .creates),
            "batchAddTransaction": ProposalForm(act: .creates),
            "vaultTransactionCreateFromBuffer": ProposalForm(
                act: .creates, account: "transactionBuffer", isMessage: false),
            "proposalApprove": ProposalForm(act: .approves, account: "proposal", isMessage: false),
            "vaultTransactionExecute": ProposalForm(act: .runs, account: "transaction"),
            "batchExecuteTransaction": ProposalForm(act: .runs, account: "transaction"),
            "configTransactionExecute": ProposalForm(act: .runs, account: "transaction", isMessage: false),
        ],
        ProposalPrograms.smartAccounts: [
            "createTransaction": ProposalForm(act: .creates), "addTransactionToBatch": ProposalForm(act: .creates),
            "createTransactionFromBuffer": ProposalForm(
                act: .creates, account: "transactionBuffer", isMessage: false),
            "approveProposal": ProposalForm(act: .approves, account: "proposal", isMessage: false),
            "executeTransaction": ProposalForm(act: .runs, account: "transaction", isMessage: false),
            "executeBatchTransaction": ProposalForm(act: .runs, account: "transaction", isMessage: false),
            "executeSettingsTransaction": ProposalForm(act: .runs, account: "transaction", isMessage: false),
        ],
        ProposalPrograms.governance: [
            "insertTransaction": ProposalForm(act: .creates),
            "castVote": ProposalForm(act: .approves, account: "proposal", isMessage: false),
            "executeTransaction": ProposalForm(act: .runs, account: "proposalTransaction"),
        ],
    ]
}

extension InstructionReview {
    /// Returns the proposal that the instruction makes, votes for or carries out; nil if it does nothing of the kind.
    ///
    /// - Parameter facts: The facts from nodes, in which the account that keeps a proposal may be; nil if no node was asked.
    public func proposal(_ facts: ChainFacts?) -> Proposal? {
        guard let decoded, let form = ProposalForm.all[decoded.program]?[decoded.name] else { return nil }
        // A vote against it decides nothing of what it would do.
        if decoded.name == "castVote", !decoded.isApproval { return nil }
        guard let role = form.account else {
            return Proposal(act: form.act, account: nil, origin: .bytes, instructions: read { decoded.proposed })
        }
        let account = decoded.account(role)?.source
        let keeper = form.isMessage ? account?.address : facts.flatMap(decoded.votedTransaction)
        return Proposal(
            form.act, by: decoded.program, account: account, keeper: keeper.flatMap { facts?.account($0) },
            programs: programs)
    }

    private func read(_ proposed: () -> ProposedTransaction?) -> [InstructionReview]? {
        proposed()?.instructions(programs)
    }
}

extension Proposal {
    /// - Parameter keeper: The account that keeps the instructions, as a node shows it; nil if none does.
    fileprivate init(
        _ act: Act, by program: PublicKey, account: MessageAccount.Source?, keeper: ChainAccount?, programs: ProgramSet
    ) {
        let kept = keeper?.program == program ? keeper?.kept : nil
        self.act = act
        self.account = account
        origin = kept == nil ? nil : .node
        instructions = kept.flatMap { ProposedTransaction(in: $0, of: program)?.instructions(programs) }
    }

    /// Reads what a multisig votes about, as the review of a vote for it does.
    ///
    /// - Parameters:
    ///   - account: The account that keeps the votes.
    ///   - keeper: The account that keeps the instructions, as a node shows it; nil if there is none.
    public init(votedIn account: PublicKey, keeper: ChainAccount?, programs: ProgramSet = .registered) {
        self.init(.approves, by: SquadsProgram.id, account: .address(account), keeper: keeper, programs: programs)
    }
}

extension DecodedInstruction {
    /// The account with the instructions that a vote for a multisig's proposal is about; nil as long as no node has shown the proposal.
    ///
    /// Its address is derived from the multisig and the number that the proposal has: a node can't put another transaction in its place.
    func votedTransaction(_ facts: ChainFacts) -> PublicKey? {
        guard program == SquadsProgram.id, name == "proposalApprove", let multisig = key("multisig"),
            let account = key("proposal"), let found = facts.account(account), found.program == program,
            let proposal = found.kept.flatMap({ try? MultisigProposal(decoding: $0) }), proposal.multisig == multisig,
            SquadsProgram.proposal(proposal.index, of: multisig) == account
        else { return nil }
        return SquadsProgram.transaction(proposal.index, of: multisig)
    }
}

/// The proposed instructions as a transaction that nobody sends.
private struct ProposedTransaction {
    let transaction: Transaction

    private init?(_ read: () throws(CodingError) -> Transaction) {
        do throws(CodingError) {
            transaction = try read()
        } catch {
            // Its program would refuse it too, or it is of a form that this release doesn't know: it is said to be unreadable.
            return nil
        }
    }

    init?(squads message: ByteSlice) {
        self.init { () throws(CodingError) in try KeptMessage(squads: message, in: .argument).transaction() }
    }

    init?(_ instructions: [Instruction]) {
        self.init { () throws(CodingError) in try KeptMessage.transaction(of: instructions) }
    }

    func instructions(_ programs: ProgramSet) -> [InstructionReview] {
        TransactionReview(transaction, programs: programs).instructions
    }

    /// Reads the account in which a program keeps a proposal.
    init?(in account: ByteSlice, of program: PublicKey) {
        self.init { () throws(CodingError) in
            switch program {
            case ProposalPrograms.squads where MultisigTransactionKind(account) == .config:
                try KeptMessage.transaction(of: [.settings(in: account)])
            case ProposalPrograms.squads: try KeptMessage(squads: account).transaction()
            case ProposalPrograms.governance: try KeptMessage.transaction(of: .kept(in: account))
            default: throw CodingError(.tag, at: 0)
            }
        }
    }
}

extension KeptMessage {
    /// Reads the message in an account of Squads.
    ///
    /// - Throws: `CodingError` if it is an account of another kind, or damaged.
    fileprivate init(squads account: ByteSlice) throws(CodingError) {
        let kind = MultisigTransactionKind(account)
        guard kind == .vault || kind == .part else { throw CodingError(.tag, at: 0) }
        // Multisig, creator, index and three numbers; or the bump alone. Then the bumps of other signers.
        let head = 8 + (kind == .vault ? 32 + 32 + 8 + 3 : 1)
        let place = try account.withUnsafeBytes { buffer throws(CodingError) in
            var reader = ByteReader(buffer)
            try reader.move(to: head)
            _ = try reader.skip(Int(try reader.readInteger(as: UInt32.self)))
            return reader.offset..<buffer.count
        }
        try self.init(squads: account.part(place), in: .account)
    }
}

extension Instruction {
    /// Reads a multisig's change of its own settings out of its account, `ConfigTransaction`, as the instruction that proposed it:
    /// `configTransactionCreate`, whose arguments have the same spelling.
    ///
    /// - Throws: `CodingError` if the account is cut.
    fileprivate static func settings(in account: ByteSlice) throws(CodingError) -> Instruction {
        var decoder = BorshDecoder(account)
        _ = try decoder.decode(UInt64.self)
        let multisig: PublicKey = try decoder.decode()
        let creator: PublicKey = try decoder.decode()
        let index: UInt64 = try decoder.decode()
        // Behind the bump. No memo is kept.
        let actions = 8 + PublicKey.count * 2 + 8 + 1
        guard account.count > actions else { throw CodingError(.truncated, at: account.count) }
        return Instruction(
            programID: SquadsProgram.id,
            accounts: [
                AccountMeta(multisig, isSigner: false, isWritable: true),
                AccountMeta(SquadsProgram.transaction(index, of: multisig), isSigner: false, isWritable: true),
                AccountMeta(creator, isSigner: true, isWritable: false),
                AccountMeta(creator, isSigner: true, isWritable: true),
                AccountMeta(SystemProgram.id, isSigner: false, isWritable: false),
            ],
            data: InstructionLayout.anchorDiscriminator("config_transaction_create") + account[actions...] + [0])
    }
}

extension [Instruction] {
    /// Reads the instructions in an account of SPL Governance: `ProposalTransactionV2`.
    ///
    /// - Throws: `CodingError` if it is an account of another kind, or damaged.
    fileprivate static func kept(in account: ByteSlice) throws(CodingError) -> [Instruction] {
        var decoder = BorshDecoder(account)
        guard try decoder.decode(UInt8.self) == 13 else { throw CodingError(.tag, at: 0) }
        // Proposal, option, index, and the time that it has to wait.
        _ = try decoder.decode(PublicKey.self)
        _ = try decoder.decode(UInt8.self)
        _ = try decoder.decode(UInt16.self)
        _ = try decoder.decode(UInt32.self)
        return try decoder.decode { decoder throws(CodingError) in
            Instruction(
                programID: try decoder.decode(),
                accounts: try decoder.decode { decoder throws(CodingError) in
                    AccountMeta(try decoder.decode(), isSigner: try decoder.decode(), isWritable: try decoder.decode())
                }, data: [UInt8](try decoder.decode(ByteSlice.self)))
        }
    }
}

extension DecodedInstruction {
    /// The instructions that its arguments propose.
    fileprivate var proposed: ProposedTransaction? {
        if case .list(let instructions) = self["instructions"] {
            var read: [Instruction] = []
            for instruction in instructions {
                guard let made = Instruction(proposed: instruction) else { return nil }
                read.append(made)
            }
            return ProposedTransaction(read)
        }
        guard case .record(let arguments) = self["args"],
            case .bytes(let message) = arguments.first(where: { $0.name == "transactionMessage" })?.value
        else { return nil }
        return ProposedTransaction(squads: message)
    }

    /// True unless a vote in SPL Governance is against the proposal, or for nothing.
    fileprivate var isApproval: Bool {
        switch self["vote"] {
        case .variant(let choice, _), .choice(let choice): choice == "Approve"
        default: true
        }
    }
}

extension Instruction {
    /// An element of SPL Governance's list of instructions.
    fileprivate init?(proposed value: ArgumentValue) {
        guard case .record(let parts) = value,
            case .key(let program) = parts.first(where: { $0.name == "programId" })?.value,
            case .list(let accounts) = parts.first(where: { $0.name == "accounts" })?.value,
            case .bytes(let data) = parts.first(where: { $0.name == "data" })?.value
        else { return nil }
        var metas: [AccountMeta] = []
        for account in accounts {
            guard case .record(let flags) = account, case .key(let key) = flags.first?.value,
                case .bool(let signs) = flags.first(where: { $0.name == "isSigner" })?.value,
                case .bool(let isWritten) = flags.first(where: { $0.name == "isWritable" })?.value
            else { return nil }
            metas.append(AccountMeta(key, isSigner: signs, isWritable: isWritten))
        }
        self.init(programID: program, accounts: metas, data: Array(data))
    }
}
