import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletNetwork

extension RPCError {
    /// What a client is told where there is no node to ask.
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

    /// The error that a client is told where nodes gave no answer that counts.
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

    /// What a client is told where a node gave no answer that counts; its own words aren't among it.
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
    fileprivate var name: String {
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
        }
    }
}
