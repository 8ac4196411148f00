import Foundation
import Salt
import SolanaTransactions
import TestSupport
import Testing
import WalletKeys

// The whole run opens a vault once for every byte, which takes five minutes on a busy machine.
@Suite(.timeLimit(.minutes(15)))
struct VaultTests {
    @Test func `a vault is written as it is read`() async throws {
        let wallet = try await Wallet.created(unattended: true)
        let bytes = try wallet.folder.bytes()
        let vault = try Vault(decoding: bytes)
        #expect(vault.encoded() == bytes)
        #expect(vault.generation == 1)
        #expect(vault.isUnattended)
        #expect(vault.identifier.count == 16)
        #expect(vault.accounts.map(\.publicKey.description) == [Wallet.address])
    }

    @Test func `the phrase can't be seen in the file, and two files of one phrase share no secret`() async throws {
        let first = try await Wallet.created()
        let second = try await Wallet.created()
        let bytes = try first.folder.bytes()
        #expect(bytes.count < 500)
        let entropy = Data(repeating: 0, count: 16)
        #expect(Data(bytes.dropFirst(44)).range(of: entropy) == nil)
        #expect(Data(bytes).range(of: Data("abandon".utf8)) == nil)
        let other = try second.folder.bytes()
        #expect(Array(bytes[20..<36]) != Array(other[20..<36]))
        #expect(bytes.suffix(100) != other.suffix(100))
    }

    /// `vectors_keys.py` knows the format from its description and uses neither our code nor libsodium.
    @Test(arguments: [false, true])
    func `another implementation opens the file and finds the phrase`(unattended: Bool) async throws {
        struct Opened: Decodable {
            struct Account: Decodable {
                let publicKey: Hex
                let indices: [UInt32]
                let label: String
            }
            let unattended: Bool
            let identifier, entropy: Hex
            let generation: UInt64
            let passes, kibibytes: UInt32
            let accounts: [Account]
        }
        let wallet = try await Wallet.created(unattended: unattended)
        let output = try PythonScript("vectors_keys.py").run(
            ["open", wallet.folder.path + "/vault"], input: Data(Wallet.passphrase.utf8))
        let opened = try JSONDecoder().decode(Opened.self, from: output)
        #expect(opened.entropy.bytes == [UInt8](repeating: 0, count: 16))
        #expect(opened.unattended == unattended)
        #expect(opened.generation == 1)
        #expect(opened.passes == PassphraseCost.minimum.passes)
        #expect(opened.kibibytes == PassphraseCost.minimum.memory)
        #expect(opened.accounts.map(\.publicKey.bytes) == [try wallet.publicKey.bytes])
        #expect(opened.accounts.map(\.indices) == [[44, 501, 0, 0]])
        #expect(opened.accounts.map(\.label) == ["Account 1"])
        #expect(opened.identifier.bytes == (try Vault(decoding: wallet.folder.bytes()).identifier))
    }

    @Test func `a new vault asks for 3 passes over 256 MiB`() async throws {
        #expect(PassphraseCost.standard.passes == 3)
        #expect(PassphraseCost.standard.memory == 256 * 1024)
        let folder = try ScratchFolder()
        let session = SessionLock(file: VaultFile(folder: folder.path))
        try await session.create(
            phrase: SeedPhrase.generate(), passphrase: secret(Wallet.passphrase), unattended: false)
        let bytes = try folder.bytes()
        #expect(Array(bytes[66..<74]) == [3, 0, 0, 0, 0, 0, 4, 0])
        try await session.unlock(passphrase: secret(Wallet.passphrase))
    }

    @Test func `a file that was cut is damaged, at every length`() async throws {
        let bytes = try await Wallet.created().folder.bytes()
        for count in bytes.indices {
            expectDamaged(Array(bytes[..<count]))
            expectFault(resealed(Array(bytes[..<max(count - 32, 0)])))
        }
        expectDamaged(bytes + [0])
        expectFault(resealed(bytes.dropLast(32) + [0]))
    }

