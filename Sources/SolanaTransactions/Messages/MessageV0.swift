/// A message of version 0: the legacy format with address lookup tables.
///
/// Its wire format is drawn at `MessageLayout`. Source: `solana-message`, `v0`.
public struct MessageV0: Hashable, Sendable {
    package let encoding: EncodedMessage

    package init(_ encoding: EncodedMessage) {
        self.encoding = encoding
    }

    /// Puts a message together.
    ///
    /// - Throws: `CodingError` where the runtime would refuse it, or its transaction would be above 1,232 bytes.
    public init(
        header: MessageHeader, accountKeys: [PublicKey], recentBlockhash: Blockhash,
        instructions: [CompiledInstruction], addressTableLookups: [AddressTableLookup]
    ) throws(CodingError) {
        encoding = try EncodedMessage(
            .v0, header: header, accountKeys: accountKeys, lifetimeToken: recentBlockhash, instructions: instructions,
            lookups: addressTableLookups)
    }

    /// How many of `accountKeys` sign, and how many of them are only read.
    public var header: MessageHeader { encoding.layout.header }

    /// The accounts that stand in the message itself.
    public var accountKeys: [PublicKey] { encoding.accountKeys }

    /// A recent block, or the value of a durable nonce.
    public var recentBlockhash: Blockhash { encoding.lifetimeToken }

    /// What is called, in order.
    public var instructions: [CompiledInstruction] { encoding.instructions }

    /// The tables from which more accounts are taken. Behind `accountKeys` come the written entries of all tables and
    /// then the read entries of all tables.
    public var addressTableLookups: [AddressTableLookup] { encoding.lookups }
}
