import SolanaTransactions

/// What instructions of one layout change and cost, worked out once.
struct EffectPlan: Sendable, BitwiseCopyable {
    /// How many lamports an instruction lets out.
    enum Outflow: Sendable, BitwiseCopyable {
        case none
        case lamports(EffectForm.Part)
        /// That isn't all, or isn't known.
        case unbounded
    }

    /// What an instruction asks of the compute budget.
    enum Budget: Sendable, BitwiseCopyable {
        case unitLimit(EffectForm.Part)
        case unitPrice(EffectForm.Part)
    }

    /// Where its effects stand among ``EffectPlans/forms``; nil where they aren't known.
    let start: Int?
    /// How many there are.
    let count: Int
    /// Whether each is there in every instruction: all its parts have a fixed place, and none may be left out.
    let isFixed: Bool
    let outflow: Outflow
    let budget: Budget?
    /// Whether it puts a transaction over a nonce, where it stands first.
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
    /// In the order of ``ProgramSet/numberedLayouts``.
    let all: [EffectPlan]
    let forms: [EffectForm]

    static let known = EffectPlans()

    private init() {
        var forms: [EffectForm] = []
        all = ProgramSet.known.numberedLayouts.map { EffectPlan(of: $0.layout, $0.program, &forms) }
        self.forms = forms
    }

    /// The plan of a layout by its place; nil for one of a module's program, of which it isn't known what it changes.
    @inline(__always)
    subscript(layout: Int) -> EffectPlan? { layout < all.count ? all[layout] : nil }
}

extension DecodedMessage.Call {
    /// What the instruction changes and costs; nil where it isn't understood.
    var plan: EffectPlan? { layout.flatMap { EffectPlans.known[$0] } }
}