    @Test func `a bit that flipped is damage, at every byte`() async throws {
        let bytes = try await Wallet.created().folder.bytes()
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << (index % 8)
            expectDamaged(changed)
        }
    }

    @Test func `a byte that was edited, checksum and all, opens nothing, wherever it stands`() async throws {
        let wallet = try await Wallet.created()
        let bytes = try wallet.folder.bytes()
        var outcomes: [WalletKeyError: Int] = [:]
        for index in 0..<bytes.count - 32 {
            var changed = bytes
            changed[index] ^= 1 << (index % 8)
            try wallet.folder.write(resealed(changed.dropLast(32)))
            try wallet.folder.forgetAttempts()
            let error = await #expect(throws: WalletKeyError.self, "byte \(index)") {
                try await wallet.another().unlock(passphrase: secret(Wallet.passphrase))
            }
            guard let error else { continue }
            switch error {
            case .vaultDamaged: outcomes[.vaultDamaged(VaultDamage.none), default: 0] += 1
            case .wrongPassphrase, .vaultForged, .vaultUnsupported: outcomes[error, default: 0] += 1
            // A flipped bit may ask for up to 1 GiB, which the machine may not have.
            case .outOfMemory: break
            default: Issue.record("byte \(index): \(error)")
            }
        }
        // Flags, generation, accounts, nonce, secrets and the wrapped key are found out by the vault key, the slot's own fields earlier.
        #expect(outcomes[.vaultForged, default: 0] > 150)
        #expect(outcomes[.wrongPassphrase, default: 0] > 60)
    }

    @Test func `what is damaged, forged and wrong is told apart`() async throws {
        let wallet = try await Wallet.created()
        let bytes = try wallet.folder.bytes()
        await #expect(throws: WalletKeyError.wrongPassphrase) {
            try await wallet.session.unlock(passphrase: secret("wrong horse"))
        }
        var unattended = bytes
        unattended[16] = 1
        try wallet.folder.write(unattended)
        await #expect(throws: WalletKeyError.vaultDamaged(VaultDamage(kind: .checksum, offset: bytes.count - 32))) {
            try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        }
        // While locked, the edited flag is believed; the unlock finds out.
        try wallet.folder.write(resealed(unattended.dropLast(32)))
        #expect(try await wallet.session.status().isUnattended)
        await #expect(throws: WalletKeyError.vaultForged) {
            try await wallet.session.unlock(passphrase: secret(Wallet.passphrase))
        }
        #expect(await !wallet.session.isUnlocked)
    }

    @Test func `accounts, generation and slots of another vault don't fit`() async throws {
        let wallet = try await Wallet.created()
        let bytes = try wallet.folder.bytes()
        let other = try await Wallet.created().folder.bytes()
        // The slot, which is 128 bytes after the 10 of the count, kind and length; then the account's public key.
        for range in [36..<44, 50..<178, 180..<212] {
            var changed = bytes
            changed.replaceSubrange(range, with: range == 36..<44 ? [2, 0, 0, 0, 0, 0, 0, 0] : Array(other[range]))
            if changed == bytes { changed[range.lowerBound] ^= 1 }
            try wallet.folder.write(resealed(changed.dropLast(32)))
            let error = await #expect(throws: WalletKeyError.self) {
                try await wallet.another().unlock(passphrase: secret(Wallet.passphrase))
            }
            #expect(error == (range == 50..<178 ? .wrongPassphrase : .vaultForged))
        }
    }

    @Test(
        arguments: [
            (66, [0, 0, 0, 0]), (66, [11, 0, 0, 0]), (66, [0xFF, 0xFF, 0xFF, 0xFF]), (70, [0, 0, 0, 0]),
            (70, [0xFF, 0x1F, 0, 0]), (70, [1, 0, 0x10, 0]), (70, [0xFF, 0xFF, 0xFF, 0xFF]), (16, [2, 0, 0, 0]),
            (16, [0, 0, 0, 0x80]), (36, [0, 0, 0, 0, 0, 0, 0, 0]), (44, [0, 0]), (44, [17, 0]), (44, [0xFF, 0xFF]),
            (46, [0, 0]), (46, [2, 0]), (48, [127, 0]), (48, [129, 0]), (48, [0xFF, 0xFF]), (178, [0xFF, 0xFF]),
            (214, [2]), (214, [0xFF]), (215, [11]), (215, [0xFF]), (216, [0, 0, 0, 0x80]), (232, [0xFF]), (233, [0xFF]),
        ] as [(Int, [UInt8])])
    func `absurd fields are damage, however right the checksum`(_ offset: Int, _ field: [UInt8]) async throws {
        let wallet = try await Wallet.created()
        var bytes = try wallet.folder.bytes()
        bytes.replaceSubrange(offset..<offset + field.count, with: field)
        expectFault(resealed(bytes.dropLast(32)))
    }

    @Test func `an account that stands there twice is damage`() async throws {
        let bytes = try await Wallet.created().folder.bytes()
        let account = Array(bytes[180..<242])
        #expect(account.suffix(9) == Array("Account 1".utf8))
        var changed = Array(bytes[..<242]) + account + Array(bytes[242...].dropLast(32))
        changed[178] = 2
        expectFault(resealed(changed))
    }

    @Test func `a newer format says so`() async throws {
        var bytes = try await Wallet.created().folder.bytes()
        bytes[14] = 99
        #expect(throws: WalletKeyError.vaultUnsupported(version: 99)) {
            try Vault(decoding: resealed(bytes.dropLast(32)))
        }
    }

    @Test func `no input traps`() async throws {
        let bytes = try await Wallet.created().folder.bytes()
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            var changed = Array(bytes.dropLast(32))
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 14..<changed.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: changed[index] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: changed.remove(at: index)
                default: changed.insert([0, 1, 0x7F, 0xFF].randomElement(using: &generator) ?? 0, at: index)
                }
            }
            guard let vault = try? Vault(decoding: resealed(changed)) else { continue }
            #expect(vault.encoded() == resealed(changed))
        }
    }

    @Test func `costs are bounded`() {
        for (passes, memory) in [(0, 8192), (11, 8192), (1, 8191), (1, (1 << 20) + 1)] as [(UInt32, UInt32)] {
            #expect(PassphraseCost(passes: passes, memory: memory) == nil)
        }
        #expect(PassphraseCost(passes: 10, memory: 1 << 20) != nil)
        #expect(PassphraseCost(passes: 1, memory: 8192) == .minimum)
    }

    /// The contents with a checksum that fits, as somebody would write who edits the file.
    private func resealed(_ contents: some Collection<UInt8>) -> [UInt8] {
        let contents = Array(contents)
        return contents + SaltHash.sha256(contents)
    }

    private func expectDamaged(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        do throws(WalletKeyError) {
            _ = try Vault(decoding: bytes)
            Issue.record("a damaged vault was read", sourceLocation: sourceLocation)
        } catch {
            guard case .vaultDamaged(let damage) = error else {
                Issue.record("\(error)", sourceLocation: sourceLocation)
                return
            }
            #expect((0...bytes.count).contains(damage.offset), sourceLocation: sourceLocation)
        }
    }

    private func expectFault(_ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        expectDamaged(bytes, sourceLocation: sourceLocation)
    }
}

extension VaultDamage {
    /// Stands for any damage where the place doesn't matter.
    static let none = VaultDamage(kind: .field, offset: 0)
}
