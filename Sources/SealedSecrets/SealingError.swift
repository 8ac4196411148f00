/// Why a secret wasn't sealed or opened. Append-only.
public enum SealingError: Error, Sendable, Hashable {
    /// The lengths are none that a sealed secret can have.
    case malformed
    /// It doesn't open: sealed to another key, for another purpose, or damaged.
    case invalid
    /// Its encapsulated key was opened before.
    case replayed
    /// The key has opened as many secrets as it can tell apart; another connection has a new one.
    case exhausted
    /// The secret has more bytes than one can have.
    case tooLong
    /// The public key isn't one.
    case publicKeyInvalid
}

extension SealingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .malformed: "the lengths are not those of a sealed secret"
        case .invalid: "the secret was not sealed for this connection and parameter"
        case .replayed: "the sealed secret came before"
        case .exhausted: "this connection has opened too many secrets"
        case .tooLong: "the secret is longer than \(SealedSecret.maximumSecretCount) bytes"
        case .publicKeyInvalid: "the sealing key is not a public key"
        }
    }
}
