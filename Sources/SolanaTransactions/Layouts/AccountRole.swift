/// The part of an account in an instruction, and the rights that it needs.
public struct AccountRole: Hashable, Sendable {
    /// The number of accounts that take this role.
    public enum Presence: Hashable, Sendable {
        /// One.
        case required
        /// One or none; of several, the last are left out first.
        case optional
        /// All accounts that other roles leave, within these bounds.
        case rest(ClosedRange<Int>)
        /// All accounts that other roles leave; each repeats the account before it.
        case repeated
        /// The number in the argument of this name.
        case counted(by: String)
        /// One account that signs; or a multisignature account that doesn't, followed only by 1 to 11 accounts that sign for it.
        case authority
        /// One if the argument of this name is 0, otherwise none.
        case whenZero(String)
        /// One if any of these arguments isn't 0, otherwise none.
        case whenAnyNonzero([String])
        /// One; it is read as missing from an instruction that has fewer accounts. For programs whose source isn't known to count them.
        case expected
        /// The same, where the program's own address in its place stands for none, as in Anchor.
        case expectedOrProgram
    }

    /// The account's name in the program's interface.
    public let name: String
    public let isSigner: Bool
    public let isWritable: Bool
    public let presence: Presence

    /// The account that takes the role by default: a sysvar, the System program. The called program checks it.
    public let standard: PublicKey?

    /// The only accounts with which an instruction is known. Empty if any account may take the role.
    ///
    /// It is for programs that the called program calls unchecked: an instruction's name must not vouch for an unknown program.
    /// An account in a lookup table is allowed until the table is read; a message with tables is never understood whole.
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

    /// A read-only account.
    public static func readonly(_ name: String) -> AccountRole { AccountRole(name) }

    /// A writable account.
    public static func writable(_ name: String) -> AccountRole { AccountRole(name, isWritable: true) }

    /// A read-only account that signs.
    public static func signer(_ name: String) -> AccountRole { AccountRole(name, isSigner: true) }

    /// A writable account that signs.
    public static func writableSigner(_ name: String) -> AccountRole {
        AccountRole(name, isSigner: true, isWritable: true)
    }

    /// An account that signs, or a multisignature account followed by its signers.
    public static func authority(_ name: String) -> AccountRole {
        AccountRole(name, isSigner: true, presence: .authority)
    }

    /// All accounts that other roles leave: the program ignores them and passes them to no other program.
    public static let unused = AccountRole("unused").rest

    /// An account that is always the same.
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
