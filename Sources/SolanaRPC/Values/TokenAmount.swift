/// An amount of tokens as a node tells it.
public struct TokenAmount: Sendable, Hashable {
    /// In the smallest unit.
    public let amount: UInt64
    /// How many decimal places the smallest unit stands behind the point.
    public let decimals: UInt8

    /// Reads `{amount: "5", decimals: 2, ...}`; the amount with a point in it is for people, and isn't read.
    init(_ value: RPCValue) throws(SolanaRPCError) {
        amount = try value.member("amount").decimal()
        decimals = try value.member("decimals").uint8()
    }
}
