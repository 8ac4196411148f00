import CSodium

/// Argon2id, version 1.3 with one lane (RFC 9106): a passphrase made expensive to guess.
public enum SaltPasswordHash {
    /// The length of a salt in bytes.
    public static let saltCount = 16

    /// Hashes a passphrase of any length, taking `memory` bytes (at least 8,192, counted in whole KiB) in `passes` runs over them.
    ///
    /// It blocks the calling thread, for about 0.3 s with 3 passes over 256 MiB, and can't be interrupted. The working memory is given
    /// back to the system unwiped; it isn't locked either.
    ///
    /// - Parameter count: How many bytes to make, at least 16.
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
