/// One account of a message, with the rights that the message requests for it.
public struct MessageAccount: Hashable, Sendable {
    /// The source of an account's address.
    public enum Source: Hashable, Sendable, BitwiseCopyable {
        /// In the message.
        case address(PublicKey)

        /// In an entry of an address lookup table on the chain: the message alone doesn't tell which account it is.
        case lookup(table: PublicKey, entry: UInt8)
    }

    /// The source of the account's address.
    public let source: Source

    /// True if the account must sign.
    public let isSigner: Bool

    /// True if the message asks to write the account. The runtime may still demote a program or a reserved account to read-only.
    public let isWritable: Bool

    public init(source: Source, isSigner: Bool, isWritable: Bool) {
        self.source = source
        self.isSigner = isSigner
        self.isWritable = isWritable
    }
}

extension Message {
    /// Every account that an instruction can name, in the order of the indexes: the message's own, then the writable entries of
    /// all lookup tables, then the read-only ones.
    public var accounts: [MessageAccount] { encoding.accounts }
}

extension AddressTableLookup {
    func account(_ entry: UInt8, isWritable: Bool) -> MessageAccount {
        MessageAccount(source: .lookup(table: table, entry: entry), isSigner: false, isWritable: isWritable)
    }
}

/// Accounts that a v0 message takes from a table on the chain; the message contains only their numbers.
///
/// ```
/// +---------------------+---------------+----------+---------------+----------+
/// | table's address 32  | count (c-u16) | writable | count (c-u16) | readonly |
/// +---------------------+---------------+----------+---------------+----------+
/// ```
public struct AddressTableLookup: Hashable, Sendable {
    /// The address of the table.
    public let table: PublicKey

    /// The writable entries of the table.
    public let writableIndexes: ByteSlice

    /// The read-only entries of the table.
    public let readonlyIndexes: ByteSlice

    public init(table: PublicKey, writableIndexes: ByteSlice, readonlyIndexes: ByteSlice) {
        self.table = table
        self.writableIndexes = writableIndexes
        self.readonlyIndexes = readonlyIndexes
    }
}

/// One call of a program, which names its accounts by their places in the message.
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

    /// The call's data for the program.
    public let data: ByteSlice

    public init(programIndex: UInt8, accountIndexes: ByteSlice, data: ByteSlice) {
        self.programIndex = programIndex
        self.accountIndexes = accountIndexes
        self.data = data
    }
}

/// A signature was offered for an account that isn't among a transaction's required signers.
public struct NotASignerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The account without a slot.
    public let account: PublicKey

    public init(account: PublicKey) {
        self.account = account
    }

    /// A short sentence.
    public var description: String {
        "not a required signer"
    }
}
