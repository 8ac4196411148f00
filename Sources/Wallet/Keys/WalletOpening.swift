import JSONRPC
import WalletKeys

/// What opens the wallet's keys, for a session or for one approval.
enum WalletOpening: Hashable, Sendable {
    case passphrase
    /// The passkey with this credential.
    case passkey([UInt8])
    /// The security key with this credential.
    case securityKey([UInt8])
    /// The machine's TPM, with its PIN.
    case tpm
    /// A finger, with the key that the agent keeps after another of them.
    case fingerprint

    /// Its name on the wire. Append-only.
    var kind: String {
        switch self {
        case .passphrase: "passphrase"
        case .passkey: "passkey"
        case .securityKey: "security-key"
        case .tpm: "tpm"
        case .fingerprint: "fingerprint"
        }
    }

    /// Its identifier in base64, where there can be several of a kind; it stands in the vault's header, and is no secret.
    var identifier: String? {
        switch self {
        case .passphrase, .tpm, .fingerprint: nil
        case .passkey(let credential), .securityKey(let credential): Base64.encode(credential)
        }
    }

    /// What the activity log says of a use: the kind, and the identifier behind a space.
    var detail: String {
        identifier.map { "\(kind) \($0)" } ?? kind
    }
}
