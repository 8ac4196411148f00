import Foundation
import Salt
import TestSupport
import Testing
import WalletKeys

/// The TPM's slot: what it opens, what it is bound to, and its format.
@Suite(.timeLimit(.minutes(5)))
struct TPMSlotTests {
    private static let sealed = [UInt8](repeating: 5, count: 32)

    private static func tpm(name: String = "TPM", parent: UInt8 = 1, publicArea: [UInt8] = [2, 3]) throws -> VaultTPM {
        try #require(
            VaultTPM(
                name: name, created: 0x0102_0304_0506, parent: [UInt8](repeating: parent, count: 34),
                publicArea: publicArea, privateArea: [4, 5, 6]))
    }

    private static func wallet() async throws -> Wallet {
        let wallet = try await Wallet.created()
        try await wallet.session.add(tpm(), secret: SecretBytes(copying: sealed), by: wallet.proof())
        return wallet
    }

    @Test func `what the TPM unsealed opens the wallet each time, and nothing else does`() async throws {
        let wallet = try await Self.wallet()
        for _ in 0..<2 {
            try await wallet.session.unlock(tpm: SecretBytes(copying: Self.sealed))
            #expect(await wallet.session.isUnlocked)
            await wallet.session.lock()
        }
        for wrong in [[UInt8](repeating: 6, count: 32), Array(Self.sealed.dropLast()), []] {
            await #expect(throws: WalletKeyError.wrongTPM) {
                try await wallet.session.unlock(tpm: SecretBytes(copying: wrong))
            }
        }
        #expect(await !wallet.session.isUnlocked)
    }

    @Test func `one TPM at most, and one that went opens neither generation`() async throws {
        let wallet = try await Self.wallet()
        #expect(try wallet.file.read()?.format == 5)
        await #expect(throws: WalletKeyError.tpmExists) {
            try await wallet.session.add(
                Self.tpm(parent: 9), secret: SecretBytes(copying: Self.sealed), by: wallet.proof())
        }
        try await wallet.session.removeTPM(by: wallet.proof())
        #expect(try wallet.file.read()?.format == 2)
        for each in [wallet, try wallet.earlier()] {
            await #expect(throws: WalletKeyError.tpmUnknown) {
                try await each.session.unlock(tpm: SecretBytes(copying: Self.sealed))
            }
        }
        await #expect(throws: WalletKeyError.tpmUnknown) {
            try await wallet.session.removeTPM(by: wallet.proof())
        }
    }

    @Test func `it outlives another passphrase, and a new vault key drops it`() async throws {
        let wallet = try await Self.wallet()
        try await wallet.session.changePassphrase(from: secret(Wallet.passphrase), to: secret("another horse battery"))
        try await wallet.session.unlock(tpm: SecretBytes(copying: Self.sealed))
        try await wallet.session.rotate(passphrase: secret("another horse battery"))
        #expect(try wallet.file.read()?.tpm == nil)
    }

    @Test func `what the file says is what was written, and formats before 5 know no such slot`() async throws {
        let wallet = try await Self.wallet()
        let bytes = try wallet.folder.bytes()
        let vault = try Vault(decoding: bytes)
        #expect(vault.encoded() == bytes)
        #expect(try vault.tpm == Self.tpm())
        for format: UInt8 in [1, 2, 3, 4] {
            var older = Array(bytes.dropLast(32))
            older[14] = format
            #expect(throws: WalletKeyError.self) { try Vault(decoding: older + SaltHash.sha256(older)) }
        }
    }

    @Test func `a seal of no length, or of too many bytes, is none`() {
        func isOne(_ name: String, _ parent: Int, _ publicArea: Int, _ privateArea: Int) -> Bool {
            VaultTPM(
                name: name, created: 0, parent: [UInt8](repeating: 0, count: parent),
                publicArea: [UInt8](repeating: 0, count: publicArea),
                privateArea: [UInt8](repeating: 0, count: privateArea)) != nil
        }
        #expect(isOne("a", 34, 1, 1024) && isOne(String(repeating: "a", count: 64), 34, 1024, 1))
        #expect(!isOne("", 34, 1, 1) && !isOne(String(repeating: "a", count: 65), 34, 1, 1))
        #expect(!isOne("a", 33, 1, 1) && !isOne("a", 34, 0, 1) && !isOne("a", 34, 1, 0))
        #expect(!isOne("a", 34, 1025, 1) && !isOne("a", 34, 1, 1025))
    }

    @Test func `another reader of the file finds the TPM and opens its slot`() async throws {
        struct Opened: Decodable {
            struct TPM: Decodable {
                let name: String
                let created: UInt64
                let opened: Bool
            }
            let tpms: [TPM]
        }
        let wallet = try await Self.wallet()
        let hex = Self.sealed.map { String(format: "%02x", $0) }.joined()
        let output = try PythonScript("vectors_keys.py").run(
            ["open", wallet.folder.path + "/vault", "--output", "74706d=" + hex], input: Data(Wallet.passphrase.utf8))
        let found = try JSONDecoder().decode(Opened.self, from: output).tpms
        #expect(found.map(\.name) == ["TPM"] && found.map(\.created) == [0x0102_0304_0506])
        #expect(found.map(\.opened) == [true])
    }
}
