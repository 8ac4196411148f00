import JSONRPC
public import SolanaTransactions

/// How sure the cluster is of what it tells.
public enum Commitment: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The node has executed it.
    case processed
    /// Two thirds of the stake have voted for its block.
    case confirmed
    /// More than thirty blocks were confirmed on top: as sure as it gets.
    case finalized

    public static func < (one: Commitment, other: Commitment) -> Bool { one.weight < other.weight }

    /// Reads `confirmationStatus`, nil where there is none.
    static func optional(_ value: RPCValue) throws(SolanaRPCError) -> Commitment? {
        guard let status = try value.optional("confirmationStatus") else { return nil }
        guard let commitment = Commitment(rawValue: try status.text()) else { throw status.fault }
        return commitment
    }

    private var weight: Int {
        switch self {
        case .processed: 0
        case .confirmed: 1
        case .finalized: 2
        }
    }
}

/// What many methods take as their last parameter.
public struct RPCContextOptions: Sendable, Hashable {
    /// The node's own choice (`finalized`) where there is none.
    public var commitment: Commitment?
    /// The node refuses (-32016) to answer from an earlier slot.
    public var minContextSlot: UInt64?

    public init(_ commitment: Commitment? = nil, minContextSlot: UInt64? = nil) {
        self.commitment = commitment
        self.minContextSlot = minContextSlot
    }

    /// As a configuration object, with other members.
    func object(_ more: JSONObject = [:]) -> JSONObject {
        var object = more
        object["commitment"] = commitment.map { .string($0.rawValue) }
        object["minContextSlot"] = minContextSlot.map { .number($0) }
        return object
    }

    /// The parameters with the configuration behind them, which is left out where it says nothing.
    func behind(_ parameters: [JSON], _ more: JSONObject = [:]) -> [JSON] {
        let object = object(more)
        return object.count == 0 ? parameters : parameters + [.object(object)]
    }
}

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
