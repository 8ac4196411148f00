import Salt

/// An instruction as data: its discriminator, its accounts and its fields. The same layout encodes and decodes it.
///
/// ```
/// +---------------+--------+--------+-----
/// | discriminator | field  | field  | ...    nothing may follow the last field
/// +---------------+--------+--------+-----
/// ```
///
/// An instruction may have several layouts of one name if its accounts come in groups or its data has an older spelling.
public struct InstructionLayout: Sendable {
    /// Shared storage, so that passing a layout on does not touch its parts.
    final class Parts: Sendable {
        let name: String
        let discriminator: [UInt8]
        let accounts: [AccountRole]
        let fields: [Field]

        /// The roles of the accounts that are always present, without those that depend on arguments.
        let required: [String]

        /// True if `required.count` accounts always fit the roles, apart from `restricted`.
        let isPlain: Bool

        /// The places in `required` that only certain accounts may take.
        let restricted: [(place: Int, allowed: [PublicKey])]

        /// True if arguments decide the number of accounts.
        let hasConditions: Bool

        /// The number of bytes of the data; nil unless it is fixed and any bytes after the discriminator are values.
        let fixedCount: Int?

        /// True if the data after the discriminator is one text.
        let isText: Bool

        /// True if the roles take any accounts, in their order and the last role the rest.
        let takesAnyAccounts: Bool

        /// The roles in whose place the program's own address stands for none.
        let replaceable: Set<String>

        /// False if an instruction could fill the stack or be read for ever, so that none is.
        let isBounded: Bool

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
            takesAnyAccounts =
                accounts.last?.presence == .rest(0 ... .max) && accounts.last?.isSigner == false
                && accounts.dropLast().allSatisfy { $0.presence.isExpected }
                && accounts.allSatisfy(\.allowed.isEmpty)
            replaceable = Set(accounts.filter { $0.presence == .expectedOrProgram }.map(\.name))
            let isBounded = FieldType.record(fields).isBounded
            self.isBounded = isBounded
            let counts = fields.map { isBounded && $0.type.isAnyBytes ? $0.type.fixedCount : nil }
            fixedCount = counts.reduce(discriminator.count) { sum, count in count.flatMap { n in sum.map { $0 + n } } }
            isText = fields.map(\.type) == [.text(.rest)]
        }
    }

    let parts: Parts

    init(parts: Parts) { self.parts = parts }

    /// The instruction's name in the program's interface.
    public var name: String { parts.name }

    /// The first bytes of the data.
    public var discriminator: [UInt8] { parts.discriminator }

    /// The accounts in the order in which the program gets them.
    public var accounts: [AccountRole] { parts.accounts }

    /// The values after the discriminator.
    public var fields: [Field] { parts.fields }

    public init(
        _ name: String, discriminator: [UInt8], accounts: [AccountRole] = [], fields: [Field] = []
    ) {
        parts = Parts(name, discriminator, accounts, fields)
    }

    /// A layout whose data begins with a number of one byte, as in the token programs.
    public init(_ name: String, _ tag: UInt8..., accounts: [AccountRole] = [], fields: [Field] = []) {
        self.init(name, discriminator: tag, accounts: accounts, fields: fields)
    }

    /// A layout whose data begins with a number of four bytes, as in bincode's enumerations.
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

    var isExpected: Bool { self == .expected || self == .expectedOrProgram }
}

extension InstructionLayout {
    /// Builds an instruction from its accounts by their roles and its arguments by their names.
    ///
    /// A role that several accounts take is named once for each, in their order. The signers of a multisignature account are
    /// called `signer`.
    ///
    /// - Throws: ``LayoutError`` if something is missing, too much, or of another type.
    public func instruction(
        _ programID: PublicKey, accounts: KeyValuePairs<String, PublicKey> = [:],
        arguments: KeyValuePairs<String, ArgumentValue> = [:]
    ) throws(LayoutError) -> Instruction {
        try instruction(
            programID, accounts: accounts.map { ($0.key, $0.value) },
            arguments: arguments.map { NamedArgument($0.key, $0.value) })
    }

    package func instruction(
        _ programID: PublicKey, accounts: [(role: String, key: PublicKey)], arguments: [NamedArgument]
    ) throws(LayoutError) -> Instruction {
        guard parts.isBounded else { throw .nesting }
        var data = discriminator
        for field in fields {
            guard
                let argument = arguments.first(where: { $0.name == field.name }),
                field.type.write(argument.value, into: &data)
            else { throw .argument(field.name) }
        }
        if let unknown = arguments.first(where: { argument in !fields.contains { $0.name == argument.name } }) {
            throw .argument(unknown.name)
        }
        return Instruction(programID: programID, accounts: try metas(accounts, arguments, programID), data: data)
    }

