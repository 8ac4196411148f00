import Salt
import Testing
import WalletKeys

@Suite struct WalletBackupTests {
    private let contents = Array("the address book".utf8)

    private func backup(of wallet: Wallet) async throws -> WalletBackup {
        let vault = try Vault(decoding: await wallet.session.backup())
        return try WalletBackup(vault, contents: contents, under: await wallet.proof().policyKey)
    }

    @Test func `contents come back with the vault, under its passphrase alone`() async throws {
        let wallet = try await Wallet.created()
        let file = try await backup(of: wallet).encoded()
        let read = try WalletBackup(decoding: file)
        #expect(read.encoded() == file)
        #expect(try read.contents(openedBy: await wallet.proof().policyKey) == contents)
        #expect(file.firstRange(of: contents) == nil)

        let other = try await Wallet.created()
        let key = try await other.proof().policyKey
        #expect(throws: WalletKeyError.vaultForged) { try read.contents(openedBy: key) }
        var told: [UInt8]?
        try await other.session.restore(file, passphrase: secret(Wallet.passphrase)) { _, bytes in told = bytes }
        #expect(told == contents)
        #expect(try await other.session.backup() == wallet.session.backup())
    }

    @Test func `a vault's file alone is a backup without contents`() async throws {
        let wallet = try await Wallet.created()
        let file = try await wallet.session.backup()
        let read = try WalletBackup(decoding: file)
        #expect(read.encoded() == file)
        #expect(try read.contents(openedBy: await wallet.proof().policyKey) == nil)
    }

    @Test func `a backup that was cut or changed is no backup, also under a new checksum`() async throws {
        let wallet = try await Wallet.created()
        let file = try await backup(of: wallet).encoded()
        let key = try await wallet.proof().policyKey
        for end in stride(from: 0, to: file.count, by: 7) {
            #expect(throws: WalletKeyError.self) { try WalletBackup(decoding: Array(file[..<end])) }
        }
        let body = Array(file.dropLast(32))
        for place in stride(from: 0, to: body.count, by: 5) {
            var changed = body
            changed[place] ^= 1
            #expect(throws: WalletKeyError.self) { try WalletBackup(decoding: changed + file.suffix(32)) }
            guard let read = try? WalletBackup(decoding: changed + SaltHash.sha256(changed)) else { continue }
            #expect(throws: WalletKeyError.vaultForged) { try read.contents(openedBy: key) }
        }
    }
}
