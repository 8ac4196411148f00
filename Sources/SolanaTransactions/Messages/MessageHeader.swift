/// How many of a message's accounts sign and how many are only read.
///
/// Accounts stand in four groups: signers that are written, signers that are read, others that are written, others
/// that are read. The header's three bytes say where the groups end.
public struct MessageHeader: Hashable, Sendable {
    /// The number of accounts that must sign; they come first.
    public let requiredSignatures: UInt8

    /// How many of the signers are only read; they are the last of them.
    public let readonlySigned: UInt8

    /// How many of the accounts that don't sign are only read; they are the last of all.
    public let readonlyUnsigned: UInt8

    public init(requiredSignatures: UInt8, readonlySigned: UInt8, readonlyUnsigned: UInt8) {
        self.requiredSignatures = requiredSignatures
        self.readonlySigned = readonlySigned
        self.readonlyUnsigned = readonlyUnsigned
    }
}
