import CSodium

/// Authenticated encryption between two key pairs: X25519, XSalsa20 and Poly1305 (NaCl `box`).
public enum SaltBox {
    /// The length of a public key, a secret key and a shared key in bytes.
    public static let keyCount = 32
    /// How many bytes longer than its message a sealed one is.
    public static let overhead = 16

    /// A secret key with its public key.
    public struct KeyPair: ~Copyable, Sendable {
        /// 32 bytes.
        public let publicKey: [UInt8]
        /// 32 bytes.
        public let secretKey: SecretBytes

        /// Draws a key pair at random.
        public init() {
            Salt.start()
            var publicKey = [UInt8](repeating: 0, count: keyCount)
            secretKey = SecretBytes(count: keyCount) { secret in
                _ = crypto_box_keypair(&publicKey, secret.octets)
            }
            self.publicKey = publicKey
        }
    }

    /// The key that both sides compute; reckon it once for a conversation.
    ///
    /// - Throws: ``SaltError/wrongCount(expected:found:)``, ``SaltError/weakPublicKey``.
    public static func sharedKey(
        publicKey: [UInt8], secretKey: borrowing SecretBytes
    ) throws(SaltError) -> SecretBytes {
        Salt.start()
        try expect(keyCount, publicKey.count)
        try expect(keyCount, secretKey.count)
        return try SecretBytes(count: keyCount) { shared throws(SaltError) in
            let status = secretKey.withBytes { crypto_box_beforenm(shared.octets, publicKey, $0.octets) }
            guard status == 0 else { throw .weakPublicKey }
        }
    }

    /// Seals a message: its tag of 16 bytes, then as many bytes as it has.
    ///
    /// - Throws: ``SaltError/wrongCount(expected:found:)``.
    public static func seal(
        _ message: [UInt8], nonce: Nonce, sharedKey: borrowing SecretBytes
    ) throws(SaltError) -> [UInt8] {
        Salt.start()
        try expect(keyCount, sharedKey.count)
        var sealed = [UInt8](repeating: 0, count: message.count + overhead)
        _ = sharedKey.withBytes {
            crypto_box_easy_afternm(&sealed, message, UInt64(message.count), nonce.bytes, $0.octets)
        }
        return sealed
    }

    /// Opens what ``seal(_:nonce:sharedKey:)`` made.
    ///
    /// - Throws: ``SaltError/notAuthentic``, ``SaltError/wrongCount(expected:found:)``.
    public static func open(
        _ sealed: [UInt8], nonce: Nonce, sharedKey: borrowing SecretBytes
    ) throws(SaltError) -> [UInt8] {
        Salt.start()
        try expect(keyCount, sharedKey.count)
        guard sealed.count >= overhead else { throw .notAuthentic }
        var message = [UInt8](repeating: 0, count: sealed.count - overhead)
        let status = sharedKey.withBytes {
            crypto_box_open_easy_afternm(&message, sealed, UInt64(sealed.count), nonce.bytes, $0.octets)
        }
        guard status == 0 else { throw .notAuthentic }
        return message
    }
}
