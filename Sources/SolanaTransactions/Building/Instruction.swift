/// One call of a program, with its accounts by address. Transactions are built from these.
///
/// In a message an instruction's accounts are places in the message's list: ``CompiledInstruction``.
public struct Instruction: Hashable, Sendable {
    /// The address of the called program.
    public var programID: PublicKey

    /// The accounts in the order in which the program gets them.
    public var accounts: [AccountMeta]

    /// The call's data for the program.
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

    /// True if the account must sign.
    public var isSigner: Bool

    /// True if the instruction may change the account.
    public var isWritable: Bool

    public init(_ key: PublicKey, isSigner: Bool = false, isWritable: Bool = false) {
        self.key = key
        self.isSigner = isSigner
        self.isWritable = isWritable
    }
}

/// A lookup table as it is on the chain, for v0 transactions that take accounts from it.
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

/// Collects a transaction's instructions in source order.
///
/// It accepts instructions, arrays of them, conditions and loops. A function can return an array to supply several.
@resultBuilder
public enum InstructionsBuilder {
    /// An instruction.
    public static func buildExpression(_ instruction: Instruction) -> [Instruction] { [instruction] }

    /// Several instructions, such as a function's result.
    public static func buildExpression(_ instructions: [Instruction]) -> [Instruction] { instructions }

    /// An instruction, or none.
    public static func buildExpression(_ instruction: Instruction?) -> [Instruction] { instruction.map { [$0] } ?? [] }

    /// Everything in a pair of braces.
    public static func buildBlock(_ parts: [Instruction]...) -> [Instruction] { parts.flatMap(\.self) }

    /// The instructions of an `if` without an `else`.
    public static func buildOptional(_ part: [Instruction]?) -> [Instruction] { part ?? [] }

    /// The instructions of the first branch of an `if` with an `else`, or of a case of a `switch`.
    public static func buildEither(first part: [Instruction]) -> [Instruction] { part }

    /// The instructions of the `else`, or of another case.
    public static func buildEither(second part: [Instruction]) -> [Instruction] { part }

    /// The instructions of a loop.
    public static func buildArray(_ parts: [[Instruction]]) -> [Instruction] { parts.flatMap(\.self) }

    /// The instructions of an `if #available`.
    public static func buildLimitedAvailability(_ part: [Instruction]) -> [Instruction] { part }
}
