import SolanaTransactions

/// An effect that all instructions of one layout have; its values are read from each instruction.
struct EffectForm: Sendable, BitwiseCopyable {
    /// The place of a value in instructions of a layout.
    struct Part: Sendable, BitwiseCopyable {
        enum Place: Sendable, BitwiseCopyable {
            /// The account at this place.
            case account(Int)
            /// The u64 at this offset of the data.
            case number(Int)
            /// The u32 at this offset of the data.
            case shortNumber(Int)
            /// The address at this offset of the data.
            case key(Int)
            /// The part whose name is at this index of ``EffectList/names``; its place depends on the instruction.
            case named(Int)
        }

        /// The place; nil if the effect has no such value.
        let place: Place?
        /// True if an instruction's effects are unknown when this part is omitted.
        let isRequired: Bool

        static let none = Part(nil, isRequired: false)

        init(_ place: Place?, isRequired: Bool) {
            self.place = place
            self.isRequired = isRequired
        }

        var isNone: Bool { place == nil }

        /// True if it is present in every instruction.
        var isFixed: Bool {
            switch place {
            case nil: true
            case .named: false
            default: isRequired
            }
        }
    }

    /// The power that an authority effect hands over.
    enum Role: Sendable, BitwiseCopyable {
        case power(Effect.Power)
        /// The power that the argument `authorityType` chooses.
        case chosen
    }

    let kind: Effect.Kind
    let account: Part
    let amount: Part
    let counterpart: Part
    let mint: Part
    let before: Part
    /// The account or address afterwards; the called program if this is none and `isMadeByProgram` is true.
    let after: Part
    /// The part without which there is no such effect.
    let condition: Part
    let role: Role?
    let isMadeByProgram: Bool
    /// True if it gives an account room for a program's data.
    var givesRoom = false
    /// True if a program ensures that the account's contents stay in the same hands.
    var staysInHands = false
    /// True if it takes lamports beyond the rent, however many there are.
    var takesExcess = false

    init(
        _ kind: Effect.Kind, _ account: Part, amount: Part? = nil, counterpart: Part? = nil, mint: Part? = nil,
        role: Role? = nil, before: Part? = nil, after: Part? = nil, isMadeByProgram: Bool = false,
        onlyWith condition: Part? = nil
    ) {
        self.kind = kind
        self.account = account
        self.amount = amount ?? .none
        self.counterpart = counterpart ?? .none
        self.mint = mint ?? .none
        self.role = role
        self.before = before ?? .none
        self.after = after ?? .none
        self.isMadeByProgram = isMadeByProgram
        self.condition = condition ?? .none
    }

    /// True if it is present and complete in every instruction.
    var isFixed: Bool {
        if case .chosen = role { return false }
        return condition.isNone && [account, amount, counterpart, mint, before, after].allSatisfy(\.isFixed)
    }
}
