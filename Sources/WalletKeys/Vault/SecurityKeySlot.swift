package import Salt

/// A security key that unlocks the vault, in its public form: a FIDO2 credential with `hmac-secret`.
public struct VaultSecurityKey: Sendable, Hashable {
    /// Its name, credential and public key. The relying party is no site's.
    public let passkey: Passkey
    /// True if the key is asked with its PIN: it computes another output without.
    public let takesPIN: Bool
    /// The number of its signatures when it was used last; 0 if it doesn't count.
    public let counter: UInt32

    public init(passkey: Passkey, takesPIN: Bool, counter: UInt32) {
        self.passkey = passkey
        self.takesPIN = takesPIN
        self.counter = counter
    }
}

/// The vault key wrapped under the output that a security key makes of a salt with CTAP's `hmac-secret`.
///
/// ```
/// | flags: 1 | counter: 4 | salt: 32 | next salt: 32 | Passkey | WrappedKey: 104 |
/// flags: 1 the key is asked with its PIN
/// ```
///
/// Salts turn as in ``PasskeySlot``: an output that somebody saw once opens nothing later. The context of the wrapped key is the vault's identifier,
/// the salt and the credential. Flags and counter are under the vault's seal like everything in the header.
struct SecurityKeySlot: Sendable, Hashable {
    private static let pinFlag: UInt8 = 1

    let securityKey: VaultSecurityKey
    let salts: PasskeySalts
    private let wrapped: WrappedKey

    /// Wraps a vault key under the output for the first of the salts.
    init(
        wrapping key: borrowing VaultKey, of identifier: [UInt8], securityKey: VaultSecurityKey, salts: PasskeySalts,
        output: borrowing SecretBytes
    ) throws(WalletKeyError) {
        guard output.count == PasskeyProof.outputCount else { throw .wrongSecurityKey }
        do throws(SaltError) {
            wrapped = try WrappedKey(
                key, material: output, context: Self.context(identifier, salts.present, securityKey.passkey))
        } catch {
            throw .primitive(error)
        }
        self.securityKey = securityKey
        self.salts = salts
    }

    /// Unwraps the vault key; nil if the output is for another salt or of another credential.
    func open(output: borrowing SecretBytes, of identifier: [UInt8]) throws(WalletKeyError) -> VaultKey? {
        guard output.count == PasskeyProof.outputCount else { return nil }
        return try wrapped.open(
            material: output, context: Self.context(identifier, salts.present, securityKey.passkey))
    }

    /// The slot for the next time, in which the next salt becomes the present one.
    func advanced(
        wrapping key: borrowing VaultKey, of identifier: [UInt8], by proof: borrowing SecurityKeyProof
    ) throws(WalletKeyError) -> SecurityKeySlot {
        try SecurityKeySlot(
            wrapping: key, of: identifier,
            securityKey: VaultSecurityKey(
                passkey: securityKey.passkey, takesPIN: securityKey.takesPIN, counter: proof.counter),
            salts: salts.advanced(), output: proof.nextOutput)
    }

    init(reading reader: inout ByteReader) throws(VaultDamage) {
        let start = reader.offset
        let flags = try reader.integer(UInt8.self)
        guard flags & ~Self.pinFlag == 0 else { throw reader.fault(at: start) }
        let counter = try reader.integer(UInt32.self)
        salts = PasskeySalts(
            present: Array(try reader.take(PasskeySlot.saltCount)), next: Array(try reader.take(PasskeySlot.saltCount)))
        securityKey = VaultSecurityKey(
            passkey: try Passkey(reading: &reader), takesPIN: flags & Self.pinFlag != 0, counter: counter)
        wrapped = try WrappedKey(reading: &reader)
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(securityKey.takesPIN ? Self.pinFlag : 0)
        bytes.append(littleEndian: securityKey.counter)
        bytes.append(contentsOf: salts.present)
        bytes.append(contentsOf: salts.next)
        securityKey.passkey.encode(into: &bytes)
        wrapped.encode(into: &bytes)
    }

    private static func context(_ identifier: [UInt8], _ salt: [UInt8], _ passkey: Passkey) -> [UInt8] {
        var context = Array("security key".utf8) + identifier + salt
        passkey.encode(into: &context)
        return context
    }
}

/// The outputs of a security key for the present salt and the next, with its signed count.
public struct SecurityKeyProof: ~Copyable, Sendable {
    /// The identifier of the credential.
    public let credential: [UInt8]
    /// The number of signatures that the key says it has made.
    package let counter: UInt32
    let output: SecretBytes
    let nextOutput: SecretBytes

