package import Salt

/// What a vault seals, before it is sealed and after it was opened.
///
/// ```
/// | number: 2 | each: kind (2), count (2), that many bytes |
/// ```
///
/// Kind 1 is an English seed phrase without BIP-39 passphrase, as its 16, 20, 24, 28 or 32 bytes of entropy.
enum VaultSecrets {
    private static let phraseKind: UInt16 = 1

    /// The secrets of a wallet with one seed phrase.
    static func encode(_ phrase: borrowing SeedPhrase) throws(SeedPhraseError) -> SecretBytes {
        let entropy = try phrase.entropy()
        var head: [UInt8] = []
        head.append(littleEndian: UInt16(1))
        head.append(littleEndian: phraseKind)
        head.append(littleEndian: UInt16(clamping: entropy.count))
        return SecretBytes(count: head.count + entropy.count) { buffer in
            buffer.copyBytes(from: head)
            entropy.withBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[head.count...]).copyMemory(from: $0) }
        }
    }

    /// The seeds that the secrets stand for, in their order; about 5 ms for each phrase.
    ///
    /// - Throws: ``WalletKeyError/vaultForged``: only somebody with the vault key can have sealed anything else.
    static func seeds(in secrets: borrowing SecretBytes) throws(WalletKeyError) -> [Seed] {
        guard secrets.count >= 2 else { throw .vaultForged }
        var seeds: [Seed] = []
        var offset = 2
        for _ in 0..<integer(in: secrets, at: 0) {
            guard secrets.count - offset >= 4 else { throw .vaultForged }
            let kind = integer(in: secrets, at: offset)
            let count = Int(integer(in: secrets, at: offset + 2))
            offset += 4
            guard kind == phraseKind, secrets.count - offset >= count else { throw .vaultForged }
            do throws(SeedPhraseError) {
                let phrase = try SeedPhrase(entropy: secrets.slice(offset..<offset + count))
                seeds.append(Seed(phrase.seed()))
            } catch {
                throw .vaultForged
            }
            offset += count
        }
        guard offset == secrets.count else { throw .vaultForged }
        return seeds
    }

    private static func integer(in secrets: borrowing SecretBytes, at offset: Int) -> UInt16 {
        secrets.withBytes { UInt16(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt16.self)) }
    }
}

/// A seed from which keys are derived, in a form that arrays can hold.
package final class Seed: Sendable {
    package let bytes: SecretBytes

    package init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }
}
