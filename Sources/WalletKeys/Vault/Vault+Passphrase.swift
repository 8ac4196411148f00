import Salt
import SolanaTransactions

extension Vault {
    /// Makes the first generation of a wallet: one phrase, its first account, one passphrase. Blocks for as long as the cost says.
    init(
        phrase: borrowing SeedPhrase, passphrase: borrowing SecretBytes, unattended: Bool, cost: PassphraseCost
    ) throws(WalletKeyError) {
        let key = VaultKey.random()
        identifier = Salt.randomBytes(count: 16)
        generation = 1
        isUnattended = unattended
        slots = [.passphrase(try PassphraseSlot(wrapping: key, of: identifier, passphrase: passphrase, cost: cost))]
        accounts = [try Self.firstAccount(of: phrase)]
        sealed = SealedSecrets(nonce: Nonce(), bytes: [])
        let secrets: SecretBytes
        do throws(SeedPhraseError) { secrets = try VaultSecrets.encode(phrase) } catch { throw .phraseInvalid(error) }
        do throws(SaltError) { try seal(secrets, key: key) } catch { throw .primitive(error) }
    }

    /// Opens the vault with a passphrase; blocks for as long as the file says, and 5 ms for each phrase.
    ///
    /// - Throws: ``WalletKeyError/wrongPassphrase``, ``WalletKeyError/vaultForged``, ``WalletKeyError/outOfMemory``.
    func keyring(passphrase: borrowing SecretBytes) throws(WalletKeyError) -> Keyring {
        for case .passphrase(let slot) in slots {
            if let key = try slot.open(passphrase: passphrase, of: identifier) { return try Keyring(self, key: key) }
        }
        throw .wrongPassphrase
    }

    private static func firstAccount(of phrase: borrowing SeedPhrase) throws(WalletKeyError) -> VaultAccount {
        let path = DerivationPath.firstSolanaAccount
        let publicKey = try ExtendedKey(seed: phrase.seed(), path: path).keyPair().publicKey
        guard let address = try? PublicKey(bytes: publicKey) else { throw .signatureFault }
        return VaultAccount(publicKey: address, path: path, label: "Account 1", secret: 0)
    }
}
