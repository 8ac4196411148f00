import Salt
import TestSupport
import Testing

struct SaltTests {
    @Test func `the version is libsodium's`() {
        #expect(Salt.version.hasPrefix("1.0."))
    }

    @Test func `random bytes have the length asked for and differ`() {
        #expect(Salt.randomBytes(count: 0).isEmpty)
        #expect(Salt.randomBytes(count: 33).count == 33)
        #expect(Salt.randomBytes(count: 16) != Salt.randomBytes(count: 16))
        #expect(Nonce() != Nonce())
    }

    @Test func `a wiped array is zero`() {
        var bytes: [UInt8] = [1, 2, 3]
        Salt.wipe(&bytes)
        #expect(bytes == [0, 0, 0])
    }

    @Test func `SHA-256 in parts is SHA-256 at once`() {
        var hash = SaltHash.SHA256()
        hash.update([0x61])
        hash.update([0x62, 0x63])
        #expect(hash.digest() == SaltHash.sha256([0x61, 0x62, 0x63]))
        #expect(hash.digest() == Hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad").bytes)
        hash.update([])
        #expect(hash.digest() == SaltHash.sha256(SecretBytes(copying: [0x61, 0x62, 0x63])).disclosed())
        #expect(
            SaltHash.sha256([]) == Hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855").bytes)
    }

    /// RFC 8032, section 7.1, test 2.
    @Test func `a signature is RFC 8032's, verifies, and verifies for nothing else`() throws {
        let seed = SecretBytes(copying: Hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb").bytes)
        let pair = try SaltSign.KeyPair(seed: seed)
        #expect(pair.publicKey == Hex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c").bytes)
        let signature = try SaltSign.sign([0x72], secretKey: pair.secretKey)
        #expect(
            signature
                == Hex(
                    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                        + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
                ).bytes)
        #expect(SaltSign.verify(signature, of: [0x72], publicKey: pair.publicKey))
        #expect(!SaltSign.verify(signature, of: [0x73], publicKey: pair.publicKey))
        #expect(!SaltSign.verify(signature, of: [0x72], publicKey: [UInt8](repeating: 0, count: 32)))
        #expect(!SaltSign.verify([], of: [0x72], publicKey: pair.publicKey))
        #expect(!SaltSign.verify(signature, of: [0x72], publicKey: []))
        var changed = signature
        changed[63] ^= 1
        #expect(!SaltSign.verify(changed, of: [0x72], publicKey: pair.publicKey))
    }

    @Test func `the empty message can be signed`() throws {
        let pair = try SaltSign.KeyPair(seed: SecretBytes.random(count: 32))
        #expect(SaltSign.verify(try SaltSign.sign([], secretKey: pair.secretKey), of: [], publicKey: pair.publicKey))
    }

    @Test func `messages that are signed together get the signatures that each gets alone`() throws {
        let pair = try SaltSign.KeyPair(seed: SecretBytes.random(count: 32))
        let messages: [[UInt8]] = [[], [1], [UInt8](repeating: 2, count: 1_232), [1]]
        let signatures = try SaltSign.sign(each: messages, secretKey: pair.secretKey)
        #expect(try signatures == messages.map { try SaltSign.sign($0, secretKey: pair.secretKey) })
        #expect(try SaltSign.sign(each: [], secretKey: pair.secretKey) == [])
    }

    @Test func `keys of another length are refused`() {
        let short = SecretBytes.random(count: 31)
        let refused = SaltError.wrongCount(expected: 32, found: 31)
        #expect(throws: refused) { _ = try SaltSign.KeyPair(seed: short) }
        #expect(throws: refused) { _ = try SaltSecretBox.seal([], nonce: Nonce(), key: short) }
        #expect(throws: refused) { _ = try SaltSecretBox.open([], nonce: Nonce(), key: short) }
        #expect(throws: refused) { _ = try SaltBox.seal([], nonce: Nonce(), sharedKey: short) }
        #expect(throws: refused) { _ = try SaltBox.open([], nonce: Nonce(), sharedKey: short) }
        #expect(throws: refused) { _ = try SaltScalarMult.base(scalar: short) }
        #expect(throws: refused) { _ = try SaltAEAD.open([], additionalData: [], nonce: Nonce(), key: short) }
        #expect(throws: SaltError.wrongCount(expected: 64, found: 31)) { _ = try SaltSign.sign([], secretKey: short) }
        #expect(throws: SaltError.wrongCount(expected: 24, found: 2)) { _ = try Nonce(bytes: [1, 2]) }
    }

