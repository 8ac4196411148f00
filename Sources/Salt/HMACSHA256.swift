import CSodium

/// HMAC-SHA-256 (RFC 2104) over parts, secret or not.
///
/// The state is made from the key, so it lies in wiped memory like one; it stays open until the value ends.
public struct HMACSHA256: ~Copyable {
    /// The length of a code in bytes.
    public static let count = 32

    private let state: UnsafeMutablePointer<crypto_auth_hmacsha256_state>

    /// Begins a code under a key of any length.
    public init(key: borrowing SecretBytes) {
        Salt.start()
        guard let memory = sodium_malloc(MemoryLayout<crypto_auth_hmacsha256_state>.size) else {
            preconditionFailure("out of memory for secrets")
        }
        state = memory.bindMemory(to: crypto_auth_hmacsha256_state.self, capacity: 1)
        _ = key.withBytes { crypto_auth_hmacsha256_init(state, $0.octets, $0.count) }
    }

    deinit { sodium_free(state) }

    /// Appends a secret to what is authenticated.
    public mutating func update(_ secret: borrowing SecretBytes) {
        _ = secret.withBytes { crypto_auth_hmacsha256_update(state, $0.octets, UInt64($0.count)) }
    }

    /// Appends bytes to what is authenticated.
    public mutating func update(_ bytes: [UInt8]) {
        crypto_auth_hmacsha256_update(state, bytes, UInt64(bytes.count))
    }

    /// The code, 32 bytes.
    public consuming func code() -> SecretBytes {
        SecretBytes(count: Self.count) { code in
            _ = crypto_auth_hmacsha256_final(state, code.octets)
        }
    }
}
