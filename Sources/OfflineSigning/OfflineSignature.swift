import Salt
public import SolanaTransactions

/// The signatures that a machine without network gave for a request, and nothing of the request but its message's hash.
///
/// ```
/// offset  bytes
///      0      4  "SKSG"
///      4      1  version: 1
///      5     32  SHA-256 of the message
///     37      1  s, 1 to 64
///     38   96 s  each: 32 address, 64 signature
///     ..     32  SHA-256 of all bytes before
/// ```
public struct OfflineSignature: Hashable, Sendable {
    /// One signer's signature.
    public struct Entry: Hashable, Sendable {
        public let signer: PublicKey
        public let signature: Signature

        public init(signer: PublicKey, signature: Signature) {
            self.signer = signer
            self.signature = signature
        }
    }

    /// The SHA-256 hash of the message.
    public let hash: [UInt8]
    public let entries: [Entry]

    static let magic = Array("SKSG".utf8)
    /// The most bytes of such a file.
    public static let maximumCount = 38 + 96 * OfflineRequest.maximumSigners + OfflineBytes.checksumCount

    /// Joins a message's hash and the signatures; at most 64.
    public init(of message: [UInt8], _ entries: [Entry]) {
        hash = Self.hash(of: message)
        self.entries = Array(entries.prefix(OfflineRequest.maximumSigners))
    }

    /// Returns the hash by which a message is named here.
    public static func hash(of message: [UInt8]) -> [UInt8] { SaltHash.sha256(message) }

    /// Reads signatures to their last byte.
    ///
    /// - Throws: ``OfflineFault`` with the first rule that the bytes break.
    public init(decoding bytes: [UInt8]) throws(OfflineFault) {
        var fields = try OfflineBytes(bytes, magic: Self.magic, maximum: Self.maximumCount)
        hash = Array(try fields.take(SaltHash.SHA256.count))
        let place = fields.offset
        let count = Int(try fields.byte())
        guard (1...OfflineRequest.maximumSigners).contains(count) else { throw OfflineFault(.signers, at: place) }
        var entries: [Entry] = []
        for _ in 0..<count {
            let place = fields.offset
            let entry = Entry(signer: try fields.fixed(), signature: try fields.fixed())
            guard !entries.contains(where: { $0.signer == entry.signer }) else {
                throw OfflineFault(.signers, at: place)
            }
            entries.append(entry)
        }
        self.entries = entries
        try fields.expectEnd()
    }

    /// The bytes of the file.
    public var encoded: [UInt8] {
        var bytes = Self.magic + [1] + hash + [UInt8(clamping: entries.count)]
        for entry in entries { bytes += entry.signer.bytes + entry.signature.bytes }
        return bytes.withChecksum
    }

    /// Returns the transaction with these signatures in their places.
    ///
    /// - Returns: nil if they are of another message, by an account that doesn't sign it, or not the signature of these bytes by that account.
    public func signing(_ transaction: Transaction) -> Transaction? {
        let message = transaction.messageBytes
        guard hash == Self.hash(of: message) else { return nil }
        var signed = transaction
        for entry in entries {
            guard SaltSign.verify(entry.signature.bytes, of: message, publicKey: entry.signer.bytes),
                let placed = try? signed.placing(entry.signature, for: entry.signer)
            else { return nil }
            signed = placed
        }
        return signed
    }
}
