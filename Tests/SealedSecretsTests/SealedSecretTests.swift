import Foundation
import Salt
import SealedSecrets
import TestSupport
import Testing

/// Secrets sealed by pyhpke and opened here, and the other way round; see `vectors_seal.py`.
@Suite("Sealed secrets") struct SealedSecretTests {
    struct Vector: Decodable {
        let privateKey, publicKey, secret, enc, ciphertext: Hex
        let method, parameter: String

        var purpose: SealingPurpose { SealingPurpose(method: method, parameter: parameter) }

        var sealed: SealedSecret {
            get throws { try SealedSecret(encapsulatedKey: enc.bytes, ciphertext: ciphertext.bytes) }
        }

        var key: SealingKey {
            get throws { try SealingKey(privateKey: SecretBytes(copying: privateKey.bytes)) }
        }
    }

    private static let made = Result {
        try JSONDecoder().decode([Vector].self, from: PythonScript("vectors_seal.py").run(["seal", "--count", "40"]))
    }

    private let vectors: [Vector]
    private static let purpose = SealingPurpose(method: "vault.unlock", parameter: "passphrase")

    init() throws { vectors = try Self.made.get() }

    @Test func `what pyhpke sealed opens here, once`() throws {
        #expect(vectors.count == 40)
        for vector in vectors {
            let key = try vector.key
            #expect(key.publicKey == vector.publicKey.bytes)
            let secret = try key.open(vector.sealed, for: vector.purpose)
            #expect(secret.disclosed() == vector.secret.bytes)
            #expect(throws: SealingError.replayed) { _ = try key.open(vector.sealed, for: vector.purpose) }
        }
    }

    @Test func `what is sealed here opens in pyhpke`() throws {
        struct Sealed: Encodable {
            let privateKey, enc, ciphertext: Hex
            let method, parameter: String
        }
        struct Opened: Decodable { let secret: Hex }
        let entries = try vectors.map { vector in
            let sealed = try SealingPublicKey(vector.publicKey.bytes)
                .seal(SecretBytes(copying: vector.secret.bytes), for: vector.purpose)
            return Sealed(
                privateKey: vector.privateKey, enc: Hex(bytes: sealed.encapsulatedKey),
                ciphertext: Hex(bytes: sealed.ciphertext), method: vector.method, parameter: vector.parameter)
        }
        let answer = try PythonScript("vectors_seal.py").run(["open"], input: JSONEncoder().encode(entries))
        let opened = try JSONDecoder().decode([Opened].self, from: answer)
        #expect(opened.map(\.secret.bytes) == vectors.map(\.secret.bytes))
    }

