import Foundation
import Salt
import SolanaTransactions
import TestSupport
import Testing
import WalletKeys

/// A vault of format 1, written by `vectors_keys.py` from its description.
@Suite(.timeLimit(.minutes(5)))
struct OlderVaultTests {
    @Test func `a vault of format 1 opens, signs by a proof, and is written anew by a session with the same accounts`()
        async throws
    {
        let (wallet, written) = try Self.wallet()
        let bytes = try wallet.folder.bytes()
        let vault = try Vault(decoding: bytes)
        #expect(vault.format == 1)
        #expect(vault.encoded() == bytes)
        #expect(vault.accounts.map(\.publicKey.bytes) == written.accounts.map(\.publicKey.bytes))
        #expect(vault.accounts.map(\.path.indices) == written.accounts.map(\.indices))
        #expect(vault.accounts.map(\.label) == written.accounts.map(\.label))
        #expect(vault.accounts.allSatisfy { !$0.isHidden })

        for account in vault.accounts {
            let signer = try await wallet.session.proof(passphrase: secret(Wallet.passphrase))
            let signature = try await signer.sign(messages: [[7]], as: account.publicKey)[0]
            #expect(SaltSign.verify(signature.bytes, of: [7], publicKey: account.publicKey.bytes))
        }
        await #expect(throws: WalletKeyError.locked) { try await wallet.session.upgrade() }
        #expect(try wallet.folder.names == ["vault"])
        #expect(try wallet.folder.bytes() == bytes)

        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        #expect(try await wallet.session.isOlder())
        try await wallet.session.upgrade()
        #expect(try await !wallet.session.isOlder())
        let upgraded = try #require(try wallet.file.read())
        #expect(upgraded.format == 2)
        #expect(upgraded.generation == 4)
        #expect(upgraded.identifier == vault.identifier)
        #expect(upgraded.accounts == vault.accounts)
        #expect(try wallet.folder.bytes("vault.previous") == bytes)
        let restarted = wallet.another()
        try await restarted.unlock(passphrase: secret(Wallet.passphrase))
        for account in upgraded.accounts {
            let signature = try await restarted.signer.sign(messages: [[7]], as: account.publicKey)[0]
            #expect(SaltSign.verify(signature.bytes, of: [7], publicKey: account.publicKey.bytes))
        }
    }

    @Test func `every change makes a vault of format 1 one of format 2`() async throws {
        let changes: [@Sendable (Wallet) async throws -> Void] = [
            {
                try await $0.session.changePassphrase(
                    from: secret(Wallet.passphrase), to: secret("another horse battery"))
            },
            { try await $0.session.rotate(passphrase: secret(Wallet.passphrase)) },
            { try await $0.addPasskey() },
            { try await $0.session.remove(try $0.publicKey, by: $0.proof()) },
        ]
        for change in changes {
            let (wallet, _) = try Self.wallet()
            try await change(wallet)
            #expect(try wallet.file.read()?.format == 2)
            #expect(try wallet.file.read()?.generation == 4)
        }
    }

    @Test func `what format 1 doesn't know is damage in it`() async throws {
        // A passkey's slot, and an account with flags: the format's number set back by hand, with a new checksum.
        let wallet = try await Wallet.created()
        try await wallet.addPasskey()
        var bytes = Array(try wallet.folder.bytes().dropLast(32))
        bytes[14] = 1
        #expect(throws: WalletKeyError.self) { try Vault(decoding: bytes + SaltHash.sha256(bytes)) }
        bytes = Array(try await Wallet.created().folder.bytes().dropLast(32))
        bytes[14] = 1
        #expect(throws: WalletKeyError.self) { try Vault(decoding: bytes + SaltHash.sha256(bytes)) }
    }

    /// What the script says that it wrote.
    struct Written: Decodable {
        struct Account: Decodable {
            let publicKey: Hex
            let indices: [UInt32]
            let label: String
        }
        let accounts: [Account]
    }

    private static func wallet() throws -> (Wallet, Written) {
        let wallet = try Wallet()
        let output = try PythonScript("vectors_keys.py").run(
            ["older", wallet.folder.path + "/vault"], input: Data(Wallet.passphrase.utf8))
        return (wallet, try JSONDecoder().decode(Written.self, from: output))
    }
}
