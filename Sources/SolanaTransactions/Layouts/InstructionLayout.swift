/// An instruction as data: what tells it from others, its accounts and its fields. It is encoded and decoded by the
/// same layout.
///
/// ```
/// +---------------+--------+--------+-----
/// | discriminator | field  | field  | ...    nothing may follow the last field
/// +---------------+--------+--------+-----
/// ```
///
/// An instruction may have several layouts of one name, where accounts come in groups or data has an older spelling.
public struct InstructionLayout: Sendable {
    /// Shared, so that a layout is handed on without a look at its parts.
    final class Parts: Sendable {
        let name: String
        let discriminator: [UInt8]
        let accounts: [AccountRole]
        let fields: [Field]

        /// The roles of those accounts that are there in any case, besides those that arguments decide about.
        let required: [String]

        /// Whether as many accounts as `required` says take its roles, but for `restricted`.
        let isPlain: Bool

        /// The places in `required` where only certain accounts may stand.
        let restricted: [(place: Int, allowed: [PublicKey])]

        /// Whether arguments decide how many accounts there are.
        let hasConditions: Bool

        /// How many bytes the data has, where it always has as many and any bytes behind the discriminator are values.
        let fixedCount: Int?

        /// Whether all behind the discriminator is one text.
        let isText: Bool

        init(_ name: String, _ discriminator: [UInt8], _ accounts: [AccountRole], _ fields: [Field]) {
            self.name = name
            self.discriminator = discriminator
            self.accounts = accounts
            self.fields = fields
            let required = accounts.filter { $0.presence == .required || $0.presence == .authority }
            self.required = required.map(\.name)
            restricted = required.enumerated().filter { !$1.allowed.isEmpty }.map { ($0, $1.allowed) }
            hasConditions = accounts.contains { $0.presence.isConditional }
            isPlain = accounts.allSatisfy { !$0.presence.isConditional && $0.presence.canBeEmpty }
            let counts = fields.map { $0.type.isAnyBytes ? $0.type.fixedCount : nil }
            fixedCount = counts.reduce(discriminator.count) { sum, count in count.flatMap { n in sum.map { $0 + n } } }
            isText = fields.map(\.type) == [.text(.rest)]
        }
    }

    let parts: Parts

    init(parts: Parts) { self.parts = parts }

    /// What the instruction is called in the program's interface.
    public var name: String { parts.name }

    /// The bytes that the data begins with.
    public var discriminator: [UInt8] { parts.discriminator }

    /// The accounts in the order in which the program gets them.
    public var accounts: [AccountRole] { parts.accounts }

    /// The values behind the discriminator.
    public var fields: [Field] { parts.fields }

    public init(
        _ name: String, discriminator: [UInt8], accounts: [AccountRole] = [], fields: [Field] = []
    ) {
        parts = Parts(name, discriminator, accounts, fields)
    }

    /// A layout whose data begins with a number of one byte, as the token programs' does.
    public init(_ name: String, _ tag: UInt8..., accounts: [AccountRole] = [], fields: [Field] = []) {
        self.init(name, discriminator: tag, accounts: accounts, fields: fields)
    }

    /// A layout whose data begins with a number of four bytes, as bincode writes an enumeration's.
    public init(_ name: String, u32 tag: UInt32, accounts: [AccountRole] = [], fields: [Field] = []) {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: tag)
        self.init(name, discriminator: bytes, accounts: accounts, fields: fields)
    }
}

extension InstructionLayout: Hashable {
    public static func == (left: InstructionLayout, right: InstructionLayout) -> Bool {
        left.name == right.name && left.discriminator == right.discriminator && left.accounts == right.accounts
            && left.fields == right.fields
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(discriminator)
    }
}

extension AccountRole.Presence {
    fileprivate var isConditional: Bool {
        switch self {
        case .counted, .whenZero, .whenAnyNonzero: true
        default: false
        }
    }

    fileprivate var canBeEmpty: Bool {
        guard case .rest(let bounds) = self else { return true }
        return bounds.contains(0)
    }
}
