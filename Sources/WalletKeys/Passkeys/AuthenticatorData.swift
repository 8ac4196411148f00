import Salt

/// What an authenticator says of itself and signs (WebAuthn Level 3, section 6.1).
///
/// ```
/// | SHA-256 of the rp id: 32 | flags: 1 | signature counter: u32, big endian | attested credential data? | extensions? |
/// flags: 01 user present, 04 user verified, 40 attested credential data, 80 extensions
/// ```
package struct AuthenticatorData: Sendable {
    /// How many bytes authenticator data may have.
    package static let counts = 37...4096

    let bytes: [UInt8]
    /// The signature counter; 0 where the authenticator has none, as passkeys that are synchronised.
    package let counter: UInt32

    /// Reads authenticator data and checks it against what was asked for (section 7.2, steps 16 to 18).
    ///
    /// The counter isn't compared with an earlier one (docs/decisions/0010-prompts.md): every challenge is taken once, every use rewraps the
    /// vault key, and synchronised passkeys don't count.
    ///
    /// - Throws: ``PasskeyError/authenticatorDataInvalid``, ``PasskeyError/wrongRelyingParty``, ``PasskeyError/userNotPresent``,
    ///   ``PasskeyError/userNotVerified``.
    package init(_ bytes: [UInt8], relyingParty: String) throws(PasskeyError) {
        guard Self.counts.contains(bytes.count) else { throw .authenticatorDataInvalid }
        let flags = bytes[32]
        let hasMore = flags & 0xC0 != 0
        guard hasMore == (bytes.count > Self.counts.lowerBound) else { throw .authenticatorDataInvalid }
        guard bytes.starts(with: SaltHash.sha256(Array(relyingParty.utf8))) else { throw .wrongRelyingParty }
        guard flags & 0x01 != 0 else { throw .userNotPresent }
        guard flags & 0x04 != 0 else { throw .userNotVerified }
        self.bytes = bytes
        counter = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Whether it says that this credential was made (section 6.5.1): `| AAGUID: 16 | count: u16, big endian | credential id | key |`.
    package func attests(_ credential: [UInt8]) -> Bool {
        let start = Self.counts.lowerBound + 16 + 2
        guard bytes[32] & 0x40 != 0, bytes.count > start + credential.count else { return false }
        let count = Int(bytes[start - 2]) << 8 | Int(bytes[start - 1])
        return count == credential.count && bytes[start...].starts(with: credential)
    }
}
