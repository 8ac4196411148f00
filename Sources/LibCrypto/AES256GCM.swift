import CLibCrypto
public import Salt

/// AES-256 in Galois/Counter Mode (NIST SP 800-38D), with nonces of 96 bits and tags of 128.
///
/// Key and plaintext are kept in ``SecretBytes`` throughout. libcrypto overwrites the values that it derives from the key.
public enum AES256GCM {
    /// The lengths in bytes.
    public static let keyCount = 32
    public static let nonceCount = 12
    public static let tagCount = 16

    /// The reason why nothing was encrypted or decrypted.
    public enum Fault: Error, Sendable, Hashable {
        /// A key, nonce or ciphertext of the wrong length.
        case wrongCount
        /// Ciphertext, associated data, nonce and key don't belong together.
        case notAuthentic
        /// libcrypto refused, for example because it has no memory.
        case refused
    }

    /// Encrypts.
    ///
    /// - Parameter nonce: 12 bytes, never the same twice under one key.
    /// - Returns: The ciphertext and its tag, 16 bytes more than the plaintext.
    /// - Throws: ``Fault/wrongCount``, ``Fault/refused``.
    public static func seal(
        _ plaintext: borrowing SecretBytes, key: borrowing SecretBytes, nonce: [UInt8], authenticating data: [UInt8]
    ) throws(Fault) -> [UInt8] {
        let cipher = try Cipher(key: key, nonce: nonce, data: data, encrypts: true)
        let count = plaintext.count
        var sealed = [UInt8](repeating: 0, count: count + tagCount)
        let isSealed = sealed.withUnsafeMutableBytes { memory in
            plaintext.withBytes { cipher.update($0, to: memory) }
                && cipher.finish()
                && EVP_CIPHER_CTX_ctrl(
                    cipher.context, EVP_CTRL_AEAD_GET_TAG, CInt(tagCount), memory.baseAddress.map { $0 + count }) == 1
        }
        guard isSealed else { throw .refused }
        return sealed
    }

    /// Decrypts an authentic ciphertext.
    ///
    /// - Throws: ``Fault/wrongCount``, ``Fault/notAuthentic``, ``Fault/refused``; bytes that were decrypted before the error are overwritten.
    public static func open(
        _ sealed: [UInt8], key: borrowing SecretBytes, nonce: [UInt8], authenticating data: [UInt8]
    ) throws(Fault) -> SecretBytes {
        guard sealed.count >= tagCount else { throw .wrongCount }
        let cipher = try Cipher(key: key, nonce: nonce, data: data, encrypts: false)
        let count = sealed.count - tagCount
        var tag = Array(sealed[count...])
        guard EVP_CIPHER_CTX_ctrl(cipher.context, EVP_CTRL_AEAD_SET_TAG, CInt(tagCount), &tag) == 1 else {
            throw .refused
        }
        return try SecretBytes(count: count) { plaintext throws(Fault) in
            let isRead = sealed.withUnsafeBytes {
                cipher.update(UnsafeRawBufferPointer(rebasing: $0.prefix(count)), to: plaintext)
            }
            guard isRead else { throw .refused }
            guard cipher.finish() else { throw .notAuthentic }
        }
    }

    /// One use of the cipher.
    private final class Cipher {
        let context: OpaquePointer

        init(key: borrowing SecretBytes, nonce: [UInt8], data: [UInt8], encrypts: Bool) throws(Fault) {
            LibCrypto.start()
            guard let context = EVP_CIPHER_CTX_new() else { throw .refused }
            self.context = context
            guard key.count == keyCount, nonce.count == nonceCount else { throw .wrongCount }
            let isBegun = key.withBytes { key in
                EVP_CipherInit_ex(
                    context, EVP_aes_256_gcm(), nil, key.bindMemory(to: UInt8.self).baseAddress, nonce,
                    encrypts ? 1 : 0) == 1
            }
            var count: CInt = 0
            guard isBegun,
                data.isEmpty || EVP_CipherUpdate(context, nil, &count, data, CInt(clamping: data.count)) == 1
            else { throw .refused }
        }

        deinit { EVP_CIPHER_CTX_free(context) }

        func update(_ bytes: UnsafeRawBufferPointer, to memory: UnsafeMutableRawBufferPointer) -> Bool {
            guard !bytes.isEmpty else { return true }
            var count: CInt = 0
            return EVP_CipherUpdate(
                context, memory.bindMemory(to: UInt8.self).baseAddress, &count,
                bytes.bindMemory(to: UInt8.self).baseAddress, CInt(clamping: bytes.count)) == 1
                && Int(count) == bytes.count
        }

        func finish() -> Bool {
            // Nothing is written: the mode has no blocks to fill.
            var (count, rest) = (CInt(0), [UInt8](repeating: 0, count: 16))
            return EVP_CipherFinal_ex(context, &rest, &count) == 1 && count == 0
        }
    }
}
