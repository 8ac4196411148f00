public import Salt

/// The secret that keys are made of, as a vault seals it.
///
/// ```
/// kind 1  a phrase              its 16, 20, 24, 28 or 32 bytes of entropy
/// kind 2  a phrase, passphrase  count (1), count bytes of entropy, then the BIP-39 passphrase in UTF-8 as it was typed, 1...1,024 bytes
/// kind 3  an imported key       its 32 bytes, an Ed25519 seed (RFC 8032, section 5.1.5)
/// ```
public final class VaultSecret: Sendable {
    /// The kinds of secrets; cases are only ever added, each with a new format of the file.
    public enum Kind: UInt16, Sendable {
        case phrase = 1
        case phraseWithPassphrase = 2
        case privateKey = 3
    }

    public let kind: Kind
    /// The fields of the kind.
    let body: SecretBytes

    /// Takes a phrase, and its BIP-39 passphrase if it has one; the empty one is none.
    ///
    /// - Throws: ``WalletKeyError/passphraseInvalid(_:)`` if the BIP-39 passphrase can't be one.
    public init(phrase: borrowing SeedPhrase, passphrase: borrowing SecretBytes) throws(WalletKeyError) {
        let entropy: SecretBytes
        do throws(SeedPhraseError) { entropy = try phrase.entropy() } catch { throw .phraseInvalid(error) }
        guard passphrase.count > 0 else {
            kind = .phrase
            body = entropy
            return
        }
        if let fault = Passphrase.fault(in: passphrase, minimumCount: 1) { throw .passphraseInvalid(fault) }
        kind = .phraseWithPassphrase
        body = SecretBytes(count: 1 + entropy.count + passphrase.count) { buffer in
            buffer[0] = UInt8(entropy.count)
            entropy.withBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[1...]).copyMemory(from: $0) }
            passphrase.withBytes {
                UnsafeMutableRawBufferPointer(rebasing: buffer[(1 + entropy.count)...]).copyMemory(from: $0)
            }
        }
    }

    /// Takes a private key: the 32 bytes of an Ed25519 seed; nil if there are more or fewer.
    public init?(privateKey: consuming SecretBytes) {
        guard privateKey.count == Self.privateKeyCount else { return nil }
        kind = .privateKey
        body = privateKey
    }

    /// - Throws: ``WalletKeyError/vaultForged``: only a holder of the vault key can have sealed bytes that don't fit their kind.
    init(kind: Kind, body: consuming SecretBytes) throws(WalletKeyError) {
        self.kind = kind
        self.body = body
        guard isWellFormed else { throw .vaultForged }
    }

    private static let privateKeyCount = 32
    private static let entropyCounts: Set<Int> = [16, 20, 24, 28, 32]

    private var isWellFormed: Bool {
        switch kind {
        case .phrase: Self.entropyCounts.contains(body.count)
        case .privateKey: body.count == Self.privateKeyCount
        case .phraseWithPassphrase: Self.entropyCounts.contains(entropyCount) && body.count > 1 + entropyCount
        }
    }

    private var entropyCount: Int {
        kind == .phraseWithPassphrase ? body.withBytes { Int($0.first ?? 0) } : body.count
    }

    /// True if both are the same secret.
    func isEqual(to other: VaultSecret) -> Bool {
        kind == other.kind && body.isEqual(to: other.body)
    }

    /// The phrase; nil for an imported key.
    public func phrase() throws(WalletKeyError) -> SeedPhrase? {
        guard kind != .privateKey else { return nil }
        let start = kind == .phraseWithPassphrase ? 1 : 0
        do throws(SeedPhraseError) {
            return try SeedPhrase(entropy: body.slice(start..<start + entropyCount))
        } catch {
            throw .vaultForged
        }
    }

    /// The BIP-39 passphrase; nil if there is none.
    public func phrasePassphrase() -> SecretBytes? {
        kind == .phraseWithPassphrase ? body.slice((1 + entropyCount)..<body.count) : nil
    }

    /// The private key; nil for a phrase.
    public func privateKey() -> SecretBytes? {
        kind == .privateKey ? body.clone() : nil
    }

    /// The seed of its keys; takes about 5 ms for a phrase.
    package func seed() throws(WalletKeyError) -> Seed {
        guard let phrase = try phrase() else { return Seed(key: body.clone()) }
        switch phrasePassphrase() {
        case .some(let passphrase):
            do throws(SeedPhraseError) {
                return Seed(try phrase.seed(passphrase: passphrase))
            } catch {
                throw .vaultForged
            }
        case .none: return Seed(phrase.seed())
        }
    }
}

/// The secrets of a vault in their order, before they are sealed and after they were opened.
///
/// ```
/// | number: 2 | each: kind (2), count (2), that many bytes; see VaultSecret |
/// ```
enum VaultSecrets {
    /// The most secrets of a vault.
    static let maximumCount = 64

    static func encode(_ secrets: [VaultSecret]) -> SecretBytes {
        SecretBytes(count: secrets.reduce(2) { $0 + 4 + $1.body.count }) { buffer in
            buffer.storeBytes(of: UInt16(clamping: secrets.count).littleEndian, as: UInt16.self)
            var offset = 2
            for secret in secrets {
                buffer.storeBytes(of: secret.kind.rawValue.littleEndian, toByteOffset: offset, as: UInt16.self)
                buffer.storeBytes(
                    of: UInt16(clamping: secret.body.count).littleEndian, toByteOffset: offset + 2, as: UInt16.self)
                secret.body.withBytes {
                    UnsafeMutableRawBufferPointer(rebasing: buffer[(offset + 4)...]).copyMemory(from: $0)
                }
                offset += 4 + secret.body.count
            }
        }
    }

    /// - Throws: ``WalletKeyError/vaultForged``: only a holder of the vault key can have sealed anything else.
    static func decode(_ bytes: borrowing SecretBytes, format: UInt16) throws(WalletKeyError) -> [VaultSecret] {
        guard bytes.count >= 2 else { throw .vaultForged }
        var secrets: [VaultSecret] = []
        var offset = 2
        for _ in 0..<integer(in: bytes, at: 0) {
            guard bytes.count - offset >= 4 else { throw .vaultForged }
            let count = Int(integer(in: bytes, at: offset + 2))
            guard let kind = VaultSecret.Kind(rawValue: integer(in: bytes, at: offset)),
                format > 1 || kind == .phrase, bytes.count - offset - 4 >= count
            else { throw .vaultForged }
            offset += 4
            secrets.append(try VaultSecret(kind: kind, body: bytes.slice(offset..<offset + count)))
            offset += count
        }
        guard offset == bytes.count else { throw .vaultForged }
        return secrets
    }

    private static func integer(in bytes: borrowing SecretBytes, at offset: Int) -> UInt16 {
        bytes.withBytes { UInt16(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt16.self)) }
    }
}
