package import Salt

extension SeedPhrase {
    /// The 64-byte seed without a BIP-39 passphrase: 2,048 rounds of PBKDF2 with HMAC-SHA-512 over the phrase, about 5 ms.
    package func seed() -> SecretBytes {
        seed(salt: SecretBytes(copying: Self.saltStart))
    }

    /// The 64-byte seed with an optional BIP-39 passphrase, which is normalised (NFKD); none and the empty one are the same.
    ///
    /// - Throws: ``SeedPhraseError/passphrase(_:)`` for more than 1,024 bytes, a control character, or what isn't UTF-8.
    package func seed(passphrase: borrowing SecretBytes?) throws(SeedPhraseError) -> SecretBytes {
        switch passphrase {
        case .none: return seed()
        case .some(let passphrase): return try seed(passphrase: passphrase)
        }
    }

    /// The 64-byte seed with a BIP-39 passphrase, which is normalised (NFKD); the empty one is none.
    ///
    /// - Throws: ``SeedPhraseError/passphrase(_:)`` for more than 1,024 bytes, a control character, or what isn't UTF-8.
    package func seed(passphrase: borrowing SecretBytes) throws(SeedPhraseError) -> SecretBytes {
        seed(salt: try Self.salt(passphrase))
    }

    private static let saltStart = Array("mnemonic".utf8)

    private static func salt(_ passphrase: borrowing SecretBytes) throws(SeedPhraseError) -> SecretBytes {
        if let fault = Passphrase.fault(in: passphrase, minimumCount: 0) { throw .passphrase(fault) }
        guard let normal = CompatibilityDecomposition.decompose(passphrase) else { throw .passphrase(.notUTF8) }
        return SecretBytes(count: saltStart.count + normal.count) { salt in
            salt.copyBytes(from: saltStart)
            normal.withBytes {
                UnsafeMutableRawBufferPointer(rebasing: salt[saltStart.count...]).copyMemory(from: $0)
            }
        }
    }

    private func seed(salt: borrowing SecretBytes) -> SecretBytes {
        withSecret { PBKDF2.deriveSHA512(password: $0, salt: salt, rounds: 2048) }
    }
}
