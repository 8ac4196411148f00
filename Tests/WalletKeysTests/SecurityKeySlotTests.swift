import Foundation
import Salt
import TestSupport
import Testing
import WalletKeys

/// A security key's slot: its outputs turn, its counter only goes up, and its format is told.
@Suite(.timeLimit(.minutes(5)))
struct SecurityKeySlotTests {
    @Test func `a security key opens the wallet once with each output, and never the generation before`() async throws {
        let (wallet, key) = try await Self.wallet()
        try await wallet.session.unlock(securityKey: key.proof(counter: 2, output: 5, next: 6))
        #expect(await wallet.session.isUnlocked)
        let salts = try #require(try wallet.file.read()?.securityKeys.first).salts
        await wallet.session.lock()
        await #expect(throws: WalletKeyError.wrongSecurityKey) {
            try await wallet.session.unlock(securityKey: key.proof(counter: 3, output: 5, next: 6))
        }
        let earlier = try wallet.earlier()
        await #expect(throws: WalletKeyError.wrongSecurityKey) {
            try await earlier.session.unlock(securityKey: key.proof(counter: 3, output: 5, next: 6))
        }
        try await wallet.session.unlock(securityKey: key.proof(counter: 3, output: 6, next: 7))
        let later = try #require(try wallet.file.read()?.securityKeys.first).salts
        #expect(later.present == salts.next)
        #expect(later.next != salts.next)
    }

    @Test func `a proof signs one batch, opens no session, and turns the slot`() async throws {
        let (wallet, key) = try await Self.wallet(counter: 4)
        let account = try #require(try wallet.file.read()?.accounts.first).publicKey
        let signer = try await wallet.session.proof(securityKey: key.proof(counter: 5, output: 5, next: 6))
        #expect(await !wallet.session.isUnlocked)
        #expect(try await signer.sign(messages: [[1, 2, 3]], as: account).count == 1)
        await #expect(throws: WalletKeyError.locked) { try await signer.sign(messages: [[1, 2, 3]], as: account) }
        // The same outputs, and a count that stands still, prove nothing a second time.
        await #expect(throws: WalletKeyError.wrongSecurityKey) {
            _ = try await wallet.session.proof(securityKey: key.proof(counter: 6, output: 5, next: 6))
        }
        await #expect(throws: WalletKeyError.securityKeyCopied) {
            _ = try await wallet.session.proof(securityKey: key.proof(counter: 5, output: 6, next: 7))
        }
        _ = try await wallet.session.proof(securityKey: key.proof(counter: 6, output: 6, next: 7))
        // A session that is open goes on with the vault as it is now.
        try await wallet.session.unlock(securityKey: key.proof(counter: 7, output: 7, next: 8))
        _ = try await wallet.session.proof(securityKey: key.proof(counter: 8, output: 8, next: 9))
        #expect(await wallet.session.isUnlocked)
    }

    @Test func `a counter that goes back or stands still opens nothing, and one that is always 0 does`() async throws {
        let (wallet, key) = try await Self.wallet(counter: 9)
        let before = try wallet.folder.bytes()
        for counter: UInt32 in [0, 8, 9] {
            await #expect(throws: WalletKeyError.securityKeyCopied) {
                try await wallet.session.unlock(securityKey: key.proof(counter: counter, output: 5, next: 6))
            }
        }
        #expect(await !wallet.session.isUnlocked)
        #expect(try wallet.folder.bytes() == before)
        try await wallet.session.unlock(securityKey: key.proof(counter: 10, output: 5, next: 6))
        #expect(try wallet.file.read()?.securityKeys.first?.key.counter == 10)

        let (other, still) = try await Self.wallet(counter: 0)
        try await other.session.unlock(securityKey: still.proof(counter: 0, output: 5, next: 6))
        try await other.session.unlock(securityKey: still.proof(counter: 0, output: 6, next: 7))
    }

    @Test func `a key that went opens nothing, and the file is of the older format again`() async throws {
        let (wallet, key) = try await Self.wallet()
        #expect(try wallet.file.read()?.format == 4)
        await #expect(throws: WalletKeyError.securityKeyExists) { try await key.add(to: wallet, counter: 5) }
        try await wallet.session.removeSecurityKey(credential: key.credential, by: wallet.proof())
        #expect(try wallet.file.read()?.format == 2)
        let earlier = try wallet.earlier()
        for each in [wallet, earlier] {
            await #expect(throws: WalletKeyError.securityKeyUnknown) {
                try await each.session.unlock(securityKey: key.proof(counter: 5, output: 5, next: 6))
            }
        }
        await #expect(throws: WalletKeyError.securityKeyUnknown) {
            try await wallet.session.removeSecurityKey(credential: key.credential, by: wallet.proof())
        }
    }

    @Test func `it stands beside a passkey and the passphrase, and a new vault key drops it`() async throws {
        let (wallet, key) = try await Self.wallet()
        try await wallet.addPasskey()
        try await wallet.session.changePassphrase(from: secret(Wallet.passphrase), to: secret("another horse battery"))
        try await wallet.session.unlock(securityKey: key.proof(counter: 2, output: 5, next: 6))
        try await wallet.session.unlock(
            passkey: PasskeyProof(credential: [9, 9], output: output(5), nextOutput: output(6)))
        try await wallet.session.rotate(passphrase: secret("another horse battery"))
        #expect(try wallet.file.read()?.securityKeys.isEmpty == true)
    }

    @Test func `what the file says is what was written, and formats before 4 know no such slot`() async throws {
        let (wallet, key) = try await Self.wallet(takesPIN: true, counter: 0xA1B2_C3D4)
        let bytes = try wallet.folder.bytes()
        let vault = try Vault(decoding: bytes)
        #expect(vault.encoded() == bytes)
        #expect(vault.securityKeys.first?.key.takesPIN == true)
        #expect(vault.securityKeys.first?.key.counter == 0xA1B2_C3D4)
        #expect(vault.securityKeys.first?.key.passkey.credential == key.credential)
        for format: UInt8 in [1, 2, 3] {
            var older = Array(bytes.dropLast(32))
            older[14] = format
            #expect(throws: WalletKeyError.self) { try Vault(decoding: older + SaltHash.sha256(older)) }
        }
        var newer = Array(bytes.dropLast(32))
        newer[14] = 99
        #expect(throws: WalletKeyError.vaultUnsupported(version: 99)) {
            try Vault(decoding: newer + SaltHash.sha256(newer))
        }
    }

    @Test func `another reader of the file finds the key and opens its slot`() async throws {
        struct Opened: Decodable {
            struct Key: Decodable {
                let name: String
                let opened, pin: Bool
                let counter: UInt32
            }
            let securityKeys: [Key]
        }
        let (wallet, _) = try await Self.wallet(takesPIN: true, counter: 77)
        let output = try PythonScript("vectors_keys.py").run(
            ["open", wallet.folder.path + "/vault", "--output", "070707=" + String(repeating: "05", count: 32)],
            input: Data(Wallet.passphrase.utf8))
        let found = try JSONDecoder().decode(Opened.self, from: output).securityKeys
        #expect(found.map(\.name) == ["Key"])
        #expect(found.map(\.opened) == [true] && found.map(\.pin) == [true] && found.map(\.counter) == [77])
    }

    @Test func `a signature over another challenge, or without the user, is no proof`() async throws {
        let (wallet, key) = try await Self.wallet(takesPIN: true)
        let slot = try #require(try wallet.file.read()?.securityKeys.first).key
        let signed = try key.signed(counter: 2, flags: 0x05)
        func proof(challenge: [UInt8], data: [UInt8], signature: [UInt8]) throws {
            _ = try SecurityKeyProof(
                of: slot, challenge: challenge, authenticatorData: data, signature: signature, output: output(5),
                nextOutput: output(6))
        }
        try proof(challenge: key.challenge, data: signed.data, signature: signed.signature)
        #expect(throws: PasskeyError.signatureInvalid) {
            try proof(
                challenge: [UInt8](repeating: 0, count: 32), data: signed.data, signature: signed.signature)
        }
        let unverified = try key.signed(counter: 2, flags: 0x01)
        #expect(throws: PasskeyError.userNotVerified) {
            try proof(challenge: key.challenge, data: unverified.data, signature: unverified.signature)
        }
        let absent = try key.signed(counter: 2, flags: 0x04)
        #expect(throws: PasskeyError.userNotPresent) {
            try proof(challenge: key.challenge, data: absent.data, signature: absent.signature)
        }
        let other = try key.signed(counter: 2, flags: 0x05, relyingParty: "somebody.example")
        #expect(throws: PasskeyError.wrongRelyingParty) {
            try proof(challenge: key.challenge, data: other.data, signature: other.signature)
        }
    }

    private static func wallet(takesPIN: Bool = false, counter: UInt32 = 1) async throws -> (Wallet, Authenticator) {
        let wallet = try await Wallet.created()
        let key = Authenticator(takesPIN: takesPIN)
        try await key.add(to: wallet, counter: counter)
        return (wallet, key)
    }
}

