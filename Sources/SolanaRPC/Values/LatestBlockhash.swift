public import SolanaTransactions

/// A recent block's hash, and until when a transaction with it is taken.
public struct LatestBlockhash: Sendable, Hashable {
    public let blockhash: Blockhash
    /// The block height after which it is too old.
    public let lastValidBlockHeight: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        blockhash = try value.member("blockhash").blockhash()
        lastValidBlockHeight = try value.member("lastValidBlockHeight").uint64()
    }
}
