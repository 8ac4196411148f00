import Base58
import JSONRPC

/// What an account's data must be like.
public enum AccountFilter: Sendable, Hashable {
    /// So many bytes.
    case dataSize(UInt64)
    /// These bytes (at most 128) at this place.
    case memcmp(offset: UInt64, bytes: [UInt8])

    var json: JSON {
        switch self {
        case .dataSize(let count): ["dataSize": .number(count)]
        case .memcmp(let offset, let bytes):
            ["memcmp": ["offset": .number(offset), "bytes": .string(Base58.encode(bytes)), "encoding": "base58"]]
        }
    }
}
