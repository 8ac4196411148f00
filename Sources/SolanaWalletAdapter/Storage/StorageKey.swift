internal import Salt
public import SolanaTransactions

/// The name of a stored connection: SHA-256 over wallet, app, cluster and public key.
///
/// Each part stands behind its length in four bytes, so that no two lists of parts have the same bytes. Whoever reads the names of
/// what is stored learns of no account.
public struct StorageKey: Sendable, Hashable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// The key of a connection.
    ///
    /// - Parameter wallet: The wallet's identifier, such as `phantom`.
    public init(wallet: String, app: AppIdentity, cluster: Cluster, publicKey: PublicKey) {
        var hash = SaltHash.SHA256()
        for part in [wallet, app.name, app.url, cluster.name].map({ Array($0.utf8) }) + [publicKey.bytes] {
            let count = UInt32(truncatingIfNeeded: part.count)
            hash.update((0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) })
            hash.update(part)
        }
        bytes = hash.digest()
    }

    /// Takes 32 bytes, or nil where there are more or fewer.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == SaltHash.SHA256.count else { return nil }
        self.bytes = Array(bytes)
    }

    /// Reads 64 hexadecimal digits in lower case, or gives nil.
    public init?(_ text: String) {
        let digits = text.utf8.map { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        guard digits.count == 2 * SaltHash.SHA256.count, !digits.contains(nil) else { return nil }
        let values = digits.compactMap(\.self)
        self.init(bytes: stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] })
    }
}

extension StorageKey: CustomStringConvertible {
    /// 64 hexadecimal digits in lower case.
    public var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