    @Test func `a secret opens for no other method, parameter or key`() throws {
        let vector = vectors[3]
        let key = try vector.key
        for (method, parameter) in [
            ("vault.create", "passphrase"), (vector.method, "phrase"), (vector.method + "\n", vector.parameter),
            ("", ""),
        ] {
            #expect(throws: SealingError.invalid) {
                _ = try key.open(vector.sealed, for: SealingPurpose(method: method, parameter: parameter))
            }
        }
        #expect(throws: SealingError.invalid) { _ = try SealingKey().open(vector.sealed, for: vector.purpose) }
        // None of these tries used it up.
        _ = try key.open(vector.sealed, for: vector.purpose)
    }

    @Test func `one bit flipped anywhere and it doesn't open`() throws {
        let vector = vectors[3]
        let key = try vector.key
        let (enc, ciphertext) = (vector.enc.bytes, vector.ciphertext.bytes)
        for index in enc.indices {
            // Bit 255 of an X25519 key means nothing to the curve; the key schedule hashes it all the same.
            for bit in [UInt8(1), 0x80] {
                var enc = enc
                enc[index] ^= bit
                let sealed = try SealedSecret(encapsulatedKey: enc, ciphertext: ciphertext)
                #expect(throws: SealingError.invalid) { _ = try key.open(sealed, for: vector.purpose) }
            }
        }
        for index in ciphertext.indices {
            var ciphertext = ciphertext
            ciphertext[index] ^= 1 << UInt8(index % 8)
            let sealed = try SealedSecret(encapsulatedKey: enc, ciphertext: ciphertext)
            #expect(throws: SealingError.invalid) { _ = try key.open(sealed, for: vector.purpose) }
        }
    }

    @Test func `no cut of it is taken`() throws {
        let vector = try #require(vectors.first { $0.ciphertext.bytes.count > 64 + 16 })
        let (enc, ciphertext) = (vector.enc.bytes, vector.ciphertext.bytes)
        for count in 0..<ciphertext.count {
            let cut = Array(ciphertext.prefix(count))
            guard SealedSecret.ciphertextCounts.contains(count), (count - 16).isMultiple(of: 64) else {
                #expect(throws: SealingError.malformed) {
                    _ = try SealedSecret(encapsulatedKey: enc, ciphertext: cut)
                }
                continue
            }
            let sealed = try SealedSecret(encapsulatedKey: enc, ciphertext: cut)
            #expect(throws: SealingError.invalid) { _ = try vector.key.open(sealed, for: vector.purpose) }
        }
        for count in [0, 31, 33] {
            #expect(throws: SealingError.malformed) {
                _ = try SealedSecret(encapsulatedKey: [UInt8](repeating: 9, count: count), ciphertext: ciphertext)
            }
        }
        #expect(throws: SealingError.malformed) {
            _ = try SealedSecret(encapsulatedKey: enc, ciphertext: [UInt8](repeating: 0, count: 4096 + 64 + 16))
        }
    }

    @Test func `keys of low order are taken by neither side`() throws {
        let key = SealingKey()
        let lowOrder: [[UInt8]] = [
            [UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31),
            [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        ]
        for point in lowOrder {
            #expect(throws: SealingError.publicKeyInvalid) {
                _ = try SealingPublicKey(point).seal(SecretBytes(copying: [1]), for: Self.purpose)
            }
            let sealed = try SealedSecret(encapsulatedKey: point, ciphertext: [UInt8](repeating: 0, count: 80))
            #expect(throws: SealingError.invalid) { _ = try key.open(sealed, for: Self.purpose) }
        }
        #expect(throws: SealingError.publicKeyInvalid) { _ = try SealingPublicKey([1, 2, 3]) }
    }

    @Test func `a key opens 1,024 secrets and then no more`() throws {
        let key = SealingKey()
        let sender = try SealingPublicKey(key.publicKey)
        let first = try sender.seal(SecretBytes(copying: [0]), for: Self.purpose)
        _ = try key.open(first, for: Self.purpose)
        for number in 1..<SealingKey.maximumOpenings {
            let bytes = [UInt8(truncatingIfNeeded: number)]
            let secret = try key.open(sender.seal(SecretBytes(copying: bytes), for: Self.purpose), for: Self.purpose)
            #expect(secret.disclosed() == bytes)
        }
        let late = try sender.seal(SecretBytes(copying: [0]), for: Self.purpose)
        #expect(throws: SealingError.exhausted) { _ = try key.open(late, for: Self.purpose) }
        #expect(throws: SealingError.replayed) { _ = try key.open(first, for: Self.purpose) }
    }

    @Test func `a secret that is opened by many at once is had by one`() async throws {
        let key = SealingKey()
        let sealed = try SealingPublicKey(key.publicKey).seal(SecretBytes(copying: [7]), for: Self.purpose)
        let opened = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask { (try? key.open(sealed, for: Self.purpose).count) == 1 }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(opened == 1)
    }

    @Test func `what is too long is not sealed, and lengths that differ a little look the same`() throws {
        let key = try SealingPublicKey(SealingKey().publicKey)
        let longest = SecretBytes(count: SealedSecret.maximumSecretCount) { _ in }
        #expect(try key.seal(longest, for: Self.purpose).ciphertext.count == SealedSecret.ciphertextCounts.upperBound)
        let longer = SecretBytes(count: SealedSecret.maximumSecretCount + 1) { _ in }
        #expect(throws: SealingError.tooLong) { _ = try key.seal(longer, for: Self.purpose) }
        let counts = try Set(
            (0...62).map { count in
                try key.seal(SecretBytes(count: count) { _ in }, for: Self.purpose).ciphertext.count
            })
        #expect(counts == [SealedSecret.ciphertextCounts.lowerBound])
    }
}
