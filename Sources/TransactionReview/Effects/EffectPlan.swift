import SolanaTransactions

/// The effects and costs of instructions of one layout, computed once.
struct EffectPlan: Sendable, BitwiseCopyable {
    /// The number of lamports that an instruction can take out.
    enum Outflow: Sendable, BitwiseCopyable {
        case none
        case lamports(EffectForm.Part)
        /// The outflow is unknown, or lamports aren't all of it.
        case unbounded
    }

    /// An instruction's request to the compute budget.
    enum Budget: Sendable, BitwiseCopyable {
        case unitLimit(EffectForm.Part)
        case unitPrice(EffectForm.Part)
    }

    /// The index of its first effect in ``EffectPlans/forms``; nil if its effects are unknown.
    let start: Int?
    /// The number of its effects.
    let count: Int
    /// True if each effect is present in every instruction: all its parts have a fixed place, and none may be omitted.
    let isFixed: Bool
    let outflow: Outflow
    let budget: Budget?
    /// True if it makes the transaction use a nonce when it is the first instruction.
    let advancesNonce: Bool

    fileprivate init(of layout: InstructionLayout, _ program: PublicKey, _ forms: inout [EffectForm]) {
        var list = EffectList(of: layout)
        let isKnown = (try? Self.read(program, layout.name, &list)) ?? false
        start = isKnown ? forms.count : nil
        count = isKnown ? list.forms.count : 0
        isFixed = list.forms.allSatisfy(\.isFixed)
        if isKnown { forms += list.forms }
        outflow = Self.outflow(program, layout.name, list)
        budget =
            switch (program, layout.name) {
            case (ComputeBudgetProgram.id, "SetComputeUnitLimit"): (try? list.number("units")).map { .unitLimit($0) }
            case (ComputeBudgetProgram.id, "SetComputeUnitPrice"):
                (try? list.number("microLamports")).map { .unitPrice($0) }
            default: nil
            }
        advancesNonce = program == SystemProgram.id && layout.name == "AdvanceNonceAccount"
    }

    private static func read(
        _ program: PublicKey, _ name: String, _ list: inout EffectList
    ) throws(EffectList.MissingPart) -> Bool {
        switch program {
        case SystemProgram.id: try SystemEffects.read(name, &list)
        case TokenProgram.id, Token2022Program.id: try TokenEffects.read(name, &list)
        case AssociatedTokenProgram.id: try AssociatedTokenEffects.read(name, &list)
        case StakeProgram.id: try StakeEffects.read(name, &list)
        case UpgradeableLoaderProgram.id: try LoaderEffects.read(name, &list)
        case AddressLookupTableProgram.id: try LookupTableEffects.read(name, &list)
        // They change no account.
        case ComputeBudgetProgram.id, MemoProgram.id, LegacyMemoProgram.id: true
        default: false
        }
    }

    private static func outflow(_ program: PublicKey, _ name: String, _ list: EffectList) -> Outflow {
        switch program {
        case ComputeBudgetProgram.id, MemoProgram.id, LegacyMemoProgram.id: return .none
        case SystemProgram.id:
            let bounded = [
                "Transfer", "TransferWithSeed", "CreateAccount", "CreateAccountWithSeed", "WithdrawNonceAccount",
            ]
            guard bounded.contains(name), let lamports = try? list.number("lamports") else { return .unbounded }
            return .lamports(lamports)
        default: return .unbounded
        }
    }
}

/// The plan of each known layout, and all their effects.
struct EffectPlans: Sendable {
    /// The plans in the order of ``ProgramSet/numberedLayouts``.
    let all: [EffectPlan]
    let forms: [EffectForm]

    static let known = EffectPlans()

    private init() {
        var forms: [EffectForm] = []
        all = ProgramSet.known.numberedLayouts.map { EffectPlan(of: $0.layout, $0.program, &forms) }
        self.forms = forms
    }

    /// The plan of a layout by its index; nil for a layout of a module's program, whose effects are unknown.
    @inline(__always)
    subscript(layout: Int) -> EffectPlan? { layout < all.count ? all[layout] : nil }
}

extension DecodedMessage.Call {
    /// The instruction's effects and costs; nil if it isn't understood.
    var plan: EffectPlan? { layout.flatMap { EffectPlans.known[$0] } }
}
