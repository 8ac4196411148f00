import CSodium

/// Authenticated encryption under one key: XSalsa20 and Poly1305 (NaCl `secretbox`).
public enum SaltSecretBox {
    /// The length of a key in bytes.
    public static let keyCount = 32
    /// The number of bytes by which a sealed message is longer than its message.
    public static let overhead = 16

    /// Seals a message: a tag of 16 bytes, then as many bytes as the message has.
    ///
    /// - Throws: ``SaltError/wrongCount(expected:found:)``.
    public static func seal(_ message: [UInt8], nonce: Nonce, key: borrowing SecretBytes) throws(SaltError) -> [UInt8] {
        Salt.start()
        try expect(keyCount, key.count)
        var sealed = [UInt8](repeating: 0, count: message.count + overhead)
        _ = key.withBytes { crypto_secretbox_easy(&sealed, message, UInt64(message.count), nonce.bytes, $0.octets) }
        return sealed
    }

    /// Opens the output of ``seal(_:nonce:key:)``.
    ///
    /// - Throws: ``SaltError/notAuthentic``, ``SaltError/wrongCount(expected:found:)``.
    public static func open(_ sealed: [UInt8], nonce: Nonce, key: borrowing SecretBytes) throws(SaltError) -> [UInt8] {
        Salt.start()
        try expect(keyCount, key.count)
        guard sealed.count >= overhead else { throw .notAuthentic }
        var message = [UInt8](repeating: 0, count: sealed.count - overhead)
        let status = key.withBytes {
            crypto_secretbox_open_easy(&message, sealed, UInt64(sealed.count), nonce.bytes, $0.octets)
        }
        guard status == 0 else { throw .notAuthentic }
        return message
    }
}

/// Authenticated encryption between two key pairs: X25519, XSalsa20 and Poly1305 (NaCl `box`).
public enum SaltBox {
    /// The length of a public key, a secret key and a shared key in bytes.
    public static let keyCount = 32
    /// The number of bytes by which a sealed message is longer than its message.
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

    /// Returns the key that both sides compute; compute it once for a conversation.
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

    /// Seals a message: a tag of 16 bytes, then as many bytes as the message has.
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

    /// Opens the output of ``seal(_:nonce:sharedKey:)``.
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

/// Authenticated encryption of secrets with additional data: XChaCha20-Poly1305-IETF (draft-irtf-cfrg-xchacha).
///
/// The cipher doesn't commit to its key: one ciphertext can be made to open under two keys. If a key comes from a passphrase, store a
/// commitment beside the ciphertext.
public enum SaltAEAD {
    /// The length of a key in bytes.
    public static let keyCount = 32
    /// The number of bytes by which a sealed secret is longer than its secret.
    public static let overhead = 16

    /// Seals a secret: as many bytes as the secret has, then a tag of 16 bytes.
    ///
    /// - Throws: ``SaltError/wrongCount(expected:found:)``.
    public static func seal(
        _ secret: borrowing SecretBytes, additionalData: [UInt8], nonce: Nonce, key: borrowing SecretBytes
    ) throws(SaltError) -> [UInt8] {
        Salt.start()
        try expect(keyCount, key.count)
        var sealed = [UInt8](repeating: 0, count: secret.count + overhead)
        secret.withBytes { secret in
            key.withBytes { key in
                _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
                    &sealed, nil, secret.octets, UInt64(secret.count), additionalData,
                    UInt64(additionalData.count), nil, nonce.bytes, key.octets)
            }
        }
        return sealed
    }

    /// Opens the output of ``seal(_:additionalData:nonce:key:)``.
    ///
    /// - Throws: ``SaltError/notAuthentic``, ``SaltError/wrongCount(expected:found:)``.
    public static func open(
        _ sealed: [UInt8], additionalData: [UInt8], nonce: Nonce, key: borrowing SecretBytes
    ) throws(SaltError) -> SecretBytes {
        Salt.start()
        try expect(keyCount, key.count)
        guard sealed.count >= overhead else { throw .notAuthentic }
        return try SecretBytes(count: sealed.count - overhead) { secret throws(SaltError) in
            let status = key.withBytes { key in
                crypto_aead_xchacha20poly1305_ietf_decrypt(
                    secret.octets, nil, nil, sealed, UInt64(sealed.count), additionalData,
                    UInt64(additionalData.count), nonce.bytes, key.octets)
            }
            guard status == 0 else { throw .notAuthentic }
        }
    }
}

/// A number used once with one key: 24 bytes, the size for ``SaltBox``, ``SaltSecretBox`` and ``SaltAEAD``.
///
/// It is long enough to be drawn at random for every message.
public struct Nonce: Sendable, Hashable {
    /// The length of a nonce in bytes.
    public static let count = 24

    /// The 24 bytes.
    public let bytes: [UInt8]

    /// Draws a nonce at random.
    public init() {
        bytes = Salt.randomBytes(count: Self.count)
    }

    /// Takes the nonce that came with a message.
    ///
    /// - Throws: ``SaltError/wrongCount(expected:found:)``.
    public init(bytes: some Collection<UInt8>) throws(SaltError) {
        try expect(Self.count, bytes.count)
        self.bytes = [UInt8](bytes)
    }
}
