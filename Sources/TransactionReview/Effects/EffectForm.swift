import SolanaTransactions

/// An effect that all instructions of one layout have; its values are read from each instruction.
struct EffectForm: Sendable, BitwiseCopyable {
    /// The place of a value in instructions of a layout, as a number that is 0 for none.
    struct Part: Sendable, BitwiseCopyable {
        enum Place {
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

        private let bits: UInt32

        static let none = Part(bits: 0)

        private init(bits: UInt32) { self.bits = bits }

        init(_ place: Place, isRequired: Bool) {
            let (kind, value) =
                switch place {
                case .account(let value): (1, value)
                case .number(let value): (2, value)
                case .shortNumber(let value): (3, value)
                case .key(let value): (4, value)
                case .named(let value): (5, value)
                }
            bits = UInt32(truncatingIfNeeded: value << 4 | (isRequired ? 8 : 0) | kind)
        }

        @inline(__always)
        var place: Place? {
            let value = Int(bits >> 4)
            switch bits & 7 {
            case 1: return .account(value)
            case 2: return .number(value)
            case 3: return .shortNumber(value)
            case 4: return .key(value)
            case 5: return .named(value)
            default: return nil
            }
        }

        /// True if an instruction's effects are unknown when this part is omitted.
        var isRequired: Bool { bits & 8 != 0 }

        var isNone: Bool { bits == 0 }

        /// True if it is present in every instruction.
        var isFixed: Bool { isNone || isRequired && bits & 7 != 5 }
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
