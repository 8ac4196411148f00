import Authenticators
import Foundation
import LibCrypto
import Salt
import SecurityKeys
import TestSupport
import Testing

/// A security key through libfido2, against an authenticator that shares no code with it.
@Suite struct SecurityKeyTests {
    private let relyingParty = "sidekey"
    private let challenge = Salt.randomBytes(count: SecurityKey.challengeCount)
    private let user = Salt.randomBytes(count: 16)

    private func made(
        by key: SecurityKey, excluding excluded: [[UInt8]] = [], pin: String = ""
    ) throws(SecurityKeyFault) -> SecurityKeyCredential {
        try key.make(
            for: relyingParty, user: user, name: "Sidekey", excluding: excluded, challenge: challenge,
            pin: SecretBytes(copying: Array(pin.utf8)))
    }

    private func secrets(
        of credential: SecurityKeyCredential, by key: SecurityKey, salts: [UInt8], pin: String = ""
    ) throws(SecurityKeyFault) -> [[UInt8]] {
        let assertion = try key.use(
            credential.identifier, of: relyingParty, salts: salts, challenge: challenge,
            pin: SecretBytes(copying: Array(pin.utf8)))
        return [assertion.secret.disclosed(), assertion.nextSecret.disclosed()]
    }

    @Test(arguments: [1, 2])
    func `the same salt gives the same secret, also after the key was pulled, and another salt another`(
        protocol number: Int
    ) throws {
        let first = try SoftwareKey(["--protocol", "\(number)"])
        let key = try first.open()
        let credential = try made(by: key)
        let (present, next) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        let secrets = try secrets(of: credential, by: key, salts: present + next)
        #expect(secrets[0] != secrets[1])
        let again = try SoftwareKey(["--protocol", "\(number)"], as: first).open()
        #expect(try self.secrets(of: credential, by: again, salts: next + present) == secrets.reversed())
    }

    @Test func `what it signs is over the challenge, by the credential's key, and counts on`() throws {
        let key = try SoftwareKey().open()
        let credential = try made(by: key)
        let publicKey = try #require(P256PublicKey(subjectPublicKeyInfo: credential.publicKey))
        var counter = credential.counter
        for _ in 0..<2 {
            let assertion = try key.use(
                credential.identifier, of: relyingParty, salts: Salt.randomBytes(count: 64), challenge: challenge,
                pin: SecretBytes(copying: []))
            let data = assertion.authenticatorData
            #expect(data.starts(with: SaltHash.sha256(Array(relyingParty.utf8))))
            #expect(publicKey.isValid(signature: assertion.signature, of: data + challenge))
            let counted = data[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
            #expect(counted > counter)
            counter = counted
        }
    }

    @Test func `with its PIN it computes other secrets than without, and says that it verified the user`() throws {
        let bare = try SoftwareKey()
        let without = try made(by: bare.open())
        #expect(!without.isUserVerified)
        let locked = try SoftwareKey(["--pin", "123456"], as: bare)
        let key = try locked.open()
        #expect(key.hasPIN)
        let with = try made(by: key, pin: "123456")
        #expect(with.isUserVerified)
        let salts = Salt.randomBytes(count: 64)
        #expect(
            try secrets(of: without, by: key, salts: salts)
                != secrets(of: without, by: key, salts: salts, pin: "123456"))
    }

    @Test func `a key with a PIN makes nothing without it`() throws {
        let key = try SoftwareKey(["--pin", "123456"]).open()
        #expect(throws: SecurityKeyFault.pinRequired(retries: 8)) { try made(by: key) }
        #expect(throws: SecurityKeyFault.pinNotSet) { try made(by: try SoftwareKey().open(), pin: "123456") }
    }

