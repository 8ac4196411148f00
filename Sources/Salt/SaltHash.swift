import CSodium

/// SHA-256 and SHA-512 (FIPS 180-4).
public enum SaltHash {
    /// SHA-256 of bytes that come in parts.
    public struct SHA256: Sendable {
        /// The length of a digest in bytes.
        public static let count = 32

        private var state = crypto_hash_sha256_state()

        /// Begins a digest over nothing.
        public init() {
            Salt.start()
            crypto_hash_sha256_init(&state)
        }

        /// Appends bytes to what is hashed.
        public mutating func update(_ bytes: UnsafeRawBufferPointer) {
            crypto_hash_sha256_update(&state, bytes.octets, UInt64(bytes.count))
        }

        /// Appends bytes to what is hashed.
        public mutating func update(_ bytes: [UInt8]) {
            crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
        }

        /// The digest, 32 bytes, of what came so far; more may follow.
        public func digest() -> [UInt8] {
            var state = state
            var digest = [UInt8](repeating: 0, count: Self.count)
            crypto_hash_sha256_final(&state, &digest)
            return digest
        }
    }

    /// The SHA-256 digest of bytes, 32 bytes.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        Salt.start()
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }

    /// The SHA-256 digest of a secret, 32 bytes that are as secret as it is guessable.
    public static func sha256(_ secret: borrowing SecretBytes) -> SecretBytes {
        SecretBytes(count: Int(crypto_hash_sha256_BYTES)) { digest in
            _ = secret.withBytes { crypto_hash_sha256(digest.octets, $0.octets, UInt64($0.count)) }
        }
    }

    /// The SHA-512 digest of bytes, 64 bytes.
    public static func sha512(_ bytes: [UInt8]) -> [UInt8] {
        Salt.start()
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha512_BYTES))
        crypto_hash_sha512(&digest, bytes, UInt64(bytes.count))
        return digest
    }
}
