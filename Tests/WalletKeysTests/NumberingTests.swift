import Base58
import Foundation
import Salt
import SolanaTransactions
import TestSupport
import Testing
import WalletKeys

/// The accounts of a phrase as Phantom, MetaMask, Solflare, Backpack, Trust Wallet, Ledger and Sollet number them, by PyPI's `bip_utils`.
@Suite struct NumberingTests {
    private struct Vector: Decodable {
        let phrase: String
        /// Addresses by the paths as those wallets write them.
        let paths: [String: String]
    }

    @Test func `each is at its path, and every usual path is one that other wallets have`() throws {
        let output = try PythonScript("vectors_keys.py").run([
            "numberings", "--count", "6", "--seed", String(UInt32.random(in: 0 ... .max)),
        ])
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(output))
        #expect(vectors.count == 6)
        for vector in vectors {
            let phrase = try VaultSecret(
                phrase: SeedPhrase(parsing: SecretBytes(copying: Array(vector.phrase.utf8))),
                passphrase: SecretBytes(count: 0) { _ in })
            let found = try SessionLock.candidates(of: phrase)
            #expect(Set(found.map(\.path)).count == found.count)
            for account in found where account.path != .seed {
                #expect(vector.paths[account.path.description] == account.publicKey.base58)
            }
            // What a search goes on to.
            let last = DerivationPath.Numbering.allCases.compactMap { $0.path(49) }
            for account in try SessionLock.candidates(of: phrase, at: last) {
                #expect(vector.paths[account.path.description] == account.publicKey.base58)
            }
        }
    }
}
