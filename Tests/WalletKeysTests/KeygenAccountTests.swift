import Base58
import Foundation
import Salt
import SolanaTransactions
import TestSupport
import Testing
import WalletKeys

/// The account that `solana-keygen` makes of a phrase where no path is named.
@Suite struct KeygenAccountTests {
    private struct Vector: Decodable {
        let phrase: String
        let passphrase: String
        let address: String
    }

    private func secret(_ text: String) -> SecretBytes { SecretBytes(copying: Array(text.utf8)) }

    @Test func `it is the one that another implementation has`() throws {
        let output = try PythonScript("vectors_keys.py").run([
            "keygen", "--count", "12", "--seed", String(UInt32.random(in: 0 ... .max)),
        ])
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(output))
        #expect(vectors.count == 12)
        for vector in vectors {
            let phrase = try VaultSecret(
                phrase: SeedPhrase(parsing: secret(vector.phrase)), passphrase: secret(vector.passphrase))
            let found = try SessionLock.candidates(of: phrase).first { $0.path == .seed }
            #expect(found?.publicKey.base58 == vector.address)
            #expect(try SessionLock.candidates(of: phrase, at: DerivationPath.usualFirst).last?.path == .seed)
        }
    }

    @Test func `a wallet has it, signs with it, and keeps it through a change, in a format of its own`() async throws {
        let wallet = try Wallet()
        let phrase = try VaultSecret(
            phrase: SeedPhrase(parsing: secret(Wallet.phrase)),
            passphrase: secret(""))
        try await wallet.session.create(
            phrase, paths: [.seed, .firstSolanaAccount], passphrase: secret(Wallet.passphrase), unattended: true)
        let account = try PublicKey(base58: "EHqmfkN89RJ7Y33CXM6uCzhVeuywHoJXZZLszBHHZy7o")
        #expect(try await wallet.session.status().accounts.first?.publicKey == account)
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        let signature = try await wallet.session.signer.sign(messages: [[1, 2, 3]], as: account)[0]
        #expect(SaltSign.verify(signature.bytes, of: [1, 2, 3], publicKey: account.bytes))
        #expect(try format(of: wallet) == 3)
        try await wallet.session.update(account, label: "old")
        #expect(try format(of: wallet) == 3)
        #expect(try await wallet.session.status().accounts.first?.path.description == "seed")
        // Without it the file is again one that an older version reads.
        let proof = try await wallet.session.prove(passphrase: secret(Wallet.passphrase))
        try await wallet.session.remove(account, by: proof)
        #expect(try format(of: wallet) == 2)
        #expect(try await !wallet.session.isOlder())
    }

    @Test func `its path is written as a word, and no number of steps is it`() {
        #expect(DerivationPath("seed") == .seed && DerivationPath.seed.description == "seed")
        #expect(DerivationPath("m") == DerivationPath.none)
        #expect(DerivationPath([.max]) == nil && DerivationPath("m/4294967295'") == nil)
    }

    private func format(of wallet: Wallet) throws -> UInt16 {
        let bytes = try wallet.folder.bytes("vault")
        return UInt16(bytes[14]) | UInt16(bytes[15]) << 8
    }
}
