/// What a browser hands out when a passkey was used: two pieces of data and a signature over both (WebAuthn Level 3, section 5.2.2).
package struct PasskeyAssertion: Sendable {
    /// How many bytes a signature may have.
    package static let signatureCounts = 1...1024

    private let authenticatorData: [UInt8]
    private let clientData: [UInt8]
    private let signature: [UInt8]

    /// Takes the three as they came; ``verify(by:challenge:origin:relyingParty:)`` says what they are worth.
    package init(authenticatorData: [UInt8], clientData: [UInt8], signature: [UInt8]) {
        self.authenticatorData = authenticatorData
        self.clientData = clientData
        self.signature = signature
    }

    /// Checks that the passkey was used for this challenge, from this origin, by a user whom the authenticator verified
    /// (section 7.2, steps 10 to 21).
    ///
    /// - Parameters:
    ///   - challenge: random bytes, or a request's digest; the caller takes each answer once.
    ///   - origin: as the browser serialises it.
    ///   - relyingParty: the rp id.
    /// - Throws: ``PasskeyError``.
    package func verify(
        by key: PasskeyPublicKey, challenge: [UInt8], origin: String, relyingParty: String
    ) throws(PasskeyError) {
        let clientData = try ClientData(clientData, .assertion, challenge: challenge, origin: origin)
        let data = try AuthenticatorData(authenticatorData, relyingParty: relyingParty)
        guard Self.signatureCounts.contains(signature.count), key.verifies(signature, of: data.bytes + clientData.hash)
        else { throw .signatureInvalid }
    }
}
