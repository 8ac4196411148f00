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
