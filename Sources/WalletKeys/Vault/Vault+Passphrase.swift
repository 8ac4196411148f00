import Salt
import SolanaTransactions

extension OpenVault {
    /// Makes the first generation of a wallet: one phrase, its first accounts, one passphrase. Blocks for as long as the cost says.
    ///
    /// - Parameter paths: Where the accounts to begin with are; at least one.
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
        format = Self.format(of: accounts)
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
