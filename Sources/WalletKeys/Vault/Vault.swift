import Salt
public import SolanaTransactions

/// The wallet as it lies on disk: the parts that anybody may read, and the sealed secrets.
///
/// One random vault key seals the secrets; each slot holds that key wrapped for one way to unlock. Integers are little endian.
///
/// ```
/// offset  bytes
///      0     14  "sidekey vault\n"
///     14      2  format, 2; 3 with an account that isn't derived; 4 with a security key; 5 with a TPM; 6 with an account on a Ledger; 7
///                with one on a token; 1 in files from before
///     16      4  flags: bit 0 unattended, all others 0
///     20     16  identifier, random
///     36      8  generation, 1 at first and one more with every write
///     44      2  number of slots, 1...16
///                  each: kind (2), count (2), that many bytes             see VaultSlot
///            2   number of accounts, 0...1,024
///                  each: account                                          see VaultAccount
///           24   nonce                                                    of the secrets
///            4   count, 16...262,144
///                sealed secrets, that many bytes                          see VaultSecrets
///           32   SHA-256 of all bytes before
/// ```
///
/// - The secrets are sealed with XChaCha20-Poly1305 under a key derived from the vault key. Everything from the first byte to the nonce is their
///   additional data: flags, generation, slots and accounts can't be edited without the vault key. **Before the vault is opened they are only
///   claims**: a program that can write the file can show other accounts, and the next unlock finds out.
/// - The checksum has no key. It tells damage (no passphrase will help) from a wrong passphrase, and stops nobody.
/// - An older file put back as a whole is authentic; a program that must notice keeps the ``generation``.
/// - A new kind of slot or secret comes with a new format number, so that a program never meets a kind it doesn't know. Format 1 has
///   passphrase slots and phrases without a BIP-39 passphrase only, and accounts without flags; the next write makes it format 2.
public struct Vault: Sendable, Hashable {
    /// The format in which this version writes most wallets, and the first with records of policy beside it.
    public static let format: UInt16 = 2
    /// The format of a wallet that has an account without a derivation (``DerivationPath/seed``); an older version says that it can't read it.
    static let seedFormat: UInt16 = 3
    /// The format of a wallet that a security key opens; an older version says that it can't read it.
    static let securityKeyFormat: UInt16 = 4
    /// The format of a wallet that a TPM opens; an older version says that it can't read it.
    static let tpmFormat: UInt16 = 5
    /// The format of a wallet with an account whose key is on a Ledger; an older version says that it can't read it.
    static let signerFormat: UInt16 = 6
    /// The format of a wallet with an account whose key is on a token; an older version says that it can't read it.
    static let tokenFormat: UInt16 = 7
    /// The formats that this version reads.
    static let formats: ClosedRange<UInt16> = 1...tokenFormat

    /// The format that a wallet with these slots and accounts is written in.
    static func format(of slots: [VaultSlot], _ accounts: [VaultAccount]) -> UInt16 {
        if let newest = accounts.lazy.filter({ $0.signer != .vault }).map(\.signer.format).max() { return newest }
        let hasTPM = slots.contains { if case .tpm = $0 { true } else { false } }
        if hasTPM { return tpmFormat }
        let hasSecurityKey = slots.contains { if case .securityKey = $0 { true } else { false } }
        if hasSecurityKey { return securityKeyFormat }
        return accounts.contains { $0.path == .seed } ? seedFormat : format
    }

    /// A file of more bytes is refused unread.
    public static let maximumCount = 1 << 20

    /// The format of the file that it was read from, or will be.
    public internal(set) var format: UInt16
    /// 16 random bytes that never change.
    public let identifier: [UInt8]
    /// The number of times that the vault was written.
    public package(set) var generation: UInt64
    /// True if the wallet was made by a script and may sign without a person; every surface says so.
    public internal(set) var isUnattended: Bool
    /// The accounts, in the order in which they are shown.
    public internal(set) var accounts: [VaultAccount]

    /// The ways to unlock.
    var slots: [VaultSlot]
    /// The secrets under the vault key.
    var sealed: SealedSecrets

    /// The secrets' ciphertext with its nonce.
    struct SealedSecrets: Sendable, Hashable {
        var nonce: Nonce
        var bytes: [UInt8]
    }
}

