import DisplayText
import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletNetwork

extension RPCError {
    /// The protocol's error where a transaction didn't get to where it was to.
    init(_ outcome: BroadcastOutcome, of signature: Signature) {
        let data: JSONObject = ["signature": .string(signature.base58)]
        switch outcome {
        case .confirmed: self.init(.internalError, .internal, "it is confirmed", data: data)
        case .failed(let failure, let slot):
            var more = data
            more["slot"] = .string("\(slot)")
            more["error"] = .string(JSONString(Self.shown(failure.text)))
            more["instruction"] = failure.instruction.map { .number($0 &+ 1) }
            self.init(.transactionRejected, .transactionFailed, "the transaction was executed and failed", data: more)
        case .expired:
            self.init(
                .transactionRejected, .unconfirmed, "the transaction was not executed before its blockhash expired",
                data: data)
        case .rejected(let fault):
            self.init(
                .transactionRejected, .nodeRejected, "the node refused the transaction", data: Self.data(of: fault))
        case .unsent(.transport(.cancelled)):
            self.init(.invalidInput, .cancelled, "the transaction was not sent")
        case .unsent:
            self.init(.invalidInput, .nodeUnreachable, "no node could be reached, so nothing was sent")
        case .unknown:
            self.init(
                .transactionRejected, .outcomeUnknown,
                "the transaction was sent, and nobody knows what became of it; it may still be executed", data: data)
        }
    }

    /// The node's own words, cut, with nothing hidden in them.
    private static func data(of fault: RPCNodeError) -> JSONObject {
        var data: JSONObject = [
            "code": .number(fault.code.rawValue), "message": .string(JSONString(shown(fault.message))),
        ]
        guard let preflight = fault.preflight else { return data }
        data["error"] = preflight.failure.map { .string(JSONString(shown($0.text))) }
        data["instruction"] = preflight.failure?.instruction.map { .number($0 &+ 1) }
        data["logs"] = .array(preflight.logs.suffix(maximumLogs).map { .string(JSONString(shown($0))) })
        return data
    }

    /// The last lines of a log tell why.
    private static let maximumLogs = 64

    private static func shown(_ text: String) -> String {
        VisibleText.spellingOut(String(text.unicodeScalars.prefix(256)), keepingLines: false)
    }
}
