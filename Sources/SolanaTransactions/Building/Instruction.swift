/// One call of a program, with its accounts by address: what a transaction is built of.
///
/// In a message an instruction's accounts are places in the message's list: ``CompiledInstruction``.
public struct Instruction: Hashable, Sendable {
    /// The address of the program that is called.
    public var programID: PublicKey

    /// The accounts in the order in which the program gets them.
    public var accounts: [AccountMeta]

    /// What the program is told.
    public var data: [UInt8]

    public init(programID: PublicKey, accounts: [AccountMeta], data: [UInt8]) {
        self.programID = programID
        self.accounts = accounts
        self.data = data
    }
}

/// An account that an instruction names, with the rights that it asks for.
public struct AccountMeta: Hashable, Sendable {
    /// The account's address.
    public var key: PublicKey

    /// Whether the account must sign.
    public var isSigner: Bool

    /// Whether the instruction may change the account.
    public var isWritable: Bool

    public init(_ key: PublicKey, isSigner: Bool = false, isWritable: Bool = false) {
        self.key = key
        self.isSigner = isSigner
        self.isWritable = isWritable
    }
}

/// A lookup table as it stands on the chain, for v0 transactions that take accounts out of it.
///
/// In a message the accounts are entries' numbers: ``AddressTableLookup``.
public struct AddressLookupTable: Hashable, Sendable {
    /// The address of the table.
    public var key: PublicKey

    /// The table's entries; the first 256 can be used.
    public var addresses: [PublicKey]

    public init(key: PublicKey, addresses: [PublicKey]) {
        self.key = key
        self.addresses = addresses
    }
}

/// Gathers a transaction's instructions in the order in which they are written down.
///
/// Instructions, arrays of them, conditions and loops may stand in it. An array is also how a function gives several.
@resultBuilder
public enum InstructionsBuilder {
    /// An instruction.
    public static func buildExpression(_ instruction: Instruction) -> [Instruction] { [instruction] }

    /// Instructions, such as a function gives.
    public static func buildExpression(_ instructions: [Instruction]) -> [Instruction] { instructions }

    /// An instruction, or none.
    public static func buildExpression(_ instruction: Instruction?) -> [Instruction] { instruction.map { [$0] } ?? [] }

    /// Everything in a pair of braces.
    public static func buildBlock(_ parts: [Instruction]...) -> [Instruction] { parts.flatMap(\.self) }

    /// What stands under an `if` without an `else`.
    public static func buildOptional(_ part: [Instruction]?) -> [Instruction] { part ?? [] }

    /// What stands under the `if` of an `if` and `else`, or a case of a `switch`.
    public static func buildEither(first part: [Instruction]) -> [Instruction] { part }

    /// What stands under the `else`, or another case.
    public static func buildEither(second part: [Instruction]) -> [Instruction] { part }

    /// What a loop gathers.
    public static func buildArray(_ parts: [[Instruction]]) -> [Instruction] { parts.flatMap(\.self) }

    /// What stands under an `if #available`.
    public static func buildLimitedAvailability(_ part: [Instruction]) -> [Instruction] { part }
}
