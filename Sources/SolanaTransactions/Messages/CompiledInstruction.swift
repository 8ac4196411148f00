/// One call of a program, its accounts named by their place in the message.
///
/// In legacy and v0 messages:
///
/// ```
/// +---------------+----------------------+-----------------+----------------+----------+
/// | program (u8)  | count (compact-u16)  | accounts (u8s)  | count (c-u16)  | data     |
/// +---------------+----------------------+-----------------+----------------+----------+
/// ```
///
/// In v1 the fixed parts of all instructions come first, then accounts and data of each in turn:
///
/// ```
/// +---------------+------------------+------------------------------+
/// | program (u8)  | accounts (u8)    | data bytes (u16 LE)          |  once for each instruction
/// +---------------+------------------+------------------------------+
/// | accounts (u8s)| data             |                                 once for each instruction
/// +---------------+------------------+
/// ```
public struct CompiledInstruction: Hashable, Sendable {
    /// The place of the program's address: never 0, never in a lookup table.
    public let programIndex: UInt8

    /// The places of the accounts, in the order in which the program gets them.
    public let accountIndexes: ByteSlice

    /// What the program is told.
    public let data: ByteSlice

    public init(programIndex: UInt8, accountIndexes: ByteSlice, data: ByteSlice) {
        self.programIndex = programIndex
        self.accountIndexes = accountIndexes
        self.data = data
    }
}
