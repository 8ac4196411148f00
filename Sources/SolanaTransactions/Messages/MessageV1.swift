/// A message of version 1 (SIMD-0385): up to 4,096 bytes, the compute budget inside, no lookup tables.
///
/// At most 64 accounts, 64 instructions and 12 signatures. Its wire format is drawn at `MessageLayout`.
public struct MessageV1: Hashable, Sendable {
    package let encoding: EncodedMessage

    package init(_ encoding: EncodedMessage) {
        self.encoding = encoding
    }

    /// Puts a message together.
    ///
    /// - Throws: `CodingError` where the runtime would refuse it, or its transaction would be above 4,096 bytes.
    public init(
        header: MessageHeader, configuration: TransactionConfiguration, lifetimeSpecifier: Blockhash,
        accountKeys: [PublicKey], instructions: [CompiledInstruction]
    ) throws(CodingError) {
        encoding = try EncodedMessage(
            .v1, header: header, accountKeys: accountKeys, lifetimeToken: lifetimeSpecifier,
            configuration: configuration, instructions: instructions)
    }

    /// How many accounts sign, and how many are only read.
    public var header: MessageHeader { encoding.layout.header }

    /// What is asked of the compute budget.
    public var configuration: TransactionConfiguration { encoding.configuration }

    /// A recent block, or the value of a durable nonce.
    public var lifetimeSpecifier: Blockhash { encoding.lifetimeToken }

    /// Every account of the message.
    public var accountKeys: [PublicKey] { encoding.accountKeys }

    /// What is called, in order.
    public var instructions: [CompiledInstruction] { encoding.instructions }
}
