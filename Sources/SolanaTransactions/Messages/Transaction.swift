/// A message and a signature, or an empty slot, for each of its signers.
///
/// Legacy and v0:
///
/// ```
/// +--------------+--------------------+---------+
/// | count (c-u16)| signatures 64 each | message |
/// +--------------+--------------------+---------+
/// ```
///
/// v1:
///
/// ```
/// +---------+--------------------+
/// | message | signatures 64 each |   as many as the message's header requires
/// +---------+--------------------+
/// ```
///
/// The first byte tells them apart: a count of signatures is below 128, a v1 message begins with 129.
public struct Transaction: Sendable {
    private let bytes: [UInt8]
    private let layout: MessageLayout

    /// The offset of the first signature.
    private let signaturesOffset: Int

    /// Reads one transaction of any version, to its last byte.
    ///
    /// The array is kept as it is; nothing is copied.
    ///
    /// - Throws: `CodingError` with the first rule that the bytes break.
    public init(decoding bytes: [UInt8]) throws(CodingError) {
        (layout, signaturesOffset) = try bytes.withUnsafeBufferPointer { buffer throws(CodingError) in
            try MessageLayout.inTransaction(UnsafeRawBufferPointer(buffer))
        }
        try layout.checkSize()
        self.bytes = bytes
    }

    /// Reads one transaction of any version, to its last byte.
    ///
    /// - Throws: `CodingError` with the first rule that the bytes break.
    public init(decoding bytes: some Collection<UInt8>) throws(CodingError) {
        try self.init(decoding: Array(bytes))
    }

    /// Creates a transaction from a message and the signatures of its signers, in their order.
    ///
    /// - Throws: `.signatureCount` if there are more or fewer signatures than the message requires.
    public init(message: Message, signatures: [Signature]) throws(CodingError) {
        let encoding = message.encoding
        guard signatures.count == Int(encoding.layout.header.requiredSignatures) else {
            throw CodingError(.signatureCount, at: 0)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(encoding.layout.transactionCount)
        if encoding.layout.version == .v1 {
            bytes.append(contentsOf: encoding.bytes)
        } else {
            try bytes.append(compact: signatures.count)
        }
        for signature in signatures {
            bytes.append(signature)
        }
        if encoding.layout.version != .v1 {
            bytes.append(contentsOf: encoding.bytes)
        }
        try self.init(decoding: bytes)
    }

    /// An unsigned transaction of any size around a message that is never sent as it stands: a program keeps it, and carries it out itself.
    ///
    /// - Throws: `CodingError` with the first rule that the message breaks.
    package init(keeping message: EncodedMessage) throws(CodingError) {
        var bytes: [UInt8] = []
        let count = Int(message.layout.header.requiredSignatures)
        try bytes.append(compact: count)
        bytes += [UInt8](repeating: 0, count: count * Signature.count)
        bytes += message.bytes
        (layout, signaturesOffset) = try bytes.withUnsafeBufferPointer { buffer throws(CodingError) in
            try MessageLayout.inTransaction(UnsafeRawBufferPointer(buffer))
        }
        self.bytes = bytes
    }

    private init(_ bytes: [UInt8], like other: Transaction) {
        self.bytes = bytes
        layout = other.layout
        signaturesOffset = other.signaturesOffset
    }

    /// The message that the signers sign.
    public var message: Message { Message(encoding) }

    package var encoding: EncodedMessage { EncodedMessage(bytes, layout) }

    /// The exact bytes that are signed: the message, never the whole transaction.
    public var messageBytes: [UInt8] {
        Array(bytes[layout.range])
    }

    /// The whole transaction in its wire format.
    public func encoded() -> [UInt8] { bytes }

    /// The accounts that must sign, in the order of their signatures. The first one pays the fee.
    public var requiredSigners: [PublicKey] {
        EncodedMessage(bytes, layout).requiredSigners
    }

    /// The signatures in the order of the signers; a slot of zeros isn't signed yet.
    public var signatures: [Signature] {
        bytes.withUnsafeBufferPointer { buffer in
            let reader = ByteReader(UnsafeRawBufferPointer(buffer))
            return (0..<Int(layout.header.requiredSignatures)).map { index in
                reader.fixed(at: signaturesOffset + index * Signature.count)
            }
        }
    }

    /// The same transaction with `signature` in the slot of `signer`. Every other byte stays the same.
    ///
    /// It does not verify the signature; the signer does that.
    ///
    /// - Throws: `NotASignerError` if the message doesn't require that account to sign.
    public func placing(_ signature: Signature, for signer: PublicKey) throws(NotASignerError) -> Transaction {
        guard let index = requiredSigners.firstIndex(of: signer) else {
            throw NotASignerError(account: signer)
        }
        var copy = bytes
        let slot = signaturesOffset + index * Signature.count
        copy.replaceSubrange(slot..<slot + Signature.count, with: signature.bytes)
        return Transaction(copy, like: self)
    }
}

extension Transaction: Hashable {
    public static func == (left: Transaction, right: Transaction) -> Bool {
        left.bytes == right.bytes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}