/// A security key that answers as it is told, with real signatures.
private struct Authenticator {
    let takesPIN: Bool
    let credential: [UInt8] = [7, 7, 7]
    let challenge = [UInt8](repeating: 3, count: 32)
    private let seed = Salt.randomBytes(count: SaltSign.seedCount)

    init(takesPIN: Bool) {
        self.takesPIN = takesPIN
    }

    private static let ed25519Prefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]

    private func securityKey(counter: UInt32) throws -> VaultSecurityKey {
        VaultSecurityKey(
            passkey: try #require(
                Passkey(
                    name: "Key", created: 1, relyingParty: "sidekey", credential: credential, algorithm: -8,
                    publicKey: Self.ed25519Prefix + SaltSign.KeyPair(seed: SecretBytes(copying: seed)).publicKey)),
            takesPIN: takesPIN, counter: counter)
    }

    func add(to wallet: Wallet, counter: UInt32) async throws {
        let salts = PasskeySalts.random()
        try await wallet.session.add(
            securityKey(counter: counter), salts: salts, output: proof(counter: counter, output: 5, next: 6),
            by: wallet.proof())
    }

    func signed(
        counter: UInt32, flags: UInt8, relyingParty: String = "sidekey"
    ) throws -> (data: [UInt8], signature: [UInt8]) {
        let data =
            SaltHash.sha256(Array(relyingParty.utf8)) + [flags] + withUnsafeBytes(of: counter.bigEndian) { Array($0) }
        let keys = try SaltSign.KeyPair(seed: SecretBytes(copying: seed))
        return (data, try SaltSign.sign(data + challenge, secretKey: keys.secretKey))
    }

    func proof(counter: UInt32, output first: UInt8, next: UInt8) throws -> SecurityKeyProof {
        let signed = try signed(counter: counter, flags: takesPIN ? 0x05 : 0x01)
        return try SecurityKeyProof(
            of: securityKey(counter: counter), challenge: challenge, authenticatorData: signed.data,
            signature: signed.signature, output: output(first), nextOutput: output(next))
    }
}
