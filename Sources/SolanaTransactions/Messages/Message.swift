/// The part of a transaction that its signers sign: accounts, a lifetime and instructions.
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

    /// The bytes that are signed, in place.
    public var bytes: ByteSlice { encoding.bytes }

    /// The format of the message.
    public var version: MessageVersion { encoding.layout.version }

    /// The numbers of signers and read-only accounts among `accountKeys`.
    public var header: MessageHeader { encoding.layout.header }

    /// The accounts in the message itself, without those of lookup tables.
    public var accountKeys: [PublicKey] { encoding.accountKeys }

    /// The account that pays the fee; it is always a signer and writable.
    public var feePayer: PublicKey { encoding.feePayer }

    /// The hash of a recent block, or the value of a durable nonce.
    public var lifetimeToken: Blockhash { encoding.lifetimeToken }

    /// The program calls, in order.
    public var instructions: [CompiledInstruction] { encoding.instructions }

    /// The tables from which a v0 message takes more accounts; other versions have none.
    public var addressTableLookups: [AddressTableLookup] { encoding.lookups }
}

/// A message of the first format, without a version byte.
///
/// Its wire format is drawn at `MessageLayout`. Source: `solana-message`, `legacy.rs`.
public struct LegacyMessage: Hashable, Sendable {
    package let encoding: EncodedMessage

    package init(_ encoding: EncodedMessage) {
        self.encoding = encoding
    }

    /// Creates a message from its parts.
    ///
    /// - Throws: `CodingError` if the runtime would refuse it, or its transaction would be above 1,232 bytes.
    public init(
        header: MessageHeader, accountKeys: [PublicKey], recentBlockhash: Blockhash, instructions: [CompiledInstruction]
    ) throws(CodingError) {
        encoding = try EncodedMessage(
            .legacy, header: header, accountKeys: accountKeys, lifetimeToken: recentBlockhash,
            instructions: instructions)
    }

    /// The numbers of signers and read-only accounts.
    public var header: MessageHeader { encoding.layout.header }

    /// Every account of the message.
    public var accountKeys: [PublicKey] { encoding.accountKeys }

    /// The hash of a recent block, or the value of a durable nonce.
    public var recentBlockhash: Blockhash { encoding.lifetimeToken }

    /// The program calls, in order.
    public var instructions: [CompiledInstruction] { encoding.instructions }
}

/// A message of version 0: the legacy format with address lookup tables.
///
/// Its wire format is drawn at `MessageLayout`. Source: `solana-message`, `v0`.
public struct MessageV0: Hashable, Sendable {
    package let encoding: EncodedMessage

    package init(_ encoding: EncodedMessage) {
        self.encoding = encoding
    }

    /// Creates a message from its parts.
    ///
    /// - Throws: `CodingError` if the runtime would refuse it, or its transaction would be above 1,232 bytes.
    public init(
        header: MessageHeader, accountKeys: [PublicKey], recentBlockhash: Blockhash,
        instructions: [CompiledInstruction], addressTableLookups: [AddressTableLookup]
    ) throws(CodingError) {
        encoding = try EncodedMessage(
            .v0, header: header, accountKeys: accountKeys, lifetimeToken: recentBlockhash, instructions: instructions,
            lookups: addressTableLookups)
    }

    /// The numbers of signers and read-only accounts among `accountKeys`.
    public var header: MessageHeader { encoding.layout.header }

    /// The accounts in the message itself.
    public var accountKeys: [PublicKey] { encoding.accountKeys }

    /// The hash of a recent block, or the value of a durable nonce.
    public var recentBlockhash: Blockhash { encoding.lifetimeToken }

    /// The program calls, in order.
    public var instructions: [CompiledInstruction] { encoding.instructions }

    /// The tables that supply more accounts. The writable entries of all tables follow `accountKeys`, then the read-only entries
    /// of all tables.
    public var addressTableLookups: [AddressTableLookup] { encoding.lookups }
}

/// A message of version 1 (SIMD-0385): up to 4,096 bytes, the compute budget inside, no lookup tables.
///
/// At most 64 accounts, 64 instructions and 12 signatures. Its wire format is drawn at `MessageLayout`.
public struct MessageV1: Hashable, Sendable {
    package let encoding: EncodedMessage

    package init(_ encoding: EncodedMessage) {
        self.encoding = encoding
    }

    /// Creates a message from its parts.
    ///
    /// - Throws: `CodingError` if the runtime would refuse it, or its transaction would be above 4,096 bytes.
    public init(
        header: MessageHeader, configuration: TransactionConfiguration, lifetimeSpecifier: Blockhash,
        accountKeys: [PublicKey], instructions: [CompiledInstruction]
    ) throws(CodingError) {
        encoding = try EncodedMessage(
            .v1, header: header, accountKeys: accountKeys, lifetimeToken: lifetimeSpecifier,
            configuration: configuration, instructions: instructions)
    }

    /// The numbers of signers and read-only accounts.
    public var header: MessageHeader { encoding.layout.header }

    /// The message's requests to the compute budget.
    public var configuration: TransactionConfiguration { encoding.configuration }

    /// The hash of a recent block, or the value of a durable nonce.
    public var lifetimeSpecifier: Blockhash { encoding.lifetimeToken }

    /// Every account of the message.
    public var accountKeys: [PublicKey] { encoding.accountKeys }

    /// The program calls, in order.
    public var instructions: [CompiledInstruction] { encoding.instructions }
}

/// The formats of a message and its transaction.
public enum MessageVersion: Sendable, CaseIterable {
    /// The first format, without a version byte.
    case legacy

    /// Version byte `0x80`: legacy with address lookup tables.
    case v0

    /// Version byte `0x81`, SIMD-0385: no lookup tables, the compute budget in the message, signatures at the end.
    case v1

    /// The most bytes that a whole transaction may have: 1,232, and 4,096 for version 1.
    public var maximumTransactionCount: Int {
        switch self {
        case .legacy, .v0: 1_232
        case .v1: 4_096
        }
    }

    /// The byte before the message's header, which legacy messages don't have.
    package var prefix: UInt8? {
        switch self {
        case .legacy: nil
        case .v0: 0x80
        case .v1: 0x81
        }
    }
}

extension MessageVersion: CustomStringConvertible {
    /// `legacy`, `0` or `1`.
    public var description: String {
        switch self {
        case .legacy: "legacy"
        case .v0: "0"
        case .v1: "1"
        }
    }
}

/// The numbers of a message's signers and read-only accounts.
///
/// The accounts form four groups: writable signers, read-only signers, other writable accounts, and other read-only accounts. The
/// header's three bytes tell the ends of the groups.
public struct MessageHeader: Hashable, Sendable {
    /// The number of accounts that must sign; they come first.
    public let requiredSignatures: UInt8

    /// The number of read-only signers; they are the last of the signers.
    public let readonlySigned: UInt8

    /// The number of read-only accounts that don't sign; they are the last of all.
    public let readonlyUnsigned: UInt8

    public init(requiredSignatures: UInt8, readonlySigned: UInt8, readonlyUnsigned: UInt8) {
        self.requiredSignatures = requiredSignatures
        self.readonlySigned = readonlySigned
        self.readonlyUnsigned = readonlyUnsigned
    }
}
