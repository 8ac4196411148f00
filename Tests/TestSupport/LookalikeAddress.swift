public import SolanaTransactions

/// An address that begins and ends as another one, as whoever poisons a history grinds it.
public enum LookalikeAddress {
    /// - Parameters:
    ///   - first: How many characters are the same in front.
    ///   - last: How many are at the end.
    public static func of(_ key: PublicKey, first: Int = 4, last: Int = 4) throws -> PublicKey {
        let text = Array(key.base58)
        for digit in "23456789ABCDEFGH" {
            var other = text
            for place in first..<(text.count - last) { other[place] = digit }
            if let found = try? PublicKey(base58: String(other)), found != key { return found }
        }
        throw TestFault("no address like \(key)")
    }
}
