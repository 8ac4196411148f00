/// An app that reaches the wallet by links, known by the X25519 key that it made for itself: 32 bytes in base58.
///
/// Nobody vouches for who holds the key, so it is a name and no identity: whatever else the app says of itself is a claim.
public struct AppID: Sendable, Hashable, CustomStringConvertible {
    /// The key in base58, 32 to 44 characters.
    public let description: String

    /// Takes a text of base58's letters as long as a key's can be, else gives nil. Whether it stands for 32 bytes is seen where the key is used.
    public init?(_ text: String) {
        let alphabet = Set("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
        guard (32...44).contains(text.utf8.count), text.utf8.allSatisfy(alphabet.contains) else { return nil }
        description = text
    }
}
