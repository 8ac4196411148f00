/// What an account is to an instruction, and the rights that it needs.
public struct AccountRole: Hashable, Sendable {
    /// How many accounts take this role.
    public enum Presence: Hashable, Sendable {
        /// One.
        case required
        /// One or none; the last roles are left out first.
        case optional
        /// All that other roles leave, within these bounds.
        case rest(ClosedRange<Int>)
        /// All that other roles leave, each of them the account before it once more.
        case repeated
        /// As many as an argument of this name says.
        case counted(by: String)
        /// One who signs, or a multisignature account that doesn't, followed by 1 to 11 accounts that sign for it and by no others.
        case authority
        /// One where the argument of this name is 0, else none.
        case whenZero(String)
        /// One where one of these arguments isn't 0, else none.
        case whenAnyNonzero([String])
    }

    /// What the account is called in the program's interface.
    public let name: String
    public let isSigner: Bool
    public let isWritable: Bool
    public let presence: Presence

    /// Who takes the role where nobody is named for it: a sysvar, the System program. The called program checks it.
    public let standard: PublicKey?

    /// The only accounts with which an instruction is known. Empty where any will do.
    ///
    /// For programs that the called program calls without a look: a name for the instruction must not vouch for a stranger. One in a lookup table may stand
    /// there until the table is read; a message with tables is never understood whole.
    public let allowed: [PublicKey]

    public init(
        _ name: String, isSigner: Bool = false, isWritable: Bool = false, presence: Presence = .required,
        standard: PublicKey? = nil, allowed: [PublicKey] = []
    ) {
        self.name = name
        self.isSigner = isSigner
        self.isWritable = isWritable
        self.presence = presence
        self.standard = standard
        self.allowed = allowed
    }

    /// One that is only read.
    public static func readonly(_ name: String) -> AccountRole { AccountRole(name) }

    /// One that is written.
    public static func writable(_ name: String) -> AccountRole { AccountRole(name, isWritable: true) }

    /// One that signs and is only read.
    public static func signer(_ name: String) -> AccountRole { AccountRole(name, isSigner: true) }

    /// One that signs and is written.
    public static func writableSigner(_ name: String) -> AccountRole {
        AccountRole(name, isSigner: true, isWritable: true)
    }

    /// One that signs, or a multisignature account with its signers behind it.
    public static func authority(_ name: String) -> AccountRole {
        AccountRole(name, isSigner: true, presence: .authority)
    }

    /// All that other roles leave: the program doesn't look at them, and calls no other with them.
    public static let unused = AccountRole("unused").rest

    /// One that is always the same.
    public static func standard(_ name: String, _ key: PublicKey) -> AccountRole { AccountRole(name, standard: key) }

    /// The same role, which may be left out.
    public var optional: AccountRole { with(.optional) }

    /// The same role for all accounts that other roles leave.
    public var rest: AccountRole { with(.rest(0 ... .max)) }

    /// The same role for another number of accounts.
    public func with(_ presence: Presence) -> AccountRole {
        AccountRole(
            name, isSigner: isSigner, isWritable: isWritable, presence: presence, standard: standard, allowed: allowed)
    }
}