    private func metas(
        _ accounts: [(role: String, key: PublicKey)], _ arguments: [NamedArgument], _ program: PublicKey
    ) throws(LayoutError) -> [AccountMeta] {
        var metas: [AccountMeta] = []
        var named = 0
        for role in self.accounts {
            let keys = accounts.lazy.filter { $0.role == role.name }.map(\.key)
            let count = keys.count
            switch role.presence {
            case .required, .authority:
                guard let key = count == 0 ? role.standard : keys.first, count <= 1 else { throw .account(role.name) }
                var cosigners: [PublicKey] = []
                if role.presence == .authority {
                    cosigners = accounts.filter { $0.role == Self.cosigner }.map(\.key)
                    guard cosigners.count <= Self.maximumSigners else { throw .account(Self.cosigner) }
                    named += cosigners.count
                }
                metas.append(
                    AccountMeta(key, isSigner: role.isSigner && cosigners.isEmpty, isWritable: role.isWritable))
                metas += cosigners.map { AccountMeta($0, isSigner: true) }
                named += count
                continue
            case .repeated: guard keys.allSatisfy({ $0 == metas.last?.key }) else { throw .account(role.name) }
            case .expected: guard count == 1 else { throw .account(role.name) }
            case .expectedOrProgram:
                guard count <= 1 else { throw .account(role.name) }
                if count == 0 { metas.append(AccountMeta(program)) }
            case .optional: guard count <= 1 else { throw .account(role.name) }
            case .rest(let bounds): guard bounds.contains(count) else { throw .account(role.name) }
            default:
                let wanted = role.presence.conditionalCount(arguments) ?? 0
                if count == 0, wanted == 1, let standard = role.standard {
                    metas.append(AccountMeta(standard, isSigner: role.isSigner, isWritable: role.isWritable))
                    continue
                }
                guard count == wanted else { throw .account(role.name) }
            }
            metas += keys.map { AccountMeta($0, isSigner: role.isSigner, isWritable: role.isWritable) }
            named += count
        }
        guard named == accounts.count else {
            let roles = Set(self.accounts.map(\.name))
            throw .account(accounts.first { !roles.contains($0.role) }?.role ?? Self.cosigner)
        }
        return metas
    }
}

extension InstructionLayout {
    /// The 8 bytes that identify an instruction of a program made with Anchor: the beginning of SHA-256 of `global:NAME`.
    ///
    /// - Parameter name: The instruction's name as the program spells it, `snake_case`.
    public static func anchorDiscriminator(_ name: String) -> [UInt8] {
        Array(SaltHash.sha256(Array("global:\(name)".utf8)).prefix(8))
    }
}

/// The reason accounts and arguments make no instruction of a layout.
public enum LayoutError: Error, Hashable, Sendable {
    /// The program has no instruction of this name.
    case instruction(String)
    /// The role is missing, has too many accounts, or isn't one of the instruction's.
    case account(String)
    /// The argument is missing, doesn't fit its type, or isn't one of the instruction's.
    case argument(String)
    /// The types of the arguments are nested more deeply than can be read.
    case nesting
}

extension LayoutError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .instruction(let name): "no instruction \(name)"
        case .account(let name): "account \(name) does not fit"
        case .argument(let name): "argument \(name) does not fit"
        case .nesting: "arguments nested too deeply"
        }
    }
}

/// The numbers that suffice to identify most instructions of a layout.
struct LayoutShape: BitwiseCopyable, Sendable {
    /// The layout's place in its set.
    let number: Int
    /// The least number of accounts.
    let accountCount: Int
    /// The number of bytes of data; -1 if it varies.
    private let dataCount: Int
    /// The discriminator's first 8 bytes as a little-endian number, and a mask of the bits that count.
    private let tag: UInt64
    private let mask: UInt64
    /// True if `mayBe` alone identifies this layout for data of `dataCount` bytes with `accountCount` accounts.
    let isDecisive: Bool

    init(_ parts: InstructionLayout.Parts, number: Int) {
        self.number = number
        accountCount = parts.required.count
        dataCount = parts.fixedCount ?? -1
        let bytes = parts.discriminator.prefix(8)
        tag = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        mask = bytes.reduce(0) { mask, _ in mask << 8 | 0xff }
        isDecisive =
            parts.isPlain && parts.restricted.isEmpty && parts.fixedCount != nil && parts.discriminator.count <= 8
    }

    /// True if an instruction with these first 8 bytes can be of this layout.
    @inline(__always)
    func mayBe(_ tag: UInt64, _ dataCount: Int, _ accountCount: Int) -> Bool {
        accountCount >= self.accountCount && (self.dataCount < 0 || dataCount == self.dataCount)
            && (tag ^ self.tag) & mask == 0
    }
}

extension ByteReader {
    /// The first 8 bytes of a range that was skipped before, as a little-endian number; missing bytes are zeros.
    @inline(__always)
    package func tag(of range: Range<Int>) -> UInt64 {
        if range.count >= 8 { return integer(at: range.lowerBound) }
        var (tag, shift): (UInt64, UInt64) = (0, 0)
        for offset in range {
            tag |= UInt64(byte(at: offset)) << shift
            shift += 8
        }
        return tag
    }
}
