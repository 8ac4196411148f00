import DisplayText
import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletNetwork

extension RPCError {
    /// The client's error if there is no node to ask.
    init(_ error: NetworkError) {
        switch error {
        case .off: self.init(.invalidInput, .noNetwork, "the wallet reaches no network")
        case .noEndpoint(let cluster):
            self.init(
                .invalidInput, .noNetwork, "the wallet has no endpoint for \(cluster.name)",
                data: ["cluster": .string(cluster.name)])
        case .unreachable(let cluster, let nodes):
            var data: JSONObject = ["cluster": .string(cluster.name)]
            data["nodes"] = nodes.isEmpty ? nil : .array(nodes.map { .string(JSONString($0)) })
            self.init(.invalidInput, .nodeUnreachable, "no node of \(cluster.name) answers", data: data)
        case .wrongCluster(let node, let wanted, let found):
            let what = found.map { "belongs to \($0.name)" } ?? "belongs to another cluster"
            self.init(
                .invalidInput, .wrongCluster, "the endpoint for \(wanted.name) \(what)",
                data: ["cluster": .string(wanted.name), "node": .string(JSONString(node))])
        case .unavailable:
            self.init(.invalidInput, .nodeUnreachable, "the process that reaches the network can't be started")
        case .cancelled: self.init(.invalidInput, .cancelled, "the request was cancelled")
        }
    }

    /// The client's error if nodes gave no answer that counts.
    ///
    /// - Parameter nodes: Their names.
    init(_ error: SolanaRPCError, from nodes: [String]) {
        let fault = RPCError(error)
        guard let reason = fault.reason, reason != .cancelled else {
            self = fault
            return
        }
        var data = fault.data
        data["nodes"] = .array(nodes.map { .string(JSONString($0)) })
        self.init(.invalidInput, reason, fault.message, data: data)
    }

    /// The client's error if a node gave no answer that counts; it leaves out the node's own words.
    init(_ error: SolanaRPCError) {
        switch error {
        case .transport(.cancelled): self.init(.invalidInput, .cancelled, "the request was cancelled")
        case .transport(let fault):
            self.init(.invalidInput, .nodeUnreachable, fault.words, data: ["fault": .string(fault.name)])
        case .node(let refusal):
            self.init(
                .invalidInput, .nodeFault, "the node refused the question",
                data: ["code": .number(JSONNumber(refusal.code.rawValue))])
        case .answer(let method, let path):
            self.init(
                .invalidInput, .nodeFault, "the node's answer doesn't fit the question",
                data: ["method": .string(JSONString(method)), "path": .string(JSONString(path))])
        }
    }
}

extension RPCTransportError {
    /// Its name in an error's data. Append-only.
    var name: String {
        switch self {
        case .unreachable: "unreachable"
        case .certificate(let fault): "certificate-\(fault.rawValue)"
        case .timedOut: "timed-out"
        case .tooLarge: "too-large"
        case .cut: "cut"
        case .status: "status"
        case .tooManyRequests: "too-many-requests"
        case .notAnAnswer: "not-an-answer"
        case .cancelled: "cancelled"
        case .redirected: "redirected"
        case .notPublic: "not-public"
        }
    }

    /// The reason a file has not come, as the end of a sentence.
    var file: String {
        switch self {
        case .unreachable: "the server doesn't answer"
        case .certificate: "the server's certificate isn't valid"
        case .timedOut: "the server took too long"
        case .tooLarge(let limit): "it is longer than \(limit) bytes"
        case .cut: "the connection ended too early"
        case .redirected: "the server sends to another address, which isn't followed"
        case .status(let status) where 300..<400 ~= status: "the server sends to another address, which isn't followed"
        case .notPublic: "the address leads into a network of your own"
        case .status(let status): "the server answered with HTTP status \(status)"
        case .tooManyRequests: "the server wants to be asked less"
        case .notAnAnswer: "the server's answer is none"
        case .cancelled: "the request was cancelled"
        }
    }

    fileprivate var words: String {
        switch self {
        case .unreachable: "the node doesn't answer"
        case .certificate(.untrusted): "nobody vouches for the node's certificate"
        case .certificate(.expired): "the node's certificate has expired"
        case .certificate(.wrongHost): "the node's certificate is for another host"
        case .certificate(.other): "the node's certificate can't be used"
        case .timedOut: "the node took too long"
        case .tooLarge(let limit): "the node's answer is longer than \(limit) bytes"
        case .cut: "the connection to the node ended before its answer did"
        case .status(let status): "the node answered with HTTP status \(status)"
        case .tooManyRequests: "the node wants to be asked less"
        case .notAnAnswer: "the node's answer is none"
        case .cancelled: "the request was cancelled"
        case .redirected: "the node sends to another address"
        case .notPublic: "the node's address leads into a network of your own"
        }
    }
}

extension RPCError {
    /// The protocol's error for a transaction that didn't reach the wanted state.
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

    /// The reason a transaction failed, as web3.js and Anchor spell a program's own number: an app reads a message, and seldom `data`.
    private static func words(_ failure: TransactionFailure) -> String {
        let number = failure.code.map { "custom program error: 0x\(String($0, radix: 16)) (\($0))" }
        let reason = number ?? shown(failure.text)
        return failure.instruction.map { "instruction \($0 &+ 1): \(reason)" } ?? reason
    }

    /// The reason a node refused, with the last lines of the log.
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

    /// The number of a log's last lines in the data; they tell the reason.
    private static let maximumLogs = 64
    /// The number of them in a message.
    private static let maximumLines = 4

    private static func shown(_ text: String) -> String {
        VisibleText.spellingOut(String(text.unicodeScalars.prefix(256)), keepingLines: false)
    }
}