    @Test func `three wrong PINs and it has to be pulled, eight and it takes none any more`() throws {
        let options = ["--pin", "123456"]
        var plugged = try SoftwareKey(options)
        for left in [(7, 6), (4, 3), (1, 0)] {
            let key = try plugged.open()
            #expect(throws: SecurityKeyFault.pinWrong(retries: left.0)) { try made(by: key, pin: "000000") }
            if left.1 == 0 {
                #expect(throws: SecurityKeyFault.pinBlocked) { try made(by: key, pin: "000000") }
                #expect(throws: SecurityKeyFault.pinBlocked) { try made(by: key, pin: "123456") }
                return
            }
            #expect(throws: SecurityKeyFault.pinWrong(retries: left.1)) { try made(by: key, pin: "000000") }
            #expect(throws: SecurityKeyFault.pinPaused) { try made(by: key, pin: "000000") }
            #expect(throws: SecurityKeyFault.pinPaused) { try made(by: key, pin: "123456") }
            plugged = try SoftwareKey(options, as: plugged)
        }
    }

    @Test(arguments: ["123", String(repeating: "1", count: 64), "1234\u{0}56"])
    func `what can be no PIN isn't tried`(pin: String) throws {
        let key = try SoftwareKey(["--pin", "123456"]).open()
        #expect(throws: SecurityKeyFault.pinWrong(retries: nil)) { try made(by: key, pin: pin) }
        #expect(key.retries == 8)
    }

    @Test func `a credential of another key, or of another relying party, isn't on this one`() throws {
        let key = try SoftwareKey().open()
        let credential = try made(by: key)
        #expect(try key.holds(credential.identifier, of: relyingParty))
        #expect(try !key.holds(credential.identifier, of: "another"))
        let other = try SoftwareKey().open()
        #expect(try !other.holds(credential.identifier, of: relyingParty))
        #expect(throws: SecurityKeyFault.otherKey) {
            try secrets(of: credential, by: other, salts: Salt.randomBytes(count: 64))
        }
    }

    @Test func `a key that is added already is refused`() throws {
        let key = try SoftwareKey().open()
        let credential = try made(by: key)
        #expect(throws: SecurityKeyFault.present) { try made(by: key, excluding: [credential.identifier]) }
    }

    @Test(arguments: [
        ("deny", SecurityKeyFault.denied), ("late", .timedOut), ("pulled", .removed),
    ])
    func `what the user does at the key is told apart`(touch: String, fault: SecurityKeyFault) throws {
        let first = try SoftwareKey()
        let credential = try made(by: first.open())
        let key = try SoftwareKey(["--touch", touch], as: first).open()
        #expect(throws: fault) { try secrets(of: credential, by: key, salts: Salt.randomBytes(count: 64)) }
    }

    @Test func `another thread cancels what one waits for`() throws {
        let first = try SoftwareKey()
        let credential = try made(by: first.open())
        let key = try SoftwareKey(["--touch", "never"], as: first).open()
        Thread.detachNewThread {
            Thread.sleep(forTimeInterval: 0.3)
            key.cancel()
        }
        #expect(throws: SecurityKeyFault.cancelled) {
            try secrets(of: credential, by: key, salts: Salt.randomBytes(count: 64))
        }
    }

    @Test func `a key without secrets is refused when it is opened, and nobody when nothing is there`() throws {
        let key = try SoftwareKey(["--without-secrets"])
        #expect(throws: SecurityKeyFault.unsupported) { try key.open() }
        #expect(throws: SecurityKeyFault.removed) { try SecurityKey(path: "/dev/there-is-no-such-key") }
    }

    @Test(arguments: ["signature", "rp"])
    func `a credential that its key doesn't vouch for isn't taken`(lie: String) throws {
        let key = try SoftwareKey(["--lie", lie]).open()
        #expect(throws: SecurityKeyFault.invalid) { try made(by: key) }
    }

    @Test(arguments: ["secrets", "nothing"])
    func `an answer without both secrets isn't taken`(lie: String) throws {
        let first = try SoftwareKey()
        let credential = try made(by: first.open())
        let key = try SoftwareKey(["--lie", lie], as: first).open()
        #expect(throws: SecurityKeyFault.self) {
            try secrets(of: credential, by: key, salts: Salt.randomBytes(count: 64))
        }
    }
}
