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

    /// Unwraps the vault key; nil if the passphrase is another. Blocks for as long as the cost says.
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

/// The cost of one guess at a passphrase: Argon2id with one lane.
public struct PassphraseCost: Sendable, Hashable {
    /// The passes that a vault may ask for.
    public static let passBounds: ClosedRange<UInt32> = 1...10
    /// The memory in KiB that a vault may ask for: 8 MiB to 1 GiB.
    ///
    /// Without bounds a planted file could make the wallet take all memory, or make guesses cost nothing.
    public static let memoryBounds: ClosedRange<UInt32> = 8192...(1 << 20)
    /// The cost of every new vault: 3 passes over 256 MiB, about 0.3 s.
    public static let standard = PassphraseCost(checkedPasses: 3, memory: 256 * 1024)
    /// The lowest cost that a vault may ask for, for tests: 1 pass over 8 MiB.
    public static let minimum = PassphraseCost(
        checkedPasses: passBounds.lowerBound, memory: memoryBounds.lowerBound)

    /// The number of passes over the memory.
    public let passes: UInt32
    /// The memory in KiB.
    public let memory: UInt32

    /// Takes passes and memory in KiB; nil if they are out of bounds.
    public init?(passes: UInt32, memory: UInt32) {
        guard Self.passBounds.contains(passes), Self.memoryBounds.contains(memory) else { return nil }
        self.init(checkedPasses: passes, memory: memory)
    }

    private init(checkedPasses passes: UInt32, memory: UInt32) {
        self.passes = passes
        self.memory = memory
    }

    func derive(_ passphrase: borrowing SecretBytes, salt: [UInt8]) throws(SaltError) -> SecretBytes {
        defer { Salt.wipeStack() }
        return try SaltPasswordHash.derive(
            count: 32, passphrase: passphrase, salt: salt, passes: Int(passes), memory: Int(memory) * 1024)
    }
}

/// One way to unlock a vault; each kind has a file of its own.
///
/// ```
/// | kind: 2 | count: 2 | the kind's fields, count bytes |
/// ```
enum VaultSlot: Sendable, Hashable {
    /// Kind 1.
    case passphrase(PassphraseSlot)
    /// Kind 2, from format 2 on.
    case passkey(PasskeySlot)
    /// Kind 3, from format 4 on.
    case securityKey(SecurityKeySlot)
    /// Kind 4, from format 5 on.
    case tpm(TPMSlot)

    private static let passphraseKind: UInt16 = 1
    private static let passkeyKind: UInt16 = 2
    private static let securityKeyKind: UInt16 = 3
    private static let tpmKind: UInt16 = 4

    init(reading reader: inout ByteReader, format: UInt16) throws(VaultDamage) {
        let start = reader.offset
        let kind = try reader.integer(UInt16.self)
        var body = ByteReader(try reader.take(Int(try reader.integer(UInt16.self))))
        switch kind {
        case Self.passphraseKind: self = .passphrase(try PassphraseSlot(reading: &body))
        case Self.passkeyKind where format > 1: self = .passkey(try PasskeySlot(reading: &body))
        case Self.securityKeyKind where format >= Vault.securityKeyFormat:
            self = .securityKey(try SecurityKeySlot(reading: &body))
        case Self.tpmKind where format >= Vault.tpmFormat: self = .tpm(try TPMSlot(reading: &body))
        default: throw reader.fault(at: start)
        }
        try body.expectEnd()
    }

    func encode(into bytes: inout [UInt8]) {
        var body: [UInt8] = []
        let kind: UInt16
        switch self {
        case .passphrase(let slot):
            kind = Self.passphraseKind
            slot.encode(into: &body)
        case .passkey(let slot):
            kind = Self.passkeyKind
            slot.encode(into: &body)
        case .securityKey(let slot):
            kind = Self.securityKeyKind
            slot.encode(into: &body)
        case .tpm(let slot):
            kind = Self.tpmKind
            slot.encode(into: &body)
        }
        bytes.append(littleEndian: kind)
        bytes.append(littleEndian: UInt16(clamping: body.count))
        bytes.append(contentsOf: body)
    }
}
