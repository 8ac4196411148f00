import SolanaTransactions

/// An effect that all instructions of one layout have, its values still to be read from each.
struct EffectForm: Sendable, BitwiseCopyable {
    /// Where a value stands in instructions of a layout: a number that is 0 for nowhere.
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
            /// What has the name at this place of ``EffectList/names``: where it stands, only each instruction tells.
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

        /// Whether an instruction in which it is left out is one whose effects aren't known.
        var isRequired: Bool { bits & 8 != 0 }

        var isNone: Bool { bits == 0 }

        /// Whether it is there in any instruction.
        var isFixed: Bool { isNone || isRequired && bits & 7 != 5 }
    }

    /// Who an authority effect hands what to.
    enum Role: Sendable, BitwiseCopyable {
        case power(Effect.Power)
        /// The power that is chosen by the argument `authorityType`.
        case chosen
    }

    let kind: Effect.Kind
    let account: Part
    let amount: Part
    let counterpart: Part
    let mint: Part
    let before: Part
    /// Where this is none, and `isMadeByProgram`, it is the program that is called.
    let after: Part
    /// Where this is left out there is no such effect.
    let condition: Part
    let role: Role?
    let isMadeByProgram: Bool
    /// Whether it gives an account room for a program's data.
    var givesRoom = false
    /// Whether what the account holds stays in the same hands: a program sees to it.
    var staysInHands = false
    /// Whether it takes lamports beyond the rent, however many there are.
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

    /// Whether it is there, and whole, in any instruction.
    var isFixed: Bool {
        if case .chosen = role { return false }
        return condition.isNone && [account, amount, counterpart, mint, before, after].allSatisfy(\.isFixed)
    }
}
