import CSodium

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
