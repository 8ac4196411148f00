import CSodium

/// Authenticated encryption of secrets with additional data: XChaCha20-Poly1305-IETF (draft-irtf-cfrg-xchacha).
///
/// The cipher doesn't commit to its key: one ciphertext can be made to open under two keys. Where a key comes from a passphrase, store
/// a commitment beside the ciphertext.
public enum SaltAEAD {
    /// The length of a key in bytes.
    public static let keyCount = 32
    /// How many bytes longer than its message a sealed one is.
    public static let overhead = 16

    /// Seals a secret: as many bytes as it has, then the tag of 16 bytes.
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

    /// Opens what ``seal(_:additionalData:nonce:key:)`` made.
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
