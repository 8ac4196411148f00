import CSodium

/// Authenticated encryption under one key: XSalsa20 and Poly1305 (NaCl `secretbox`).
public enum SaltSecretBox {
    /// The length of a key in bytes.
    public static let keyCount = 32
    /// How many bytes longer than its message a sealed one is.
    public static let overhead = 16

    /// Seals a message: its tag of 16 bytes, then as many bytes as it has.
    ///
    /// - Throws: ``SaltError/wrongCount(expected:found:)``.
    public static func seal(_ message: [UInt8], nonce: Nonce, key: borrowing SecretBytes) throws(SaltError) -> [UInt8] {
        Salt.start()
        try expect(keyCount, key.count)
        var sealed = [UInt8](repeating: 0, count: message.count + overhead)
        _ = key.withBytes { crypto_secretbox_easy(&sealed, message, UInt64(message.count), nonce.bytes, $0.octets) }
        return sealed
    }

    /// Opens what ``seal(_:nonce:key:)`` made.
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
