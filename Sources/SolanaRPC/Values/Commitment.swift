import JSONRPC
public import SolanaTransactions

/// The certainty of what the cluster reports.
public enum Commitment: String, Sendable, Hashable, CaseIterable, Comparable {
    /// The node has executed it.
    case processed
    /// Two thirds of the stake have voted for its block.
    case confirmed
    /// More than thirty blocks were confirmed on top: the highest certainty.
    case finalized

    public static func < (one: Commitment, other: Commitment) -> Bool { one.weight < other.weight }

    /// Reads `confirmationStatus`; nil if there is none.
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

/// The options that many methods take as their last parameter.
public struct RPCContextOptions: Sendable, Hashable {
    /// The commitment; nil for the node's own choice (`finalized`).
    public var commitment: Commitment?
    /// The earliest slot to answer from; the node refuses (-32016) to use an earlier one.
    public var minContextSlot: UInt64?

    public init(_ commitment: Commitment? = nil, minContextSlot: UInt64? = nil) {
        self.commitment = commitment
        self.minContextSlot = minContextSlot
    }

    /// Returns the options as a configuration object, with other members.
    func object(_ more: JSONObject = [:]) -> JSONObject {
        var object = more
        object["commitment"] = commitment.map { .string($0.rawValue) }
        object["minContextSlot"] = minContextSlot.map { .number($0) }
        return object
    }

    /// Returns the parameters followed by the configuration, which is left out if it is empty.
    func behind(_ parameters: [JSON], _ more: JSONObject = [:]) -> [JSON] {
        let object = object(more)
        return object.count == 0 ? parameters : parameters + [.object(object)]
    }
}

/// A recent block's hash, and the last height at which a transaction with it is accepted.
public struct LatestBlockhash: Sendable, Hashable {
    public let blockhash: Blockhash
    /// The block height after which it is too old.
    public let lastValidBlockHeight: UInt64

    init(_ value: RPCValue) throws(SolanaRPCError) {
        blockhash = try value.member("blockhash").blockhash()
        lastValidBlockHeight = try value.member("lastValidBlockHeight").uint64()
    }
}
