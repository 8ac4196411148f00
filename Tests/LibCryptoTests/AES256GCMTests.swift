import LibCrypto
import Salt
import TestSupport
import Testing

/// AES-256-GCM: the paper's own vector, and what must not open. HPKE's tests hold it against another implementation.
@Suite struct AES256GCMTests {
    /// McGrew and Viega, "The Galois/Counter Mode of Operation", test case 16.
    private let key = Hex("feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308").bytes
    private let nonce = Hex("cafebabefacedbaddecaf888").bytes
    private let data = Hex("feedfacedeadbeeffeedfacedeadbeefabaddad2").bytes
    private let plaintext = Hex(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525"
            + "b16aedf5aa0de657ba637b39"
    ).bytes
    private let sealed = Hex(
        "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838"
            + "c5f61e6393ba7a0abcc9f66276fc6ece0f4e1768cddf8853bb2d551b"
    ).bytes

    private func open(_ sealed: [UInt8], nonce: [UInt8], data: [UInt8]) throws(AES256GCM.Fault) -> [UInt8] {
        try AES256GCM.open(sealed, key: SecretBytes(copying: key), nonce: nonce, authenticating: data).disclosed()
    }

    @Test func `the vector, both ways`() throws {
        let made = try AES256GCM.seal(
            SecretBytes(copying: plaintext), key: SecretBytes(copying: key), nonce: nonce, authenticating: data)
        #expect(made == sealed)
        #expect(try open(sealed, nonce: nonce, data: data) == plaintext)
    }

    @Test func `nothing and no data are sealed too`() throws {
        let made = try AES256GCM.seal(
            SecretBytes(copying: []), key: SecretBytes(copying: key), nonce: nonce, authenticating: [])
        #expect(made.count == AES256GCM.tagCount)
        #expect(try open(made, nonce: nonce, data: []).isEmpty)
    }

    @Test func `one bit flipped anywhere and it doesn't open`() {
        for index in 0..<sealed.count * 8 {
            var changed = sealed
            changed[index / 8] ^= 1 << (index % 8)
            #expect(throws: AES256GCM.Fault.notAuthentic) { try open(changed, nonce: nonce, data: data) }
        }
        for index in 0..<nonce.count * 8 {
            var changed = nonce
            changed[index / 8] ^= 1 << (index % 8)
            #expect(throws: AES256GCM.Fault.notAuthentic) { try open(sealed, nonce: changed, data: data) }
        }
        #expect(throws: AES256GCM.Fault.notAuthentic) { try open(sealed, nonce: nonce, data: data + [0]) }
    }

    @Test func `lengths that none has are refused`() {
        #expect(throws: AES256GCM.Fault.wrongCount) { try open([1, 2], nonce: nonce, data: data) }
        #expect(throws: AES256GCM.Fault.wrongCount) { try open(sealed, nonce: nonce + [0], data: data) }
        #expect(throws: AES256GCM.Fault.wrongCount) {
            try AES256GCM.open(
                sealed, key: SecretBytes(copying: Array(key.dropLast())), nonce: nonce, authenticating: data
            ).disclosed()
        }
    }
}
