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
            let why = Self.words(failure)
            self.init(
                .transactionRejected, .transactionFailed, "the transaction was executed and failed: \(why)", data: more)
        case .expired:
            self.init(
                .transactionRejected, .unconfirmed, "the transaction was not executed before its blockhash expired",
                data: data)
        case .rejected(let fault):
            self.init(
                .transactionRejected, .nodeRejected, "the node refused the transaction: \(Self.words(fault))",
                data: Self.data(of: fault))
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

    /// Why a transaction failed, as web3.js and Anchor spell a program's own number: an app reads a message, and seldom `data`.
    private static func words(_ failure: TransactionFailure) -> String {
        let number = failure.code.map { "custom program error: 0x\(String($0, radix: 16)) (\($0))" }
        let reason = number ?? shown(failure.text)
        return failure.instruction.map { "instruction \($0 &+ 1): \(reason)" } ?? reason
    }

    /// Why a node refused, with the last lines of the log.
    private static func words(_ fault: RPCNodeError) -> String {
        let reason = fault.preflight?.failure.map(words) ?? shown(fault.message)
        let lines = (fault.preflight?.logs ?? []).suffix(maximumLines).map(shown)
        return lines.isEmpty ? reason : "\(reason); the log ends: \(lines.joined(separator: " | "))"
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
    /// As many of them stand in a message.
    private static let maximumLines = 4

    private static func shown(_ text: String) -> String {
        VisibleText.spellingOut(String(text.unicodeScalars.prefix(256)), keepingLines: false)
    }
}
