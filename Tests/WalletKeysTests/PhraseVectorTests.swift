import Base58
import Foundation
import Salt
import TestSupport
import Testing
import WalletKeys

/// Phrases of every length with their seeds and keys, as bip_utils and mnemonic make them; see `vectors_keys.py`.
struct PhraseVectorTests {
    struct Vectors: Decodable {
        struct Phrase: Decodable {
            struct Protected: Decodable {
                let passphrase, normal, seed: Hex
            }
            let entropy, seed, publicKey: Hex
            let protected: [Protected]
            let phrase, address, path: String
            let indices: [UInt32]
        }
        let phrases: [Phrase]
        let list: Hex
    }

    private static let made = Result {
        try JSONDecoder().decode(Vectors.self, from: PythonScript("vectors_keys.py").run(["phrases"]))
    }

    private let vectors: Vectors

    init() throws { vectors = try Self.made.get() }

    @Test func `phrases, entropy and seeds are mnemonic's`() throws {
        #expect(Set(vectors.phrases.map(\.entropy.bytes.count)) == [16, 20, 24, 28, 32])
        for vector in vectors.phrases {
            let phrase = try SeedPhrase(parsing: secret(vector.phrase))
            #expect(try phrase.entropy().disclosed() == vector.entropy.bytes)
            #expect(phrase.seed().disclosed() == vector.seed.bytes)
            let again = try SeedPhrase(entropy: SecretBytes(copying: vector.entropy.bytes))
            #expect(again.withText { String(decoding: $0, as: UTF8.self) } == vector.phrase)
        }
    }

    @Test func `seeds with a BIP-39 passphrase are mnemonic's and bip_utils', however it is spelled`() throws {
        var normalised = 0
        for vector in vectors.phrases {
            let phrase = try SeedPhrase(parsing: secret(vector.phrase))
            for protected in vector.protected {
                for spelling in [protected.passphrase.bytes, protected.normal.bytes] where spelling.count <= 1024 {
                    let passphrase: SecretBytes? = SecretBytes(copying: spelling)
                    #expect(try phrase.seed(passphrase: passphrase).disclosed() == protected.seed.bytes)
                }
                if protected.passphrase != protected.normal { normalised += 1 }
            }
            #expect(try phrase.seed(passphrase: nil).disclosed() == vector.seed.bytes)
        }
        #expect(normalised > 40)
    }

    @Test func `keys are bip_utils'`() throws {
        for vector in vectors.phrases {
            let seed = SecretBytes(copying: vector.seed.bytes)
            let first = try ExtendedKey(seed: seed, path: .firstSolanaAccount).keyPair()
            #expect(Base58.encode(first.publicKey) == vector.address)
            let path = try #require(DerivationPath(vector.indices))
            #expect(path.description == vector.path)
            let pair = try ExtendedKey(seed: seed, path: path).keyPair()
            #expect(pair.publicKey == vector.publicKey.bytes)
        }
    }

    @Test func `the word list is the published one`() {
        let words = (0..<2048).map { String(decoding: WordList.english[$0], as: UTF8.self) }
        #expect(SaltHash.sha256(Array((words.joined(separator: "\n") + "\n").utf8)) == vectors.list.bytes)
        #expect(vectors.list == "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda")
    }

    @Test func `a path takes ten hardened steps and no more`() {
        #expect(DerivationPath.firstSolanaAccount.description == "m/44'/501'/0'/0'")
        #expect(DerivationPath([])?.description == "m")
        #expect(DerivationPath(Array(repeating: 1, count: 10)) != nil)
        #expect(DerivationPath(Array(repeating: 1, count: 11)) == nil)
        #expect(DerivationPath([1 << 31]) == nil)
        #expect(DerivationPath([1 << 31 - 1]) != nil)
    }
}
