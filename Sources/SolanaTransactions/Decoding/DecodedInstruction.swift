/// An instruction of a known program, understood to its last byte and account.
public struct DecodedInstruction: Hashable, Sendable {
    /// An account with its part in the instruction.
    public struct Account: Hashable, Sendable {
        public let role: String
        public let account: MessageAccount

        public init(role: String, account: MessageAccount) {
            self.role = role
            self.account = account
        }
    }

    /// The program's address.
    public let program: PublicKey
    public let programName: String

    /// The instruction's name in the program's interface.
    public let name: String

    /// The instruction's number among those of the catalogue that it was read by.
    package let number: Int?

    // Side by side instead of pairs: what every instruction of a layout shares isn't copied for each.
    let roles: [String]
    /// Every account, in the order in which the program gets them.
    package let sources: [MessageAccount]
    /// The places where the program's own address stands for an optional account that is left out.
    package let absent: [Int]
    package let fields: [Field]
    package let values: [ArgumentValue]

    /// The accounts in the order in which the program gets them, without the program's own address where it stands for none.
    public var accounts: [Account] {
        guard !absent.isEmpty else { return zip(roles, sources).map { Account(role: $0, account: $1) } }
        return roles.indices.filter { !absent.contains($0) }.map { Account(role: roles[$0], account: sources[$0]) }
    }

    /// The arguments in the order of the data.
    public var arguments: [NamedArgument] { zip(fields, values).map { NamedArgument($0.name, $1) } }

    /// The first account with this role.
    public func account(_ role: String) -> MessageAccount? {
        roles.indices.first { roles[$0] == role && !absent.contains($0) }.map { sources[$0] }
    }

    /// The address of the first account with this role; nil if the account is in a lookup table.
    public func key(_ role: String) -> PublicKey? {
        guard case .address(let key) = account(role)?.source else { return nil }
        return key
    }

    /// The argument of this name.
    public subscript(name: String) -> ArgumentValue? {
        fields.firstIndex { $0.name == name }.map { values[$0] }
    }

    /// The argument of this name if it is an unsigned integer.
    public func unsigned(_ name: String) -> UInt64? {
        guard case .unsigned(let value) = self[name] else { return nil }
        return value
    }
}