    /// Checks that the key has signed the challenge, and takes its outputs, 32 bytes each.
    ///
    /// - Parameter challenge: random bytes; the caller takes each answer once.
    /// - Throws: ``PasskeyError``.
    package init(
        of key: VaultSecurityKey, challenge: [UInt8], authenticatorData: [UInt8], signature: [UInt8],
        output: consuming SecretBytes, nextOutput: consuming SecretBytes
    ) throws(PasskeyError) {
        let data = try AuthenticatorData(
            authenticatorData, relyingParty: key.passkey.relyingParty, isVerified: key.takesPIN)
        let publicKey = try PasskeyPublicKey(
            algorithm: key.passkey.algorithm, subjectPublicKeyInfo: key.passkey.publicKey)
        // CTAP has the hash of the client's data signed; the client is the agent, and the challenge stands in its place.
        guard PasskeyAssertion.signatureCounts.contains(signature.count),
            publicKey.verifies(signature, of: data.bytes + challenge)
        else { throw .signatureInvalid }
        credential = key.passkey.credential
        counter = data.counter
        self.output = output
        self.nextOutput = nextOutput
    }
}

/// Security keys: using one, adding one, removing one.
extension OpenVault {
    /// Opens a vault with a security key's outputs, and makes the generation in which only the second of them opens it.
    ///
    /// A count that isn't higher than the last one comes from a copy of the key (WebAuthn Level 3, section 7.2, step 22). Keys that always say 0
    /// don't count.
    ///
    /// - Throws: ``WalletKeyError/securityKeyUnknown``, ``WalletKeyError/wrongSecurityKey``, ``WalletKeyError/securityKeyCopied``,
    ///   ``WalletKeyError/vaultForged``.
    static func opened(
        _ vault: Vault, by proof: borrowing SecurityKeyProof
    ) throws(WalletKeyError) -> (present: OpenVault, next: OpenVault) {
        for (position, slot) in vault.slots.enumerated() {
            guard case .securityKey(let slot) = slot, slot.securityKey.passkey.credential == proof.credential else {
                continue
            }
            guard let key = try slot.open(output: proof.output, of: vault.identifier) else { throw .wrongSecurityKey }
            let last = slot.securityKey.counter
            guard proof.counter > last || proof.counter == 0 && last == 0 else { throw .securityKeyCopied }
            let present = OpenVault(vault, key: key)
            let advanced = try slot.advanced(wrapping: present.key, of: vault.identifier, by: proof)
            let next = try present.next { contents throws(WalletKeyError) in
                contents.slots[position] = .securityKey(advanced)
            }
            return (present, next)
        }
        throw .securityKeyUnknown
    }

    /// Adds a security key that has computed both outputs.
    ///
    /// - Throws: ``WalletKeyError/securityKeyExists`` if its credential has a slot, ``WalletKeyError/vaultFull``.
    func adding(
        _ securityKey: VaultSecurityKey, salts: PasskeySalts, proof: borrowing SecurityKeyProof
    ) throws(WalletKeyError) -> OpenVault {
        let slot = try SecurityKeySlot(
            wrapping: key, of: vault.identifier,
            securityKey: VaultSecurityKey(
                passkey: securityKey.passkey, takesPIN: securityKey.takesPIN, counter: proof.counter),
            salts: salts, output: proof.output)
        return try next { contents throws(WalletKeyError) in
            let isThere = vault.securityKeys.contains { $0.key.passkey.credential == securityKey.passkey.credential }
            guard !isThere else { throw .securityKeyExists }
            contents.slots.append(.securityKey(slot))
        }
    }

    /// Removes a security key's slot.
    ///
    /// - Throws: ``WalletKeyError/securityKeyUnknown``.
    func removing(securityKey credential: [UInt8]) throws(WalletKeyError) -> OpenVault {
        try next { contents throws(WalletKeyError) in
            let count = contents.slots.count
            contents.slots.removeAll { slot in
                if case .securityKey(let slot) = slot {
                    slot.securityKey.passkey.credential == credential
                } else {
                    false
                }
            }
            guard contents.slots.count < count else { throw .securityKeyUnknown }
        }
    }
}

extension Vault {
    /// The security keys that open the vault, each with the salts for its next use.
    public var securityKeys: [(key: VaultSecurityKey, salts: PasskeySalts)] {
        slots.compactMap { slot in
            if case .securityKey(let slot) = slot { (slot.securityKey, slot.salts) } else { nil }
        }
    }
}
