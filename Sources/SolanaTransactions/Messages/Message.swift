/// What a transaction's signers sign: accounts, a lifetime and instructions.
public enum Message: Hashable, Sendable {
    case legacy(LegacyMessage)
    case v0(MessageV0)
    case v1(MessageV1)

    /// Reads one message of any version, to its last byte.
    ///
    /// The array is kept as it is; nothing is copied.
    ///
    /// - Throws: `CodingError` with the first rule that the bytes break.
    public init(decoding bytes: [UInt8]) throws(CodingError) {
        self.init(try EncodedMessage(decoding: bytes))
    }

    /// Reads one message of any version, to its last byte.
    ///
    /// - Throws: `CodingError` with the first rule that the bytes break.
    public init(decoding bytes: some Collection<UInt8>) throws(CodingError) {
        try self.init(decoding: Array(bytes))
    }

    package init(_ encoding: EncodedMessage) {
        self =
            switch encoding.layout.version {
            case .legacy: .legacy(LegacyMessage(encoding))
            case .v0: .v0(MessageV0(encoding))
            case .v1: .v1(MessageV1(encoding))
            }
    }

    package var encoding: EncodedMessage {
        switch self {
        case .legacy(let message): message.encoding
        case .v0(let message): message.encoding
        case .v1(let message): message.encoding
        }
    }

    /// The bytes that are signed, in an array of their own.
    public func encoded() -> [UInt8] { Array(bytes) }

    /// The bytes that are signed, where they are.
    public var bytes: ByteSlice { encoding.bytes }

    /// Which format the message is in.
    public var version: MessageVersion { encoding.layout.version }

    /// How many of `accountKeys` sign, and how many are only read.
    public var header: MessageHeader { encoding.layout.header }

    /// The accounts that stand in the message itself; a lookup table's don't.
    public var accountKeys: [PublicKey] { encoding.accountKeys }

    /// The account that pays, which always signs and is always written.
    public var feePayer: PublicKey { encoding.feePayer }

    /// A recent block, or the value of a durable nonce.
    public var lifetimeToken: Blockhash { encoding.lifetimeToken }

    /// What is called, in order.
    public var instructions: [CompiledInstruction] { encoding.instructions }

    /// The tables from which a v0 message takes more accounts; other versions have none.
    public var addressTableLookups: [AddressTableLookup] { encoding.lookups }
}
