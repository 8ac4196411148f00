import JSONRPC
import SolanaRPC
import WalletNetwork
import WalletRuntime

/// How a page wants its transactions sent.
struct SendOptions: Sendable {
    enum Mode: String, Sendable {
        case parallel
        case serial
    }

    let commitment: Commitment?
    let preflightCommitment: Commitment?
    let skipPreflight: Bool
    let minContextSlot: UInt64?
    let maxRetries: UInt64?
    let mode: Mode?

    init(reading parameters: inout RPCParameters, isBatch: Bool) throws(RPCError) {
        commitment = try Self.word("commitment", &parameters)
        preflightCommitment = try Self.word("preflightCommitment", &parameters)
        skipPreflight = try parameters.optionalBool("skipPreflight") ?? false
        minContextSlot = try parameters.optionalUInt64("minContextSlot")
        maxRetries = try parameters.optionalUInt64("maxRetries")
        mode = isBatch ? try Self.word("mode", &parameters) : nil
    }

    /// As the wallet sends what it built itself: confirmed, and nothing skipped.
    init() {
        (commitment, preflightCommitment, minContextSlot, maxRetries, mode) = (nil, nil, nil, nil, nil)
        skipPreflight = false
    }

    /// As the request's digest covers them: every option by its name, in this order, those that are left out too.
    var text: String {
        let values: [(String, String?)] = [
            ("commitment", commitment?.rawValue), ("preflightCommitment", preflightCommitment?.rawValue),
            ("skipPreflight", skipPreflight ? "true" : nil), ("minContextSlot", minContextSlot.map { "\($0)" }),
            ("maxRetries", maxRetries.map { "\($0)" }), ("mode", mode?.rawValue),
        ]
        return values.map { "\($0.0)=\($0.1 ?? "")" }.joined(separator: ";")
    }

    /// As the bytes are sent. That a page skips the node's trial doesn't skip the wallet's own, which comes before.
    var broadcast: Broadcast.Options {
        Broadcast.Options(
            commitment: commitment ?? .confirmed, skipsPreflight: skipPreflight,
            preflightCommitment: preflightCommitment ?? .processed, maxRetries: maxRetries ?? 0,
            minContextSlot: minContextSlot)
    }

    /// Reads the options of a page that sends its transactions itself (`SolanaSignTransactionOptions` of the Wallet Standard), which change nothing.
    ///
    /// A trial is as new as it gets: a page must choose neither a state that is over for its preview, nor a slot that no node has reached, which would leave the
    /// wallet without anything that a node says.
    static func readTrial(_ parameters: inout RPCParameters) throws(RPCError) {
        let _: Commitment? = try word("preflightCommitment", &parameters)
        _ = try parameters.optionalUInt64("minContextSlot")
    }

    private static func word<Value: RawRepresentable<String>>(
        _ name: String, _ parameters: inout RPCParameters
    ) throws(RPCError) -> Value? {
        guard let text = try parameters.optionalString(name) else { return nil }
        guard let value = Value(rawValue: text) else {
            throw RPCError(
                .invalidParams, .paramValue, "no such value of \(name)", data: ["name": .string(JSONString(name))])
        }
        return value
    }
}
