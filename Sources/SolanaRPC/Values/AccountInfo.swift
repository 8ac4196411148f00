import JSONRPC
public import SolanaTransactions

/// What an account holds.
public struct AccountInfo: Sendable, Hashable {
    /// What it holds.
    public let lamports: UInt64
    /// The program that it belongs to.
    public let owner: PublicKey
    /// Its bytes, or the slice that was asked for.
    public let data: [UInt8]
    /// Whether it is a program.
    public let isExecutable: Bool
    /// The bytes of the whole data, of which `data` may be a slice.
    public let space: UInt64?

    /// Reads an account whose data were asked for in base64.
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

/// The part of accounts' data that is wanted.
public struct DataSlice: Sendable, Hashable {
    /// Where the part begins, in bytes.
    public let offset: UInt64
    /// How many bytes it has.
    public let length: UInt64

    public init(offset: UInt64, length: UInt64) {
        self.offset = offset
        self.length = length
    }

    var json: JSON { ["offset": .number(offset), "length": .number(length)] }
}

extension JSONObject {
    /// What is told of how accounts are to be written: base64, which loses nothing.
    static func accounts(_ slice: DataSlice? = nil) -> JSONObject {
        var object: JSONObject = ["encoding": "base64"]
        object["dataSlice"] = slice?.json
        return object
    }
}
