import Foundation
import TestSupport
import Testing
import WalletKeys

/// Assertions made by PyPI's cryptography, and what is wrong with each; see `vectors_passkey.py`.
@Suite("Assertions of passkeys") struct PasskeyAssertionTests {
    struct Vector: Decodable {
        let name: String
        let error: String?
        let algorithm: Int32
        let publicKey, authenticatorData, clientData, signature, challenge: Hex
        let origin, relyingParty: String

        func verify() throws(PasskeyError) {
            let key = try PasskeyPublicKey(algorithm: algorithm, subjectPublicKeyInfo: publicKey.bytes)
            let assertion = PasskeyAssertion(
                authenticatorData: authenticatorData.bytes, clientData: clientData.bytes, signature: signature.bytes)
            try assertion.verify(by: key, challenge: challenge.bytes, origin: origin, relyingParty: relyingParty)
        }
    }

    private static let made = Result {
        try JSONDecoder().decode([Vector].self, from: PythonScript("vectors_passkey.py").run())
    }

    private let vectors: [Vector]

    init() throws { vectors = try Self.made.get() }

    @Test func `each counts, or doesn't for the reason that it has`() throws {
        #expect(vectors.count > 40)
        #expect(vectors.count { $0.error == nil } == 12)
        for vector in vectors {
            do {
                try vector.verify()
                #expect(vector.error == nil, "\(vector.name)")
            } catch {
                #expect(error.rawValue == vector.error, "\(vector.name)")
            }
        }
    }

    @Test func `none that counts does with any bit of the signed data or the signature flipped`() throws {
        for vector in vectors where vector.name == "ES256 0" || vector.name == "EdDSA 0" {
            let key = try PasskeyPublicKey(algorithm: vector.algorithm, subjectPublicKeyInfo: vector.publicKey.bytes)
            let parts = [vector.authenticatorData.bytes, vector.clientData.bytes, vector.signature.bytes]
            for part in parts.indices {
                for index in parts[part].indices {
                    var changed = parts
                    changed[part][index] ^= 1 << UInt8(index % 8)
                    let assertion = PasskeyAssertion(
                        authenticatorData: changed[0], clientData: changed[1], signature: changed[2])
                    #expect(throws: PasskeyError.self, "\(vector.name), part \(part), byte \(index)") {
                        try assertion.verify(
                            by: key, challenge: vector.challenge.bytes, origin: vector.origin,
                            relyingParty: vector.relyingParty)
                    }
                }
            }
        }
    }
}
