public import Salt

/// The vault key wrapped under the output that a passkey's authenticator makes of a salt with WebAuthn's PRF extension.
///
/// ```
/// | salt: 32 | next salt: 32 | Passkey | WrappedKey: 104 |
/// ```
///
/// The output for `salt` opens the slot. Each use evaluates `next salt` too, wraps the vault key under that output and draws a new next salt. So an
/// output that somebody saw once opens nothing later. The context of the wrapped key is the vault's identifier, the salt and the passkey; the next
/// salt is under the vault's seal like everything in the header.
struct PasskeySlot: Sendable, Hashable {
    /// The length of a salt in bytes.
    static let saltCount = 32

    let passkey: Passkey
    /// The salts that the authenticator evaluates: the output for the first opens the slot, the second is for the next time.
    let salts: PasskeySalts
    private let wrapped: WrappedKey

    /// Wraps a vault key under the output for the first of the salts.
    init(
        wrapping key: borrowing VaultKey, of identifier: [UInt8], passkey: Passkey, salts: PasskeySalts,
        output: borrowing SecretBytes
    ) throws(WalletKeyError) {
        guard output.count == PasskeyProof.outputCount else { throw .wrongPasskey }
        do throws(SaltError) {
            wrapped = try WrappedKey(key, material: output, context: Self.context(identifier, salts.present, passkey))
        } catch {
            throw .primitive(error)
        }
        self.passkey = passkey
        self.salts = salts
    }

    /// Unwraps the vault key; nil if the output is for another salt or of another credential.
    func open(output: borrowing SecretBytes, of identifier: [UInt8]) throws(WalletKeyError) -> VaultKey? {
        guard output.count == PasskeyProof.outputCount else { return nil }
        return try wrapped.open(material: output, context: Self.context(identifier, salts.present, passkey))
    }

    /// The slot for the next time, in which the next salt becomes the present one.
    func advanced(
        wrapping key: borrowing VaultKey, of identifier: [UInt8], nextOutput: borrowing SecretBytes
    ) throws(WalletKeyError) -> PasskeySlot {
        try PasskeySlot(
            wrapping: key, of: identifier, passkey: passkey, salts: salts.advanced(), output: nextOutput)
    }

    init(reading reader: inout ByteReader) throws(VaultDamage) {
        salts = PasskeySalts(
            present: Array(try reader.take(Self.saltCount)), next: Array(try reader.take(Self.saltCount)))
        passkey = try Passkey(reading: &reader)
        wrapped = try WrappedKey(reading: &reader)
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: salts.present)
        bytes.append(contentsOf: salts.next)
        passkey.encode(into: &bytes)
        wrapped.encode(into: &bytes)
    }

    private static func context(_ identifier: [UInt8], _ salt: [UInt8], _ passkey: Passkey) -> [UInt8] {
        var context = Array("passkey".utf8) + identifier + salt
        passkey.encode(into: &context)
        return context
    }
}

/// The two salts that a passkey's authenticator evaluates at each use, 32 random bytes each.
public struct PasskeySalts: Sendable, Hashable {
    /// Its output opens the slot.
    public let present: [UInt8]
    /// Its output opens the slot the next time.
    public let next: [UInt8]

    init(present: [UInt8], next: [UInt8]) {
        self.present = present
        self.next = next
    }

    /// Draws both salts.
    public static func random() -> PasskeySalts {
        PasskeySalts(
            present: Salt.randomBytes(count: PasskeySlot.saltCount),
            next: Salt.randomBytes(count: PasskeySlot.saltCount))
    }

    func advanced() -> PasskeySalts {
        PasskeySalts(present: next, next: Salt.randomBytes(count: PasskeySlot.saltCount))
    }
}

/// The outputs of a passkey's authenticator, for the present salt and the next.
public struct PasskeyProof: ~Copyable, Sendable {
    /// The length of an output in bytes.
    public static let outputCount = 32

    /// The identifier of the credential.
    public let credential: [UInt8]
    let output: SecretBytes
    let nextOutput: SecretBytes

    /// Takes both outputs, 32 bytes each; others open nothing.
    public init(credential: [UInt8], output: consuming SecretBytes, nextOutput: consuming SecretBytes) {
        self.credential = credential
        self.output = output
        self.nextOutput = nextOutput
    }
}
