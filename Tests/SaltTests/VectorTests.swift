import Foundation
import Salt
import TestSupport
import Testing

/// Results of OpenSSL, PyCryptodome, argon2-cffi, PyNaCl and solders for random input; see `vectors_keys.py`.
struct VectorTests {
    struct Vectors: Decodable {
        struct Sign: Decodable { let seed, publicKey, message, signature: Hex }
        struct Box: Decodable {
            let secretKey, publicKey, ownPublicKey, product, nonce, message, box, secretBox: Hex
        }
        struct AEAD: Decodable { let key, nonce, additional, message, sealed: Hex }
        struct Hash: Decodable { let key, message, sha256, sha512, hmac: Hex }
        struct Passphrase: Decodable {
            let passphrase, salt, derived: Hex
            let passes, kibibytes: Int
        }
        struct PBKDF2: Decodable {
            let password, salt, derived: Hex
            let rounds: Int
        }
        struct Point: Decodable {
            let bytes: Hex
            let isOnCurve: Bool
        }
        let sign: [Sign]
        let box: [Box]
        let aead: [AEAD]
        let hash: [Hash]
        let passphrase: [Passphrase]
        let pbkdf2: [PBKDF2]
        let curve: [Point]
    }

    private static let made = Result {
        try JSONDecoder().decode(Vectors.self, from: PythonScript("vectors_keys.py").run(["salt", "--count", "20"]))
    }

    private let vectors: Vectors

    init() throws { vectors = try Self.made.get() }

    @Test func `signatures are OpenSSL's`() throws {
        #expect(vectors.sign.count == 20)
        for vector in vectors.sign {
            let pair = try SaltSign.KeyPair(seed: SecretBytes(copying: vector.seed.bytes))
            #expect(pair.publicKey == vector.publicKey.bytes)
            #expect(try SaltSign.sign(vector.message.bytes, secretKey: pair.secretKey) == vector.signature.bytes)
            #expect(
                SaltSign.verify(vector.signature.bytes, of: vector.message.bytes, publicKey: vector.publicKey.bytes))
        }
    }

    @Test func `scalar products are OpenSSL's, and boxes PyNaCl's`() throws {
        #expect(vectors.box.count == 20)
        for vector in vectors.box {
            let scalar = SecretBytes(copying: vector.secretKey.bytes)
            let nonce = try Nonce(bytes: vector.nonce.bytes)
            #expect(try SaltScalarMult.base(scalar: scalar) == vector.ownPublicKey.bytes)
            let product = try SaltScalarMult.multiply(scalar: scalar, point: vector.publicKey.bytes)
            #expect(product.disclosed() == vector.product.bytes)
            let shared = try SaltBox.sharedKey(publicKey: vector.publicKey.bytes, secretKey: scalar)
            #expect(
                try SaltBox.seal(vector.message.bytes, nonce: nonce, sharedKey: shared) == vector.box.bytes)
            #expect(
                try SaltBox.open(vector.box.bytes, nonce: nonce, sharedKey: shared) == vector.message.bytes)
            #expect(
                try SaltSecretBox.seal(vector.message.bytes, nonce: nonce, key: shared) == vector.secretBox.bytes)
            #expect(
                try SaltSecretBox.open(vector.secretBox.bytes, nonce: nonce, key: shared) == vector.message.bytes)
        }
    }

    @Test func `sealed secrets are PyCryptodome's`() throws {
        #expect(vectors.aead.count == 20)
        for vector in vectors.aead {
            let key = SecretBytes(copying: vector.key.bytes)
            let nonce = try Nonce(bytes: vector.nonce.bytes)
            let sealed = try SaltAEAD.seal(
                SecretBytes(copying: vector.message.bytes), additionalData: vector.additional.bytes, nonce: nonce,
                key: key)
            #expect(sealed == vector.sealed.bytes)
            let opened = try SaltAEAD.open(
                vector.sealed.bytes, additionalData: vector.additional.bytes, nonce: nonce, key: key)
            #expect(opened.disclosed() == vector.message.bytes)
        }
    }

    @Test func `hashes and codes are Python's`() {
        #expect(vectors.hash.count == 20)
        for vector in vectors.hash {
            let message = vector.message.bytes
            #expect(SaltHash.sha256(message) == vector.sha256.bytes)
            #expect(SaltHash.sha512(message) == vector.sha512.bytes)
            #expect(code(key: vector.key.bytes, message) == vector.hmac.bytes)
            #expect(codeInPlace(key: vector.key.bytes, message) == vector.hmac.bytes)
            #expect(codeOfParts(key: vector.key.bytes, message) == vector.hmac.bytes)
        }
    }

    @Test func `derived keys are Python's and argon2-cffi's`() throws {
        #expect(vectors.pbkdf2.count == 20)
        for vector in vectors.pbkdf2 {
            let derived = PBKDF2.deriveSHA512(
                count: vector.derived.bytes.count, password: SecretBytes(copying: vector.password.bytes),
                salt: SecretBytes(copying: vector.salt.bytes), rounds: vector.rounds)
            #expect(derived.disclosed() == vector.derived.bytes)
        }
        #expect(vectors.passphrase.count == 4)
        for vector in vectors.passphrase {
            let derived = try SaltPasswordHash.derive(
                count: 32, passphrase: SecretBytes(copying: vector.passphrase.bytes), salt: vector.salt.bytes,
                passes: vector.passes, memory: vector.kibibytes * 1024)
            #expect(derived.disclosed() == vector.derived.bytes)
        }
    }

    @Test func `points are on the curve where Solana says so`() {
        #expect(vectors.curve.count > 400)
        #expect(vectors.curve.contains { $0.isOnCurve } && vectors.curve.contains { !$0.isOnCurve })
        for point in vectors.curve {
            #expect(Salt.isOnCurve(point.bytes.bytes) == point.isOnCurve, "\(point.bytes.bytes)")
        }
    }

    private func code(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var code = HMACSHA512(publicKey: key)
        code.update(message)
        return code.code().disclosed()
    }

    private func codeOfParts(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        let half = message.count / 2
        var code = HMACSHA512(key: SecretBytes(copying: key))
        code.update(Array(message[..<half]))
        code.update(SecretBytes(copying: Array(message[half...])))
        code.update(SecretBytes(copying: []))
        return code.code().disclosed()
    }

    private func codeInPlace(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var code = message + [UInt8](repeating: 0, count: 64)
        code.withUnsafeMutableBytes { code in
            key.withUnsafeBytes { key in
                HMACSHA512.write(
                    codeOver: UnsafeRawBufferPointer(rebasing: code[..<message.count]), key: key,
                    to: UnsafeMutableRawBufferPointer(rebasing: code[..<64]))
            }
        }
        return Array(code[..<64])
    }
}