/// An account in its public form.
///
/// ```
/// | public key: 32 | secret: 2 | flags: 1 | steps: 1 | steps x index: 4 | signer: 0 or 1 | token | count: 1 | label: count bytes of UTF-8 |
/// ```
///
/// `secret` is the position of the key's secret among the sealed ones; an imported key has no steps. One step with the index 2^32 - 1, in format 3
/// alone, is ``DerivationPath/seed``. From format 6 on, the position 65,535 means that the key is on a device: then, and only then, one byte says
/// which kind (``AccountSigner``), and behind that of a token, in format 7 alone, stands the way to it (``VaultToken``). Bit 0 of the flags is ``isHidden``, all others are 0; format 1 has no flags.
public struct VaultAccount: Sendable, Hashable {
    /// The most bytes of UTF-8 of a label.
    public static let maximumLabelCount = 128

    /// The account's address.
    public let publicKey: PublicKey
    /// The way from the seed to the key.
    public let path: DerivationPath
    /// The user's name for the account.
    public internal(set) var label: String
    /// True if lists leave the account out; it signs and is granted as any other.
    public internal(set) var isHidden: Bool
    /// The position of the secret among the vault's; 65,535 for a key that isn't in the vault.
    public internal(set) var secret: UInt16
    /// The place of its key.
    public let signer: AccountSigner
    /// The way to its key, if that is on a token; nil for every other signer.
    public let token: VaultToken?

    package init(
        publicKey: PublicKey, path: DerivationPath, label: String, secret: UInt16, isHidden: Bool = false,
        signer: AccountSigner = .vault, token: VaultToken? = nil
    ) {
        self.signer = signer
        self.token = token
        self.publicKey = publicKey
        self.path = path
        self.label = label
        self.secret = secret
        self.isHidden = isHidden
    }
}

extension OpenVault {
    /// Makes the first generation of a wallet: one phrase, its first accounts, one passphrase. Blocks for as long as the cost says.
    ///
    /// - Parameter paths: The paths of the first accounts; at least one.
    static func first(
        secret: VaultSecret, paths: [DerivationPath], passphrase: borrowing SecretBytes, unattended: Bool,
        cost: PassphraseCost
    ) throws(WalletKeyError) -> OpenVault {
        let key = VaultKey.random()
        let identifier = Salt.randomBytes(count: 16)
        let seed = try secret.seed()
        var accounts: [VaultAccount] = []
        for path in paths {
            let account = VaultAccount(
                publicKey: try seed.publicKey(at: path), path: path, label: "Account \(accounts.count + 1)", secret: 0)
            guard !accounts.contains(where: { $0.publicKey == account.publicKey }) else { throw .accountExists }
            accounts.append(account)
        }
        guard Vault.accountBounds.contains(accounts.count) else { throw .vaultFull }
        let slot = try PassphraseSlot(wrapping: key, of: identifier, passphrase: passphrase, cost: cost)
        var vault = Vault(
            identifier: identifier, slots: [.passphrase(slot)], accounts: accounts, isUnattended: unattended)
        do throws(SaltError) { try vault.seal(VaultSecrets.encode([secret]), key: key) } catch {
            throw .primitive(error)
        }
        return OpenVault(vault, key: key)
    }
}

extension Vault {
    /// The first generation, not sealed yet.
    init(identifier: [UInt8], slots: [VaultSlot], accounts: [VaultAccount], isUnattended: Bool) {
        format = Self.format(of: slots, accounts)
        self.identifier = identifier
        generation = 1
        self.isUnattended = isUnattended
        self.accounts = accounts
        self.slots = slots
        sealed = SealedSecrets(nonce: Nonce(), bytes: [])
    }

    /// Opens the vault with a passphrase; blocks for as long as the file says.
    ///
    /// - Throws: ``WalletKeyError/wrongPassphrase``, ``WalletKeyError/vaultForged``, ``WalletKeyError/outOfMemory``.
    func open(passphrase: borrowing SecretBytes) throws(WalletKeyError) -> OpenVault {
        for case .passphrase(let slot) in slots {
            if let key = try slot.open(passphrase: passphrase, of: identifier) { return OpenVault(self, key: key) }
        }
        throw .wrongPassphrase
    }
}

extension Seed {
    /// The address at the end of a path.
    func publicKey(at path: DerivationPath) throws(WalletKeyError) -> PublicKey {
        guard let publicKey = try? PublicKey(bytes: try keyPair(at: path).publicKey) else { throw .signatureFault }
        return publicKey
    }
}
