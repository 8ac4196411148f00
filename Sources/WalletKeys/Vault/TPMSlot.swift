import Salt

/// The TPM that unlocks the vault, in its public form: what it sealed, and the name of the key that it sealed it with.
public struct VaultTPM: Sendable, Hashable {
    /// The bytes that its name may have.
    public static let nameBounds = 1...Passkey.nameBounds.upperBound
    /// The length of the key's name in bytes.
    public static let parentCount = 34
    /// The bytes that each area of the seal may have.
    public static let areaBounds = 1...1024

    /// The name that the user gave this machine.
    public let name: String
    /// The time at which it was added, in milliseconds since 1970.
    public let created: UInt64
    /// The name of the TPM's storage key, by which the TPM is known.
    public let parent: [UInt8]
    /// The seal's public area, as the TPM made it.
    public let publicArea: [UInt8]
    /// The seal's private area, which this TPM alone can decrypt.
    public let privateArea: [UInt8]

    /// Returns nil if a part can't be what it is for.
    public init?(name: String, created: UInt64, parent: [UInt8], publicArea: [UInt8], privateArea: [UInt8]) {
        guard Self.nameBounds.contains(name.utf8.count), parent.count == Self.parentCount,
            Self.areaBounds.contains(publicArea.count), Self.areaBounds.contains(privateArea.count)
        else { return nil }
        self.name = name
        self.created = created
        self.parent = parent
        self.publicArea = publicArea
        self.privateArea = privateArea
    }
}

/// The vault key wrapped under 32 random bytes that a TPM has sealed with a PIN.
///
/// ```
/// | created: 8 | name: count (1), bytes | parent: 34 | public area: count (2), bytes | private area: count (2), bytes | WrappedKey: 104 |
/// ```
///
/// The context of the wrapped key is the vault's identifier, the parent and the public area. The secret stays the same: the TPM gives it to whoever has the
/// PIN, and to nobody who tries more PINs than it takes.
struct TPMSlot: Sendable, Hashable {
    /// The length of the sealed secret in bytes.
    static let secretCount = 32

    let tpm: VaultTPM
    private let wrapped: WrappedKey

    /// Wraps a vault key under the sealed secret.
    init(
        wrapping key: borrowing VaultKey, of identifier: [UInt8], tpm: VaultTPM, secret: borrowing SecretBytes
    ) throws(WalletKeyError) {
        guard secret.count == Self.secretCount else { throw .wrongTPM }
        do throws(SaltError) {
            wrapped = try WrappedKey(key, material: secret, context: Self.context(identifier, tpm))
        } catch {
            throw .primitive(error)
        }
        self.tpm = tpm
    }

    /// Unwraps the vault key; nil if the secret is another.
    func open(secret: borrowing SecretBytes, of identifier: [UInt8]) throws(WalletKeyError) -> VaultKey? {
        guard secret.count == Self.secretCount else { return nil }
        return try wrapped.open(material: secret, context: Self.context(identifier, tpm))
    }

    init(reading reader: inout ByteReader) throws(VaultDamage) {
        let start = reader.offset
        let created = try reader.integer(UInt64.self)
        let name = try reader.take(Int(try reader.integer(UInt8.self)))
        let parent = Array(try reader.take(VaultTPM.parentCount))
        let publicArea = Array(try reader.take(Int(try reader.integer(UInt16.self))))
        let privateArea = Array(try reader.take(Int(try reader.integer(UInt16.self))))
        guard let name = String(validating: name, as: UTF8.self),
            let tpm = VaultTPM(
                name: name, created: created, parent: parent, publicArea: publicArea, privateArea: privateArea)
        else { throw reader.fault(at: start) }
        self.tpm = tpm
        wrapped = try WrappedKey(reading: &reader)
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(littleEndian: tpm.created)
        bytes.append(UInt8(clamping: tpm.name.utf8.count))
        bytes.append(contentsOf: tpm.name.utf8)
        bytes.append(contentsOf: tpm.parent)
        for area in [tpm.publicArea, tpm.privateArea] {
            bytes.append(littleEndian: UInt16(clamping: area.count))
            bytes.append(contentsOf: area)
        }
        wrapped.encode(into: &bytes)
    }

    private static func context(_ identifier: [UInt8], _ tpm: VaultTPM) -> [UInt8] {
        Array("tpm".utf8) + identifier + tpm.parent + tpm.publicArea
    }
}

/// The TPM: opening by it, adding and removing it.
extension OpenVault {
    /// Opens a vault with the secret that the TPM unsealed.
    ///
    /// - Throws: ``WalletKeyError/tpmUnknown``, ``WalletKeyError/wrongTPM``, ``WalletKeyError/vaultForged``.
    static func opened(_ vault: Vault, tpm secret: borrowing SecretBytes) throws(WalletKeyError) -> OpenVault {
        for case .tpm(let slot) in vault.slots {
            guard let key = try slot.open(secret: secret, of: vault.identifier) else { throw .wrongTPM }
            return OpenVault(vault, key: key)
        }
        throw .tpmUnknown
    }

    /// Adds a TPM that has sealed the secret. A wallet lies on one machine, so it has one at most.
    ///
    /// - Throws: ``WalletKeyError/tpmExists``, ``WalletKeyError/vaultFull``.
    func adding(_ tpm: VaultTPM, secret: borrowing SecretBytes) throws(WalletKeyError) -> OpenVault {
        let slot = try TPMSlot(wrapping: key, of: vault.identifier, tpm: tpm, secret: secret)
        return try next { contents throws(WalletKeyError) in
            guard vault.tpm == nil else { throw .tpmExists }
            contents.slots.append(.tpm(slot))
        }
    }

    /// Removes the TPM's slot.
    ///
    /// - Throws: ``WalletKeyError/tpmUnknown``.
    func removingTPM() throws(WalletKeyError) -> OpenVault {
        try next { contents throws(WalletKeyError) in
            let count = contents.slots.count
            contents.slots.removeAll { if case .tpm = $0 { true } else { false } }
            guard contents.slots.count < count else { throw .tpmUnknown }
        }
    }
}

extension Vault {
    /// The TPM that opens the vault; nil if none does.
    public var tpm: VaultTPM? {
        for case .tpm(let slot) in slots { return slot.tpm }
        return nil
    }
}
