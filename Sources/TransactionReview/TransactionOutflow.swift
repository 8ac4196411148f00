public import SolanaTransactions

/// What a transaction can take out of the wallet that signs it: a bound in lamports, and why there may be none.
///
/// Only instructions that are known to let out so many lamports and nothing else are counted; any other, tokens above all, leaves the outflow
/// without a bound. Every transfer counts, whoever pays it: whose account is whose isn't in the bytes. Fees count as if this wallet paid them.
public struct TransactionOutflow: Hashable, Sendable {
    /// Why lamports alone don't bound it.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// Not everything in the transaction could be read.
        case incomplete
        /// It hands over control, or can be used later: see ``danger(in:signer:)``.
        case danger
        /// It may move tokens, or does what has no bound in lamports.
        case unbounded
    }

    /// The most lamports that can go, `UInt64.max` where there are more.
    public let lamports: UInt64
    /// Empty where `lamports` is the bound.
    public let reasons: Set<Reason>

    /// - Parameter signer: The account that is to sign.
    public init(of review: TransactionReview, signer: PublicKey) {
        var reasons: Set<Reason> = review.isComplete ? [] : [.incomplete]
        var lamports = Self.fee(of: review)
        for instruction in review.instructions {
            if Self.danger(in: instruction, signer: signer) {
                reasons.insert(.danger)
            } else if let moved = Self.lamports(in: instruction) {
                lamports = lamports.addingSaturated(moved)
            } else {
                reasons.insert(.unbounded)
            }
        }
        self.lamports = lamports
        self.reasons = reasons
    }

    /// Whether an instruction hands over control of an account, or makes the signature one that never goes out of date.
    ///
    /// Drainers live on these: an owner assigned, an authority set, a delegate approved, a transaction over a durable nonce that is sent next month.
    static func danger(in instruction: InstructionReview, signer: PublicKey) -> Bool {
        switch (instruction.programName, instruction.name) {
        case (SystemProgram.name, "Assign"), (SystemProgram.name, "AssignWithSeed"), (SystemProgram.name, "Allocate"),
            (SystemProgram.name, "AllocateWithSeed"), (SystemProgram.name, "AdvanceNonceAccount"),
            (SystemProgram.name, "AuthorizeNonceAccount"), (SystemProgram.name, "CreateAccountAllowPrefund"):
            true
        // An account that is still empty is made another program's.
        case (SystemProgram.name, "CreateAccount"), (SystemProgram.name, "CreateAccountWithSeed"):
            instruction.value("newAccount") == signer.base58
        case (TokenProgram.name, let name?), (Token2022Program.name, let name?): Self.tokenDangers.contains(name)
        default: false
        }
    }

    private static let tokenDangers: Set<String> = ["Approve", "ApproveChecked", "SetAuthority", "CloseAccount"]

    /// How many lamports an instruction moves; nil where that isn't all it may let out.
    private static func lamports(in instruction: InstructionReview) -> UInt64? {
        switch (instruction.programName, instruction.name) {
        case (ComputeBudgetProgram.name, .some), (MemoProgram.name, .some), (LegacyMemoProgram.name, .some): 0
        case (SystemProgram.name, "Transfer"), (SystemProgram.name, "TransferWithSeed"),
            (SystemProgram.name, "CreateAccount"), (SystemProgram.name, "CreateAccountWithSeed"),
            (SystemProgram.name, "WithdrawNonceAccount"):
            instruction.value("lamports").flatMap { UInt64($0) }
        default: nil
        }
    }

    /// The base fee of 5,000 lamports a signature, and the priority fee at most.
    private static func fee(of review: TransactionReview) -> UInt64 {
        let base = UInt64(review.requiredSignatures) * 5000
        let configured = review.configuration.first { $0.name == "priorityFee" }.flatMap { UInt64($0.value) }
        let price = review.instructions.compactMap { $0.budget("SetComputeUnitPrice", "microLamports") }.max()
        guard let price else { return base.addingSaturated(configured ?? 0) }
        let units =
            review.instructions.compactMap { $0.budget("SetComputeUnitLimit", "units") }.max() ?? maximumUnits
        let (high, low) = price.multipliedFullWidth(by: min(units, maximumUnits))
        guard high < microLamports else { return .max }
        let (quotient, rest) = microLamports.dividingFullWidth((high, low))
        return base.addingSaturated(quotient).addingSaturated(rest > 0 ? 1 : 0).addingSaturated(configured ?? 0)
    }

    /// The most compute units that a transaction can have.
    private static let maximumUnits: UInt64 = 1_400_000
    private static let microLamports: UInt64 = 1_000_000
}

extension InstructionReview {
    fileprivate func value(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    fileprivate func budget(_ instruction: String, _ name: String) -> UInt64? {
        guard programName == ComputeBudgetProgram.name, self.name == instruction else { return nil }
        return value(name).flatMap { UInt64($0) }
    }
}

extension UInt64 {
    fileprivate func addingSaturated(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
