import CSodium

/// SHA-256 and SHA-512 (FIPS 180-4), and BLAKE2b (RFC 7693).
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

        /// Appends bytes to the hashed data.
        public mutating func update(_ bytes: UnsafeRawBufferPointer) {
            crypto_hash_sha256_update(&state, bytes.octets, UInt64(bytes.count))
        }

        /// Appends bytes to the hashed data.
        public mutating func update(_ bytes: [UInt8]) {
            crypto_hash_sha256_update(&state, bytes, UInt64(bytes.count))
        }

        /// Returns the digest, 32 bytes, of the data so far; more may follow.
        public func digest() -> [UInt8] {
            var state = state
            var digest = [UInt8](repeating: 0, count: Self.count)
            crypto_hash_sha256_final(&state, &digest)
            return digest
        }
    }

    /// Returns the SHA-256 digest of bytes, 32 bytes.
    public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        Salt.start()
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return digest
    }

    /// Returns the SHA-256 digest of a secret: 32 bytes that are as guessable as the secret.
    public static func sha256(_ secret: borrowing SecretBytes) -> SecretBytes {
        SecretBytes(count: Int(crypto_hash_sha256_BYTES)) { digest in
            _ = secret.withBytes { crypto_hash_sha256(digest.octets, $0.octets, UInt64($0.count)) }
        }
    }

    /// Returns the BLAKE2b-512 digest of bytes without a key, 64 bytes (RFC 7693).
    public static func blake2b512(_ bytes: [UInt8]) -> [UInt8] {
        Salt.start()
        var digest = [UInt8](repeating: 0, count: Int(crypto_generichash_blake2b_BYTES_MAX))
        crypto_generichash_blake2b(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
        return digest
    }

    /// Returns the SHA-512 digest of bytes, 64 bytes.
    public static func sha512(_ bytes: [UInt8]) -> [UInt8] {
        Salt.start()
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha512_BYTES))
        crypto_hash_sha512(&digest, bytes, UInt64(bytes.count))
        return digest
    }
}

/// Argon2id, version 1.3 with one lane (RFC 9106): a passphrase made expensive to guess.
public enum SaltPasswordHash {
    /// The length of a salt in bytes.
    public static let saltCount = 16

    /// Hashes a passphrase of any length, taking `memory` bytes (at least 8,192, counted in whole KiB) in `passes` runs over them.
    ///
    /// It blocks the calling thread, for about 0.3 s with 3 passes over 256 MiB, and can't be interrupted. The working memory is
    /// neither locked nor wiped before it returns to the system.
    ///
    /// - Parameter count: The number of bytes to make, at least 16.
    /// - Throws: ``SaltError/wrongCount(expected:found:)``, ``SaltError/costOutOfBounds``, ``SaltError/outOfMemory``.
    public static func derive(
        count: Int, passphrase: borrowing SecretBytes, salt: [UInt8], passes: Int, memory: Int
    ) throws(SaltError) -> SecretBytes {
        Salt.start()
        try expect(saltCount, salt.count)
        guard passes >= Int(crypto_pwhash_OPSLIMIT_MIN), passes <= Int(UInt32.max),
            memory >= Int(crypto_pwhash_MEMLIMIT_MIN), memory <= crypto_pwhash_memlimit_max(),
            count >= Int(crypto_pwhash_BYTES_MIN), count <= Int(UInt32.max)
        else { throw .costOutOfBounds }
        return try SecretBytes(count: count) { hash throws(SaltError) in
            let status = passphrase.withBytes { passphrase in
                crypto_pwhash(
                    hash.octets, UInt64(hash.count), passphrase.characters, UInt64(passphrase.count), salt,
                    UInt64(passes), memory, crypto_pwhash_alg_argon2id13())
            }
            guard status == 0 else { throw .outOfMemory }
        }
    }
}

