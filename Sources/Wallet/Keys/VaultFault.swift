import JSONRPC
import WalletKeys

/// Why the vault's file can't be opened, and whether its earlier generation can take its place.
struct VaultFault: Sendable, Hashable {
    /// The kinds of faults, as they stand on the wire; cases are only ever added.
    enum Cause: String, Sendable {
        /// The bytes aren't those that the wallet wrote.
        case damaged
        /// It has a format that a newer version writes.
        case newer
        /// It is another user's, open to others, or a link.
        case refused
        /// The disk doesn't give it.
        case unreadable
    }

    let cause: Cause
    let message: String
    /// The newer format's number.
    let format: UInt16?
    /// True where `vault.previous` is a whole vault.
    let hasPrevious: Bool

    init(_ error: WalletKeyError, hasPrevious: Bool) {
        self.hasPrevious = hasPrevious
        var format: UInt16?
        switch error {
        case .vaultDamaged(let damage): (cause, message) = (.damaged, "\(damage)")
        case .vaultUnsupported(let version):
            (cause, message) = (.newer, "\(error)")
            format = version
        case .fileRefused: (cause, message) = (.refused, "\(error)")
        default: (cause, message) = (.unreadable, "\(error)")
        }
        self.format = format
    }

    var json: JSON {
        var object: JSONObject = [
            "cause": .string(cause.rawValue), "message": .string(message), "previous": .bool(hasPrevious),
        ]
        if let format { object["format"] = .number(Int(format)) }
        return .object(object)
    }
}
