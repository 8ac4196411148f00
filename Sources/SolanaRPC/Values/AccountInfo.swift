import Base58
import JSONRPC
public import SolanaTransactions

/// The contents of an account.
public struct AccountInfo: Sendable, Hashable {
    /// The account's balance, in lamports.
    public let lamports: UInt64
    /// The program that it belongs to.
    public let owner: PublicKey
    /// Its bytes, or the slice that was asked for.
    public let data: [UInt8]
    /// True if it is a program.
    public let isExecutable: Bool
    /// The size of the whole data in bytes; `data` may be a slice of it.
    public let space: UInt64?

    /// Reads an account whose data was asked for in base64.
    init(_ value: RPCValue) throws(SolanaRPCError) {
        lamports = try value.member("lamports").uint64()
        owner = try value.member("owner").publicKey()
        data = try value.member("data").encodedBytes()
        isExecutable = try value.member("executable").bool()
        space = try value.optional("space")?.uint64()
    }

    static func optional(_ value: RPCValue) throws(SolanaRPCError) -> AccountInfo? {
        guard let value = value.unlessNull else { return nil }
        return try AccountInfo(value)
    }
}

/// An account with its address.
public struct KeyedAccount: Sendable, Hashable {
    public let publicKey: PublicKey
    public let account: AccountInfo

    init(_ value: RPCValue) throws(SolanaRPCError) {
        publicKey = try value.member("pubkey").publicKey()
        account = try AccountInfo(try value.member("account"))
    }
}

/// The requested part of accounts' data.
public struct DataSlice: Sendable, Hashable {
    /// The start of the part, in bytes.
    public let offset: UInt64
    /// The length of the part, in bytes.
    public let length: UInt64

    public init(offset: UInt64, length: UInt64) {
        self.offset = offset
        self.length = length
    }

    var json: JSON { ["offset": .number(offset), "length": .number(length)] }
}

extension JSONObject {
    /// Returns the configuration for the encoding of accounts: base64, which loses nothing.
    static func accounts(_ slice: DataSlice? = nil) -> JSONObject {
        var object: JSONObject = ["encoding": "base64"]
        object["dataSlice"] = slice?.json
        return object
    }
}

/// A condition on an account's data.
public enum AccountFilter: Sendable, Hashable {
    /// Data of this many bytes.
    case dataSize(UInt64)
    /// These bytes (at most 128) at this offset.
    case memcmp(offset: UInt64, bytes: [UInt8])

    var json: JSON {
        switch self {
        case .dataSize(let count): ["dataSize": .number(count)]
        case .memcmp(let offset, let bytes):
            ["memcmp": ["offset": .number(offset), "bytes": .string(Base58.encode(bytes)), "encoding": "base58"]]
        }
    }
}

/// A condition on token accounts.
public enum TokenAccountFilter: Sendable, Hashable {
    case mint(PublicKey)
    /// Token or Token-2022.
    case program(PublicKey)

    var json: JSON {
        switch self {
        case .mint(let mint): ["mint": .string(mint.base58)]
        case .program(let program): ["programId": .string(program.base58)]
        }
    }
}

/// An amount of tokens as a node reports it.
public struct TokenAmount: Sendable, Hashable {
    /// The amount in the smallest unit.
    public let amount: UInt64
    /// The number of decimal places of the smallest unit.
    public let decimals: UInt8

    /// Reads `{amount: "5", decimals: 2, ...}`, but not the amount with a decimal point, which is for people.
    init(_ value: RPCValue) throws(SolanaRPCError) {
        amount = try value.member("amount").decimal()
        decimals = try value.member("decimals").uint8()
    }
}

/// A value with the slot that the node read it at.
public struct Slotted<Value: Sendable>: Sendable {
    /// The slot that it was read at.
    public let slot: UInt64
    public let value: Value

    /// Reads `{context: {slot}, value}`.
    init(_ result: RPCValue, _ read: (RPCValue) throws(SolanaRPCError) -> Value) throws(SolanaRPCError) {
        slot = try result.member("context").member("slot").uint64()
        value = try read(try result.member("value"))
    }
}

extension Slotted: Equatable where Value: Equatable {}
extension Slotted: Hashable where Value: Hashable {}
