public import SolanaTransactions

extension PublicKey {
    /// Whether it begins and ends as another one, with three characters each in base58, and is not that one.
    ///
    /// Windows show little more of an address than both ends. By chance two agree so once in 38 billion times.
    public func looksLike(_ other: PublicKey) -> Bool { self != other && ending == other.ending && begins(like: other) }

    func begins(like other: PublicKey) -> Bool { base58.utf8.prefix(3).elementsEqual(other.base58.utf8.prefix(3)) }

    /// Its last three characters in base58, as a number below 58 * 58 * 58.
    var ending: UInt64 {
        withUnsafeBytes { bytes in
            stride(from: 0, to: Self.count, by: 4).reduce(UInt64(0)) { rest, place in
                let word = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
                return (rest << 32 | UInt64(word)) % 195_112
            }
        }
    }
}
