/// A message of the first format, without a version byte.
///
/// Its wire format is drawn at `MessageLayout`. Source: `solana-message`, `legacy.rs`.
public struct LegacyMessage: Hashable, Sendable {
    package let encoding: EncodedMessage

    package init(_ encoding: EncodedMessage) {
        self.encoding = encoding
    }

    /// Puts a message together.
    ///
    /// - Throws: `CodingError` where the runtime would refuse it, or its transaction would be above 1,232 bytes.
    public init(
        header: MessageHeader, accountKeys: [PublicKey], recentBlockhash: Blockhash, instructions: [CompiledInstruction]
    ) throws(CodingError) {
        encoding = try EncodedMessage(
            .legacy, header: header, accountKeys: accountKeys, lifetimeToken: recentBlockhash,
            instructions: instructions)
    }

    /// How many accounts sign, and how many are only read.
    public var header: MessageHeader { encoding.layout.header }

    /// Every account of the message.
    public var accountKeys: [PublicKey] { encoding.accountKeys }

    /// A recent block, or the value of a durable nonce.
    public var recentBlockhash: Blockhash { encoding.lifetimeToken }

    /// What is called, in order.
    public var instructions: [CompiledInstruction] { encoding.instructions }
}
