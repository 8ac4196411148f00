import Foundation
import Salt
import SolanaTransactions
import TestSupport
import Testing
import WalletKeys

/// Accounts whose key is on a device: what the vault keeps of them, and what it has no key for.
@Suite(.timeLimit(.minutes(5)))
struct AccountSignerTests {
    private static let path = "m/44'/501'/3'"

    /// A wallet with one account of its own and one on a Ledger.
    private func wallet() async throws -> (Wallet, PublicKey) {
        let wallet = try await Wallet.unlocked()
        let account = try PublicKey(bytes: SaltSign.KeyPair(seed: output(8)).publicKey)
        try await wallet.session.add(account, at: try #require(DerivationPath(Self.path)), on: .ledger, label: "Cold")
        return (wallet, account)
    }

    @Test func `it survives a lock, a new passphrase, a new vault key and a backup`() async throws {
        let (wallet, account) = try await wallet()
        #expect(try wallet.file.read()?.format == 6)
        try await wallet.session.update(account, isHidden: true, position: 0)
        await wallet.session.lock()
        try await wallet.session.changePassphrase(from: secret(Wallet.passphrase), to: secret("another horse battery"))
        try await wallet.session.rotate(passphrase: secret("another horse battery"))
        let backup = try await wallet.session.backup()
        for vault in [try #require(try wallet.file.read()), try Vault(decoding: backup)] {
            let found = try #require(vault.accounts.first)
            #expect(found.publicKey == account && found.signer == .ledger && found.isHidden && found.label == "Cold")
            #expect(found.path.description == Self.path)
            #expect(vault.accounts.map(\.signer) == [.ledger, .vault])
        }
    }

    @Test func `the vault has no key for it, and signs for its own beside it`() async throws {
        let (wallet, account) = try await wallet()
        await #expect(throws: WalletKeyError.keyOutside) {
            _ = try await wallet.session.signer.sign(messages: [[1]], as: account)
        }
        let proof = try await wallet.session.proof(passphrase: secret(Wallet.passphrase))
        await #expect(throws: WalletKeyError.keyOutside) { _ = try await proof.sign(messages: [[1]], as: account) }
        let signature = try await wallet.session.signer.sign(messages: [[1]], as: wallet.publicKey)[0]
        #expect(SaltSign.verify(signature.bytes, of: [1], publicKey: try wallet.publicKey.bytes))
        #expect(try await wallet.proof().secrets().count == 1)
    }

    @Test func `removing it removes no secret, and the last account of the vault's own stays`() async throws {
        let (wallet, account) = try await wallet()
        try await wallet.session.add(try #require(VaultSecret(privateKey: output(9))), by: wallet.proof())
        let own = try await wallet.session.status().accounts.filter { $0.signer == .vault }
        #expect(own.map(\.secret) == [0, 1])
        // The secret before it goes: positions shift, and the one that stands for none stays what it is.
        try await wallet.session.remove(own[0].publicKey, by: wallet.proof())
        #expect(try await wallet.session.status().accounts.map(\.secret) == [.max, 0])
        _ = try await wallet.session.signer.sign(messages: [[1]], as: own[1].publicKey)
        await #expect(throws: WalletKeyError.lastAccount) {
            try await wallet.session.remove(own[1].publicKey, by: wallet.proof())
        }
        try await wallet.session.remove(account, by: wallet.proof())
        #expect(try await wallet.proof().secrets().map(\.kind) == [.privateKey])
        #expect(try wallet.file.read()?.format == 2)
    }

    @Test func `an address stands once, and a path that the device has no key at is refused`() async throws {
        let (wallet, account) = try await wallet()
        let path = try #require(DerivationPath(Self.path))
        let other = try PublicKey(bytes: SaltSign.KeyPair(seed: output(7)).publicKey)
        await #expect(throws: WalletKeyError.accountExists) {
            try await wallet.session.add(account, at: path, on: .ledger)
        }
        for refused in ["m", "m/44'", "m/44'/60'/0'", "m/44'/501'/0'/0'/0'/0'", "seed"] {
            await #expect(throws: WalletKeyError.pathRefused) {
                try await wallet.session.add(other, at: try #require(DerivationPath(refused)), on: .ledger)
            }
        }
        await #expect(throws: WalletKeyError.pathRefused) {
            try await wallet.session.add(other, at: path, on: .vault)
        }
        await #expect(throws: WalletKeyError.labelInvalid) {
            try await wallet.session.add(other, at: path, on: .ledger, label: "")
        }
        await wallet.session.lock()
        await #expect(throws: WalletKeyError.locked) { try await wallet.session.add(other, at: path, on: .ledger) }
    }

    @Test func `what the file says is what was written, and each other format or kind is refused`() async throws {
        let (wallet, account) = try await wallet()
        let bytes = try wallet.folder.bytes()
        let vault = try Vault(decoding: bytes)
        #expect(vault.encoded() == bytes)
        let contents = Array(bytes.dropLast(32))
        let start = try #require(contents.firstRange(of: account.bytes)?.lowerBound)
        // The key, its position, the flags and three steps stand before it.
        let kind = start + 32 + 2 + 1 + 1 + 3 * 4
        #expect(contents[kind] == 1)
        for other: UInt8 in [0, 2, 255] {
            var changed = contents
            changed[kind] = other
            #expect(throws: WalletKeyError.vaultDamaged(VaultDamage(kind: .field, offset: kind))) {
                try Vault(decoding: changed + SaltHash.sha256(changed))
            }
        }
        for format: UInt8 in 1...4 {
            var older = contents
            older[14] = format
            #expect(throws: WalletKeyError.self) { try Vault(decoding: older + SaltHash.sha256(older)) }
        }
        var foreign = contents
        foreign[start + 36] = 60
        #expect(throws: WalletKeyError.self) { try Vault(decoding: foreign + SaltHash.sha256(foreign)) }
        for end in stride(from: 0, to: contents.count, by: 7) {
            let cut = Array(contents[..<end])
            #expect(throws: WalletKeyError.self) { try Vault(decoding: cut + SaltHash.sha256(cut)) }
        }
    }

    @Test func `an edit of the account is found when the vault is opened`() async throws {
        let (wallet, account) = try await wallet()
        var contents = Array(try wallet.folder.bytes().dropLast(32))
        let start = try #require(contents.firstRange(of: account.bytes)?.lowerBound)
        // Another path, which would have the device sign with another key.
        contents[start + 44] ^= 1
        let edited = try Wallet()
        try edited.folder.write(contents + SaltHash.sha256(contents))
        await #expect(throws: WalletKeyError.vaultForged) {
            try await edited.session.unlock(passphrase: secret(Wallet.passphrase))
        }
    }

    @Test func `another reader of the file finds it`() async throws {
        struct Opened: Decodable {
            struct Account: Decodable {
                let publicKey: String
                let signer: String
                let indices: [UInt32]
            }
            let accounts: [Account]
        }
        let (wallet, account) = try await wallet()
        let output = try PythonScript("vectors_keys.py").run(
            ["open", wallet.folder.path + "/vault"], input: Data(Wallet.passphrase.utf8))
        let found = try JSONDecoder().decode(Opened.self, from: output).accounts
        #expect(found.map(\.signer) == ["vault", "ledger"])
        #expect(found.last?.publicKey == account.bytes.map { String(format: "%02x", $0) }.joined())
        #expect(found.last?.indices == [44, 501, 3])
    }
}