/// PBKDF2 with HMAC-SHA-512 (RFC 8018, section 5.2), as BIP-39 makes a seed from a phrase.
public enum PBKDF2 {
    /// Derives `count` bytes (at most 64, one block) from a password and salt in `rounds` rounds.
    ///
    /// It blocks the calling thread for about 2 µs a round.
    public static func deriveSHA512(
        count: Int = 64, password: borrowing SecretBytes, salt: borrowing SecretBytes, rounds: Int
    ) -> SecretBytes {
        precondition((0...HMACSHA512.count).contains(count), "more than one block of PBKDF2")
        // One scratch page, so that no intermediate value is left on the stack: block | previous code | keyed state | running state.
        let stateCount = MemoryLayout<crypto_auth_hmacsha512_state>.stride
        let scratch = SecretBytes(count: 2 * HMACSHA512.count + 2 * stateCount) { scratch in
            let block = UnsafeMutableRawBufferPointer(rebasing: scratch[0..<64])
            let code = UnsafeMutableRawBufferPointer(rebasing: scratch[64..<128])
            let states = UnsafeMutableRawBufferPointer(rebasing: scratch[128...])
                .bindMemory(to: crypto_auth_hmacsha512_state.self)
            guard let keyed = states.baseAddress, states.count == 2 else { return }
            let running = keyed + 1
            password.withBytes { _ = crypto_auth_hmacsha512_init(keyed, $0.octets, $0.count) }

            running.update(from: keyed, count: 1)
            salt.withBytes { _ = crypto_auth_hmacsha512_update(running, $0.octets, UInt64($0.count)) }
            _ = crypto_auth_hmacsha512_update(running, [0, 0, 0, 1], 4)
            _ = crypto_auth_hmacsha512_final(running, code.octets)
            block.copyMemory(from: UnsafeRawBufferPointer(code))
            for _ in 1..<max(rounds, 1) {
                running.update(from: keyed, count: 1)
                _ = crypto_auth_hmacsha512_update(running, code.octets, UInt64(code.count))
                _ = crypto_auth_hmacsha512_final(running, code.octets)
                for index in 0..<64 { block[index] ^= code[index] }
            }
        }
        return scratch.slice(0..<count)
    }
}

/// HMAC-SHA-256 (RFC 2104) over parts, secret or not.
///
/// The state is made from the key, so it is in wiped memory like a key; it stays open until the value ends.
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

    /// Appends a secret to the authenticated data.
    public mutating func update(_ secret: borrowing SecretBytes) {
        _ = secret.withBytes { crypto_auth_hmacsha256_update(state, $0.octets, UInt64($0.count)) }
    }

    /// Appends bytes to the authenticated data.
    public mutating func update(_ bytes: [UInt8]) {
        crypto_auth_hmacsha256_update(state, bytes, UInt64(bytes.count))
    }

    /// Returns the code, 32 bytes.
    public consuming func code() -> SecretBytes {
        SecretBytes(count: Self.count) { code in
            _ = crypto_auth_hmacsha256_final(state, code.octets)
        }
    }
}

/// HMAC-SHA-512 (RFC 2104) over parts, secret or not.
///
/// The state is made from the key, so it is in wiped memory like a key; it stays open until the value ends.
public struct HMACSHA512: ~Copyable {
    /// The length of a code in bytes.
    public static let count = 64

    private let state: UnsafeMutablePointer<crypto_auth_hmacsha512_state>

    /// Begins a code under a key of any length.
    public init(key: borrowing SecretBytes) {
        self.init()
        _ = key.withBytes { crypto_auth_hmacsha512_init(state, $0.octets, $0.count) }
    }

    /// Begins a code under a key that isn't secret, such as the name of a domain.
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

    /// Appends a secret to the authenticated data.
    public mutating func update(_ secret: borrowing SecretBytes) {
        _ = secret.withBytes { crypto_auth_hmacsha512_update(state, $0.octets, UInt64($0.count)) }
    }

    /// Appends bytes to the authenticated data.
    public mutating func update(_ bytes: [UInt8]) {
        crypto_auth_hmacsha512_update(state, bytes, UInt64(bytes.count))
    }

    /// Returns the code, 64 bytes.
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
