import Base58
import Salt
import SolanaTransactions
import Testing
import WalletKeys

struct KeyringTests {
    /// More than are signed in one go.
    private let batch = (0..<40).map { [UInt8($0), 1, 2] }
    private let seed = Seed(SecretBytes(copying: [UInt8](repeating: 7, count: 64)))

    @Test func `a signature that the account's key doesn't verify never leaves`() async throws {
        let stranger = try PublicKey(base58: Wallet.address)
        let keyring = Keyring(accounts: [account(stranger)], seeds: [seed])
        await #expect(throws: WalletKeyError.signatureFault) {
            try await keyring.sign([[1, 2, 3]], as: stranger) { true }
        }
        await #expect(throws: WalletKeyError.signatureFault) {
            try await keyring.sign(batch, as: stranger) { true }
        }
    }

    @Test func `a batch's signatures stand in the order of its messages`() async throws {
        let publicKey = try PublicKey(
            bytes: ExtendedKey(seed: seed.bytes, path: .firstSolanaAccount).keyPair().publicKey)
        let keyring = Keyring(accounts: [account(publicKey)], seeds: [seed])
        let signatures = try await keyring.sign(batch, as: publicKey) { true }
        #expect(signatures.count == batch.count)
        for (signature, message) in zip(signatures, batch) {
            #expect(SaltSign.verify(signature.bytes, of: message, publicKey: publicKey.bytes))
        }
        #expect(try await keyring.sign([], as: publicKey) { true }.isEmpty)
    }

    @Test func `an account that names a secret that isn't there is unknown`() async throws {
        let keyring = Keyring(accounts: [account(PublicKey(), secret: 1)], seeds: [seed])
        await #expect(throws: WalletKeyError.accountUnknown) {
            try await keyring.sign([[1]], as: PublicKey()) { true }
        }
    }

    @Test func `what isn't allowed any more by the end isn't handed out`() async throws {
        let publicKey = try PublicKey(
            bytes: ExtendedKey(seed: seed.bytes, path: .firstSolanaAccount).keyPair().publicKey)
        let keyring = Keyring(accounts: [account(publicKey)], seeds: [seed])
        #expect(try await keyring.sign([[1]], as: publicKey) { true }.count == 1)
        await #expect(throws: WalletKeyError.locked) { try await keyring.sign([[1]], as: publicKey) { false } }
    }

    @Test func `a cancelled task gets no signatures`() async throws {
        let publicKey = try PublicKey(
            bytes: ExtendedKey(seed: seed.bytes, path: .firstSolanaAccount).keyPair().publicKey)
        let keyring = Keyring(accounts: [account(publicKey)], seeds: [seed])
        let signing = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await keyring.sign([[1]], as: publicKey) { true }
        }
        signing.cancel()
        await #expect(throws: WalletKeyError.cancelled) { try await signing.value }
    }

    private func account(_ publicKey: PublicKey, secret: UInt16 = 0) -> VaultAccount {
        VaultAccount(publicKey: publicKey, path: .firstSolanaAccount, label: "Account 1", secret: secret)
    }
}
