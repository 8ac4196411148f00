import CSodium

/// Ed25519 signatures (RFC 8032).
///
/// Verification refuses public keys of small order and second spellings of a signature (S not reduced).
public enum SaltSign {
    /// The length of a seed in bytes.
    public static let seedCount = 32
    /// The length of a public key in bytes.
    public static let publicKeyCount = 32
    /// The length of a secret key in bytes: the seed, then the public key.
    public static let secretKeyCount = 64
    /// The length of a signature in bytes.
    public static let signatureCount = 64

    /// A secret key with its public key.
    public struct KeyPair: ~Copyable, Sendable {
        /// 32 bytes.
        public let publicKey: [UInt8]
        /// 64 bytes: the seed, then the public key.
        public let secretKey: SecretBytes

        /// Makes the key pair of a 32-byte seed.
        ///
        /// - Throws: ``SaltError/wrongCount(expected:found:)``.
        public init(seed: borrowing SecretBytes) throws(SaltError) {
            Salt.start()
            try expect(seedCount, seed.count)
            var publicKey = [UInt8](repeating: 0, count: publicKeyCount)
            secretKey = SecretBytes(count: secretKeyCount) { secret in
                _ = seed.withBytes { crypto_sign_seed_keypair(&publicKey, secret.octets, $0.octets) }
            }
            self.publicKey = publicKey
        }
    }

    /// Signs a message of any length; the key's page is open only while it signs.
    ///
    /// - Returns: 64 bytes.
    /// - Throws: ``SaltError/wrongCount(expected:found:)``.
    public static func sign(_ message: [UInt8], secretKey: borrowing SecretBytes) throws(SaltError) -> [UInt8] {
        try sign(each: [message], secretKey: secretKey)[0]
    }

    /// Signs each of the messages; the key's page is opened once for all of them, and closed after the last.
    ///
    /// Opening and closing a page costs as much as a tenth of a signature.
    ///
    /// - Returns: 64 bytes for each message, in their order.
    /// - Throws: ``SaltError/wrongCount(expected:found:)``.
    public static func sign(each messages: [[UInt8]], secretKey: borrowing SecretBytes) throws(SaltError) -> [[UInt8]] {
        Salt.start()
        try expect(secretKeyCount, secretKey.count)
        var signatures = messages.map { _ in [UInt8](repeating: 0, count: signatureCount) }
        secretKey.withBytes { key in
            for (place, message) in messages.enumerated() {
                _ = crypto_sign_detached(&signatures[place], nil, message, UInt64(message.count), key.octets)
            }
        }
        return signatures
    }

    /// Returns true if the signature over the message is the key's; false for wrong lengths.
    public static func verify(_ signature: [UInt8], of message: [UInt8], publicKey: [UInt8]) -> Bool {
        Salt.start()
        guard signature.count == signatureCount, publicKey.count == publicKeyCount else { return false }
        return crypto_sign_verify_detached(signature, message, UInt64(message.count), publicKey) == 0
    }
}

/// X25519 (RFC 7748).
public enum SaltScalarMult {
    /// The length of a scalar and of a point in bytes.
    public static let count = 32

    /// Returns the public key of a secret scalar.
    ///
    /// - Returns: 32 bytes.
    /// - Throws: ``SaltError/wrongCount(expected:found:)``.
    public static func base(scalar: borrowing SecretBytes) throws(SaltError) -> [UInt8] {
        Salt.start()
        try expect(count, scalar.count)
        var point = [UInt8](repeating: 0, count: count)
        _ = scalar.withBytes { crypto_scalarmult_base(&point, $0.octets) }
        return point
    }

    /// Returns the point times the scalar: 32 bytes that have to pass through a key derivation before use.
    ///
    /// - Throws: ``SaltError/weakPublicKey`` if the product is zero, ``SaltError/wrongCount(expected:found:)``.
    public static func multiply(scalar: borrowing SecretBytes, point: [UInt8]) throws(SaltError) -> SecretBytes {
        Salt.start()
        try expect(count, scalar.count)
        try expect(count, point.count)
        return try SecretBytes(count: count) { product throws(SaltError) in
            let status = scalar.withBytes { crypto_scalarmult(product.octets, $0.octets, point) }
            guard status == 0 else { throw .weakPublicKey }
        }
    }
}
