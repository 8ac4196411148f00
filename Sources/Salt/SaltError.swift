/// Why a primitive refused its input; cases are only ever added.
public enum SaltError: Error, Sendable, Hashable {
    /// A key, nonce, salt, seed or signature has another length than the primitive's; both in bytes.
    case wrongCount(expected: Int, found: Int)
    /// The authentication tag doesn't fit: other key, other nonce, or changed bytes.
    case notAuthentic
    /// The public key has small order, so that the shared secret would be the same for every secret key.
    case weakPublicKey
    /// Passes or memory lie outside what Argon2id allows.
    case costOutOfBounds
    /// The memory that Argon2id needs can't be had.
    case outOfMemory
}

extension SaltError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wrongCount(let expected, let found): "expected \(expected) bytes, found \(found)"
        case .notAuthentic: "not authentic"
        case .weakPublicKey: "public key of small order"
        case .costOutOfBounds: "password hash cost out of bounds"
        case .outOfMemory: "not enough memory for the password hash"
        }
    }
}

/// Refuses a count that isn't the primitive's.
func expect(_ expected: Int, _ found: Int) throws(SaltError) {
    guard found == expected else { throw .wrongCount(expected: expected, found: found) }
}
