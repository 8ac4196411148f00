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
