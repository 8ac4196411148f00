/// Why a text is no private key; cases are only ever added. Places are named, never what stands there.
public enum PrivateKeyTextError: Error, Sendable, Hashable {
    /// The text has more than ``PrivateKeyText/maximumCount`` bytes.
    case tooLong
    /// At this byte stands something else than the form wants.
    case syntax(offset: Int)
    /// The array has this many numbers, not 64.
    case count(Int)
    /// The text stands for fewer or more than 64 bytes.
    case length
    /// The second half isn't the public key of the first.
    case publicKeyDiffers
}

extension PrivateKeyTextError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .tooLong: "it has more than \(PrivateKeyText.maximumCount) bytes"
        case .syntax(let offset): "it is neither a solana-keygen file nor base58, from byte \(offset) on"
        case .count(let count): "a private key has 64 numbers, not \(count)"
        case .length: "a private key has 64 bytes, and this is another number"
        case .publicKeyDiffers: "its second half is not the public key of its first: something in it is wrong"
        }
    }
}
