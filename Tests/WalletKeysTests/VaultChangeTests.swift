import Foundation
import Salt
import SolanaTransactions
import TestSupport
import Testing
import WalletKeys

@Suite(.timeLimit(.minutes(5)))
struct VaultChangeTests {
    @Test func `a new passphrase opens the wallet, and the old one nothing, in neither generation`() async throws {
        let wallet = try await Wallet.created()
        try await wallet.session.changePassphrase(from: secret(Wallet.passphrase), to: secret("another horse battery"))
        await expectWrong(wallet.another(), Wallet.passphrase)
        let session = wallet.another()
        try await session.unlock(passphrase: secret("another horse battery"))
        #expect(try await session.status().accounts.map(\.publicKey.description) == [Wallet.address])
        #expect(try wallet.file.read()?.generation == 2)

        // The generation before is the first by its contents, and under the new slots.
        #expect(try wallet.file.readPrevious()?.generation == 1)
        let earlier = try wallet.earlier()
        await expectWrong(earlier.session, Wallet.passphrase)
        try await earlier.session.unlock(passphrase: secret("another horse battery"))
    }

    @Test func `a change of passphrase needs the present one, and a new one that can be one`() async throws {
        let wallet = try await Wallet.unlocked()
        let before = try wallet.folder.bytes()
        await #expect(throws: WalletKeyError.wrongPassphrase) {
            try await wallet.session.changePassphrase(from: secret("wrong horse"), to: secret("another horse battery"))
        }
        await #expect(throws: WalletKeyError.passphraseInvalid(.tooShort)) {
            try await wallet.session.changePassphrase(from: secret(Wallet.passphrase), to: secret("short"))
        }
        #expect(try wallet.folder.bytes() == before)
    }

    @Test func `an open session goes on through a change`() async throws {
        let wallet = try await Wallet.unlocked()
        wallet.clock.advance(by: .seconds(20))
        try await wallet.session.rotate(passphrase: secret(Wallet.passphrase))
        #expect(await wallet.session.remaining == .seconds(100))
        let signatures = try await wallet.session.signer.sign(messages: [[1]], as: wallet.publicKey)
        #expect(signatures.count == 1)
    }

    @Test func `a rotated vault has another key, and the key of before opens neither generation`() async throws {
        let wallet = try await Wallet.created()
        let before = try #require(await wallet.opened()).policyKey
        try await wallet.addPasskey()
        try await wallet.session.rotate(passphrase: secret(Wallet.passphrase))
        let vault = try #require(try wallet.file.read())
        #expect(vault.passkeys.isEmpty)
        #expect(try wallet.file.readPrevious()?.passkeys.isEmpty == true)
        let after = try #require(await wallet.opened()).policyKey
        #expect(!before.isCode(after.code(over: [1]), over: [1]))
        let earlier = try wallet.earlier()
        let earlierKey = try #require(await earlier.opened()).policyKey
        #expect(after.isCode(earlierKey.code(over: [1]), over: [1]))
    }

    @Test func `two changes of one vault don't undo each other`() async throws {
        let wallet = try await Wallet.created()
        let first = try await wallet.session.prove(passphrase: secret(Wallet.passphrase))
        let second = try await wallet.session.prove(passphrase: secret(Wallet.passphrase))
        try await wallet.session.add(try key(1), by: first)
        await #expect(throws: WalletKeyError.vaultChanged) { try await wallet.session.add(try key(2), by: second) }
        #expect(try await wallet.session.status().accounts.count == 2)
    }

    @Test func `accounts are derived, named, hidden and ordered in a session, and only there`() async throws {
        let wallet = try await Wallet.created()
        await #expect(throws: WalletKeyError.locked) { try await wallet.session.addAccount() }
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        try await wallet.session.addAccount()
        let short: DerivationPath = try #require(DerivationPath("m/44'/501'"))
        try await wallet.session.addAccount(path: short)
        var accounts = try await wallet.session.status().accounts
        #expect(accounts.map(\.path.description) == ["m/44'/501'/0'/0'", "m/44'/501'/1'/0'", "m/44'/501'"])
        #expect(accounts.map(\.label) == ["Account 1", "Account 2", "Account 3"])
        await #expect(throws: WalletKeyError.accountExists) {
            try await wallet.session.addAccount(path: .firstSolanaAccount)
        }
        await #expect(throws: WalletKeyError.secretUnknown) { try await wallet.session.addAccount(secret: 1) }

        try await wallet.session.update(accounts[2].publicKey, label: "Savings", isHidden: true, position: 0)
        accounts = try await wallet.another().status().accounts
        #expect(accounts.map(\.label) == ["Savings", "Account 1", "Account 2"])
        #expect(accounts.map(\.isHidden) == [true, false, false])
        for label in ["", "a\nb", String(repeating: "x", count: 129)] {
            await #expect(throws: WalletKeyError.labelInvalid) {
                try await wallet.session.update(accounts[0].publicKey, label: label)
            }
        }
        // Each signs for itself.
        for account in accounts {
            let signature = try await wallet.session.signer.sign(messages: [[7]], as: account.publicKey)[0]
            #expect(SaltSign.verify(signature.bytes, of: [7], publicKey: account.publicKey.bytes))
        }
    }

    @Test func `keys and phrases are imported, and go with their last account`() async throws {
        let wallet = try await Wallet.created()
        try await wallet.session.add(try key(1), by: wallet.proof())
        await #expect(throws: WalletKeyError.secretExists) {
            try await wallet.session.add(try key(1), by: wallet.proof())
        }
        let phrase = try VaultSecret(phrase: SeedPhrase.generate(), passphrase: secret("with a passphrase"))
        try await wallet.session.add(
            phrase, paths: [.firstSolanaAccount, try #require(DerivationPath("m/44'/501'"))], by: wallet.proof())
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        var accounts = try await wallet.session.status().accounts
        #expect(accounts.map(\.secret) == [0, 1, 2, 2])
        #expect(accounts[1].path == .none)
        for account in accounts {
            let signature = try await wallet.session.signer.sign(messages: [[7]], as: account.publicKey)[0]
            #expect(SaltSign.verify(signature.bytes, of: [7], publicKey: account.publicKey.bytes))
        }

        try await wallet.session.remove(accounts[1].publicKey, by: wallet.proof())
        accounts.remove(at: 1)
        #expect(try await wallet.session.status().accounts.map(\.publicKey) == accounts.map(\.publicKey))
        #expect(try await wallet.session.status().accounts.map(\.secret) == [0, 1, 1])
        #expect(try await wallet.proof().secrets().map(\.kind) == [.phrase, .phraseWithPassphrase])
        _ = try await wallet.session.signer.sign(messages: [[7]], as: accounts[2].publicKey)
        for account in accounts.dropFirst() {
            try await wallet.session.remove(account.publicKey, by: wallet.proof())
        }
        await #expect(throws: WalletKeyError.lastAccount) {
            try await wallet.session.remove(accounts[0].publicKey, by: wallet.proof())
        }
        #expect(try await wallet.proof().secrets().map(\.kind) == [.phrase])
    }

    @Test func `what was sealed is what is shown again`() async throws {
        let wallet = try await Wallet.created()
        let secrets = try await wallet.proof().secrets()
        var text: String?
        switch try secrets[0].phrase() {
        case .some(let phrase): text = phrase.withText { String(decoding: $0, as: UTF8.self) }
        case .none: break
        }
        #expect(text == Wallet.phrase)
        let passphrase = secrets[0].phrasePassphrase()?.count
        let key = secrets[0].privateKey()?.count
        #expect(passphrase == nil)
        #expect(key == nil)
    }

    @Test func `another implementation reads a vault with everything in it`() async throws {
        struct Opened: Decodable {
            struct Secret: Decodable {
                let kind: Int
                let body: Hex
            }
            struct Account: Decodable { let hidden: Bool }
            struct Passkey: Decodable {
                let name: String
                let opened: Bool
            }
            let generation: UInt64
            let secrets: [Secret]
            let accounts: [Account]
            let passkeys: [Passkey]
        }
        let wallet = try await Wallet.unlocked()
        try await wallet.session.add(try key(9), by: wallet.proof())
        let phrase = try VaultSecret(
            phrase: SeedPhrase(parsing: secret(Wallet.phrase)), passphrase: secret("pass\u{E9}"))
        try await wallet.session.add(phrase, by: wallet.proof())
        try await wallet.session.update(wallet.publicKey, isHidden: true)
        try await wallet.addPasskey()
        let output = try PythonScript("vectors_keys.py").run(
            ["open", wallet.folder.path + "/vault", "--output", "0909=" + String(repeating: "05", count: 32)],
            input: Data(Wallet.passphrase.utf8))
        let opened = try JSONDecoder().decode(Opened.self, from: output)
        #expect(opened.generation == 5)
        #expect(opened.secrets.map(\.kind) == [1, 3, 2])
        #expect(opened.secrets[1].body.bytes == [UInt8](repeating: 9, count: 32))
        #expect(opened.secrets[2].body.bytes == [16] + [UInt8](repeating: 0, count: 16) + Array("pass\u{E9}".utf8))
        #expect(opened.accounts.map(\.hidden) == [true, false, false])
        #expect(opened.passkeys.map(\.name) == ["Key"])
        #expect(opened.passkeys.map(\.opened) == [true])
    }

    @Test func `a backup takes the vault's place, and what was there is set aside`() async throws {
        let wallet = try await Wallet.created()
        let backup = try wallet.folder.bytes()
        try await wallet.session.changePassphrase(from: secret(Wallet.passphrase), to: secret("another horse battery"))
        let present = try wallet.folder.bytes()
        await #expect(throws: WalletKeyError.wrongPassphrase) {
            try await wallet.session.restore(backup, passphrase: secret("another horse battery")) { _, _ in }
        }
        await #expect(throws: WalletKeyError.self) {
            try await wallet.session.restore(backup.dropLast(), passphrase: secret(Wallet.passphrase)) { _, _ in }
        }
        #expect(try wallet.folder.bytes() == present)
        try await wallet.session.restore(backup, passphrase: secret(Wallet.passphrase)) { _, _ in }
        #expect(try wallet.folder.bytes() == backup)
        #expect(try wallet.folder.bytes("vault.aside-1") == present)
        #expect(try wallet.folder.names == ["vault", "vault.aside-1", "vault.previous.aside-1"])
        try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
    }

    @Test func `a lost passphrase sets the old vault aside, however often`() async throws {
        let wallet = try await Wallet.created()
        let old = try wallet.folder.bytes()
        for number in 1...2 {
            let again = try VaultSecret(
                phrase: SeedPhrase(parsing: secret(Wallet.phrase)), passphrase: SecretBytes(count: 0) { _ in })
            try await wallet.session.create(
                again, passphrase: secret("number \(number) horse battery"), unattended: false, existing: .setAside)
            try await wallet.another().unlock(passphrase: secret("number \(number) horse battery"))
        }
        #expect(try wallet.folder.bytes("vault.aside-1") == old)
        #expect(try wallet.folder.names == ["vault", "vault.aside-1", "vault.aside-2"])
        // A vault of which nothing can be read is set aside too.
        try wallet.folder.write([1, 2, 3])
        let phrase = try VaultSecret(phrase: SeedPhrase.generate(), passphrase: SecretBytes(count: 0) { _ in })
        try await wallet.session.create(
            phrase, passphrase: secret(Wallet.passphrase), unattended: false, existing: .setAside)
        #expect(try wallet.folder.bytes("vault.aside-3") == [1, 2, 3])
    }

    @Test func `a phrase's usual accounts are found`() async throws {
        let phrase = try VaultSecret(
            phrase: SeedPhrase(parsing: secret(Wallet.phrase)), passphrase: SecretBytes(count: 0) { _ in })
        let candidates = try SessionLock.candidates(of: phrase)
        #expect(candidates.count == 17)
        #expect(Set(candidates.map(\.publicKey)).count == 17)
        #expect(candidates.first?.publicKey == (try PublicKey(base58: Wallet.address)))
        #expect(candidates[10].path.description == "m/44'/501'/0'/0'/0'")
        #expect(candidates[15].path.description == "m/44'/501'")
        #expect(candidates.last?.path == .seed)
        let wallet = try Wallet()
        try await wallet.session.create(
            phrase, paths: [candidates[3].path, candidates[10].path], passphrase: secret(Wallet.passphrase),
            unattended: false)
        #expect(
            try await wallet.session.status().accounts.map(\.publicKey)
                == [candidates[3], candidates[10]].map(\.publicKey))
    }

    private func key(_ byte: UInt8) throws -> VaultSecret {
        let secret = VaultSecret(privateKey: SecretBytes(copying: [UInt8](repeating: byte, count: 32)))
        return try #require(secret)
    }

    private func expectWrong(_ session: SessionLock, _ passphrase: String) async {
        await #expect(throws: WalletKeyError.wrongPassphrase) {
            try await session.unlock(passphrase: secret(passphrase))
        }
    }
}
