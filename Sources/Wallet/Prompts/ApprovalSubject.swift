import Salt

/// The one request that a device's proof is for, with the review that its user was shown.
///
/// The device signs a challenge that is the SHA-256 hash of
///
/// ```
/// "sidekey-approval-v1"
/// field: length (u32, little endian) | bytes
/// fields: request id, digest, review hash, 32 random bytes
/// ```
///
/// So an answer that was recorded, or given for another request, another review or an unlock, verifies for this one no more than a random one. It
/// doesn't prove that its user knew what they touched for: the device has no display.
package struct ApprovalSubject: Sendable, Hashable {
    private static let domain = Array("sidekey-approval-v1".utf8)

    package let id: String
    /// 64 hexadecimal digits.
    package let digest: String
    /// The hash of the review.
    package let review: String

    package init(id: String, digest: String, review: String) {
        self.id = id
        self.digest = digest
        self.review = review
    }

    /// A challenge for one use of a device: 32 bytes, another one each time.
    func challenge() -> [UInt8] { challenge(salt: Salt.randomBytes(count: 32)) }

    package func challenge(salt: [UInt8]) -> [UInt8] {
        let fields = [Array(id.utf8), Array(digest.utf8), Array(review.utf8), salt]
        let encoding = fields.reduce(into: Self.domain) { encoding, field in
            withUnsafeBytes(of: UInt32(clamping: field.count).littleEndian) { encoding.append(contentsOf: $0) }
            encoding += field
        }
        return SaltHash.sha256(encoding)
    }
}