    @Test func `a box opens with the other side's keys and not when a bit changed`() throws {
        let ours = SaltBox.KeyPair()
        let theirs = SaltBox.KeyPair()
        let nonce = Nonce()
        let shared = try SaltBox.sharedKey(publicKey: theirs.publicKey, secretKey: ours.secretKey)
        let sealed = try SaltBox.seal([1, 2, 3], nonce: nonce, sharedKey: shared)
        let same = try SaltBox.sharedKey(publicKey: ours.publicKey, secretKey: theirs.secretKey)
        #expect(try SaltBox.open(sealed, nonce: nonce, sharedKey: same) == [1, 2, 3])
        #expect(throws: SaltError.notAuthentic) { try SaltBox.open(sealed, nonce: Nonce(), sharedKey: same) }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 0x80
            #expect(throws: SaltError.notAuthentic) { try SaltBox.open(changed, nonce: nonce, sharedKey: same) }
        }
        #expect(throws: SaltError.notAuthentic) { try SaltBox.open([1], nonce: nonce, sharedKey: same) }
        #expect(throws: SaltError.weakPublicKey) {
            _ = try SaltBox.sharedKey(publicKey: [UInt8](repeating: 0, count: 32), secretKey: ours.secretKey)
        }
    }

    @Test func `a sealed secret opens only with its key, nonce and additional data`() throws {
        let key = SecretBytes.random(count: 32)
        let nonce = Nonce()
        let sealed = try SaltAEAD.seal(SecretBytes(copying: [1, 2]), additionalData: [9], nonce: nonce, key: key)
        #expect(sealed.count == 2 + SaltAEAD.overhead)
        #expect(try SaltAEAD.open(sealed, additionalData: [9], nonce: nonce, key: key).disclosed() == [1, 2])
        #expect(throws: SaltError.notAuthentic) {
            _ = try SaltAEAD.open(sealed, additionalData: [8], nonce: nonce, key: key)
        }
        #expect(throws: SaltError.notAuthentic) {
            _ = try SaltAEAD.open(sealed, additionalData: [9], nonce: Nonce(), key: key)
        }
        #expect(throws: SaltError.notAuthentic) {
            _ = try SaltAEAD.open(sealed, additionalData: [9], nonce: nonce, key: SecretBytes.random(count: 32))
        }
        #expect(throws: SaltError.notAuthentic) {
            _ = try SaltAEAD.open([1], additionalData: [9], nonce: nonce, key: key)
        }
    }

    @Test(arguments: [(0, 1 << 20), (-1, 1 << 20), (1, 8191), (1, -1), (Int.max, 1 << 20), (1, Int.max)])
    func `absurd costs are refused`(passes: Int, memory: Int) {
        #expect(throws: SaltError.self) {
            _ = try SaltPasswordHash.derive(
                count: 32, passphrase: SecretBytes(copying: [1]), salt: [UInt8](repeating: 0, count: 16),
                passes: passes,
                memory: memory)
        }
    }

    @Test func `on the curve are also the points that libsodium calls invalid`() {
        #expect(Salt.isOnCurve([1] + [UInt8](repeating: 0, count: 31)))
        #expect(Salt.isOnCurve([1] + [UInt8](repeating: 0, count: 30) + [0x80]))
        #expect(!Salt.isOnCurve([2] + [UInt8](repeating: 0, count: 31)))
        #expect(!Salt.isOnCurve([1]))
        #expect(!Salt.isOnCurve([]))
    }
}
