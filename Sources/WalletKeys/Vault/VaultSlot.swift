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

    private static let passphraseKind: UInt16 = 1
    private static let passkeyKind: UInt16 = 2

    init(reading reader: inout ByteReader, format: UInt16) throws(VaultDamage) {
        let start = reader.offset
        let kind = try reader.integer(UInt16.self)
        var body = ByteReader(try reader.take(Int(try reader.integer(UInt16.self))))
        switch kind {
        case Self.passphraseKind: self = .passphrase(try PassphraseSlot(reading: &body))
        case Self.passkeyKind where format > 1: self = .passkey(try PasskeySlot(reading: &body))
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
        }
        bytes.append(littleEndian: kind)
        bytes.append(littleEndian: UInt16(clamping: body.count))
        bytes.append(contentsOf: body)
    }
}
