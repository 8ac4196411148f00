import Salt

/// The vault key wrapped under a passphrase that Argon2id made expensive to guess.
///
/// ```
/// | salt: 16 | passes: 4 | memory in KiB: 4 | WrappedKey: 104 |
/// ```
///
/// The context of the wrapped key is the vault's identifier and the fields before it, so that a slot fits one vault and one cost.
struct PassphraseSlot: Sendable, Hashable {
    private let salt: [UInt8]
    private let cost: PassphraseCost
    private let wrapped: WrappedKey

    /// Wraps a vault key under a passphrase; blocks for as long as the cost says.
    init(
        wrapping key: borrowing VaultKey, of identifier: [UInt8], passphrase: borrowing SecretBytes,
        cost: PassphraseCost
    ) throws(WalletKeyError) {
        let salt = Salt.randomBytes(count: SaltPasswordHash.saltCount)
        let context = Self.context(identifier, salt, cost)
        do throws(SaltError) {
            let material = try cost.derive(passphrase, salt: salt)
            wrapped = try WrappedKey(key, material: material, context: context)
        } catch {
            throw .outOfMemory
        }
        self.salt = salt
        self.cost = cost
    }

    /// Unwraps the vault key; nil where the passphrase is another. Blocks for as long as the cost says.
    func open(passphrase: borrowing SecretBytes, of identifier: [UInt8]) throws(WalletKeyError) -> VaultKey? {
        let material: SecretBytes
        do throws(SaltError) {
            material = try cost.derive(passphrase, salt: salt)
        } catch {
            throw .outOfMemory
        }
        return try wrapped.open(material: material, context: Self.context(identifier, salt, cost))
    }

    init(reading reader: inout ByteReader) throws(VaultDamage) {
        salt = Array(try reader.take(SaltPasswordHash.saltCount))
        let start = reader.offset
        let passes = try reader.integer(UInt32.self)
        let memory = try reader.integer(UInt32.self)
        guard let cost = PassphraseCost(passes: passes, memory: memory) else { throw reader.fault(at: start) }
        self.cost = cost
        wrapped = try WrappedKey(reading: &reader)
    }

    func encode(into bytes: inout [UInt8]) {
        bytes.append(contentsOf: Self.parameters(salt, cost))
        wrapped.encode(into: &bytes)
    }

    private static func parameters(_ salt: [UInt8], _ cost: PassphraseCost) -> [UInt8] {
        var bytes = salt
        bytes.append(littleEndian: cost.passes)
        bytes.append(littleEndian: cost.memory)
        return bytes
    }

    private static func context(_ identifier: [UInt8], _ salt: [UInt8], _ cost: PassphraseCost) -> [UInt8] {
        Array("passphrase".utf8) + identifier + parameters(salt, cost)
    }
}
