/// Why an assertion of a passkey doesn't count. Append-only.
package enum PasskeyError: String, Error, Sendable, Hashable {
    /// The client's data isn't JSON of the kind that a browser writes.
    case clientDataInvalid
    /// It isn't an assertion, but a registration or something else.
    case wrongType
    /// It answers another challenge.
    case wrongChallenge
    /// It was made for another origin, or inside a frame of one.
    case wrongOrigin
    /// The authenticator's data is cut, or has bytes that it doesn't announce.
    case authenticatorDataInvalid
    /// It was made for another relying party.
    case wrongRelyingParty
    /// Nobody touched the authenticator.
    case userNotPresent
    /// The authenticator didn't find out who the user is.
    case userNotVerified
    /// The package key is none of the algorithms taken.
    case publicKeyInvalid
    /// The signature is wrong.
    case signatureInvalid
}

extension PasskeyError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .clientDataInvalid: "the client data is not what a browser writes"
        case .wrongType: "it is not an assertion"
        case .wrongChallenge: "it answers another challenge"
        case .wrongOrigin: "it was made for another origin"
        case .authenticatorDataInvalid: "the authenticator data has the wrong length"
        case .wrongRelyingParty: "it was made for another relying party"
        case .userNotPresent: "the user was not there"
        case .userNotVerified: "the authenticator did not verify the user"
        case .publicKeyInvalid: "the package key is of no algorithm that is taken"
        case .signatureInvalid: "the signature is wrong"
        }
    }
}
