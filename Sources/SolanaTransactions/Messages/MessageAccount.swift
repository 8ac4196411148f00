/// One account of a message, with the rights that the message asks for it.
public struct MessageAccount: Hashable, Sendable {
    /// Where the account's address stands.
    public enum Source: Hashable, Sendable, BitwiseCopyable {
        /// In the message.
        case address(PublicKey)

        /// In an entry of an address lookup table on the chain: the message alone doesn't tell which account it is.
        case lookup(table: PublicKey, entry: UInt8)
    }

    /// Where the account's address stands.
    public let source: Source

    /// Whether the account must sign.
    public let isSigner: Bool

    /// Whether the message asks to write it. The runtime may still demote a program or a reserved account to reading.
    public let isWritable: Bool

    public init(source: Source, isSigner: Bool, isWritable: Bool) {
        self.source = source
        self.isSigner = isSigner
        self.isWritable = isWritable
    }
}

extension Message {
    /// Every account that an instruction can name, in the order of the indexes: the message's own, then the written
    /// entries of all lookup tables, then the read ones.
    public var accounts: [MessageAccount] { encoding.accounts }
}

extension AddressTableLookup {
    func account(_ entry: UInt8, isWritable: Bool) -> MessageAccount {
        MessageAccount(source: .lookup(table: table, entry: entry), isSigner: false, isWritable: isWritable)
    }
}
