import CSodium

/// HMAC-SHA-512 (RFC 2104) over parts, secret or not.
///
/// The state is made from the key, so it lies in wiped memory like one; it stays open until the value ends.
public struct HMACSHA512: ~Copyable {
    /// The length of a code in bytes.
    public static let count = 64

    private let state: UnsafeMutablePointer<crypto_auth_hmacsha512_state>

    /// Begins a code under a key of any length.
    public init(key: borrowing SecretBytes) {
        self.init()
        _ = key.withBytes { crypto_auth_hmacsha512_init(state, $0.octets, $0.count) }
    }

    /// Begins a code under a key that is no secret, such as the name of a domain.
    public init(publicKey: [UInt8]) {
        self.init()
        crypto_auth_hmacsha512_init(state, publicKey, publicKey.count)
    }

    private init() {
        Salt.start()
        guard let memory = sodium_malloc(MemoryLayout<crypto_auth_hmacsha512_state>.size) else {
            preconditionFailure("out of memory for secrets")
        }
        state = memory.bindMemory(to: crypto_auth_hmacsha512_state.self, capacity: 1)
    }

    deinit { sodium_free(state) }

    /// Appends a secret to what is authenticated.
    public mutating func update(_ secret: borrowing SecretBytes) {
        _ = secret.withBytes { crypto_auth_hmacsha512_update(state, $0.octets, UInt64($0.count)) }
    }

    /// Appends bytes to what is authenticated.
    public mutating func update(_ bytes: [UInt8]) {
        crypto_auth_hmacsha512_update(state, bytes, UInt64(bytes.count))
    }

    /// The code, 64 bytes.
    public consuming func code() -> SecretBytes {
        SecretBytes(count: Self.count) { code in
            _ = crypto_auth_hmacsha512_final(state, code.octets)
        }
    }

    /// Writes the code over one message, from memory to memory, for chains of codes that stay inside one secret.
    ///
    /// - Parameter code: 64 bytes, which may be those of the key or the message.
    public static func write(
        codeOver message: UnsafeRawBufferPointer, key: UnsafeRawBufferPointer, to code: UnsafeMutableRawBufferPointer
    ) {
        precondition(code.count == count, "no room for a code")
        Salt.start()
        withUnsafeTemporaryAllocation(of: crypto_auth_hmacsha512_state.self, capacity: 1) { memory in
            guard let state = memory.baseAddress else { return }
            crypto_auth_hmacsha512_init(state, key.octets, key.count)
            crypto_auth_hmacsha512_update(state, message.octets, UInt64(message.count))
            crypto_auth_hmacsha512_final(state, code.octets)
            Salt.wipe(UnsafeMutableRawBufferPointer(memory))
        }
    }
}
