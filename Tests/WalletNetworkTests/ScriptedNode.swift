import JSONRPC
import SolanaRPC
import Synchronization
import WalletNetwork

/// A node that answers each method as a test says, and keeps what it was asked.
final class ScriptedNode: RPCTransport {
    /// - Parameters: The parameters, and how often the method was asked before.
    typealias Answer = @Sendable ([JSON], Int) throws(RPCTransportError) -> Reply

    enum Reply {
        case result(JSON)
        case error(code: Int, data: JSON? = nil)
    }

    private let answers: Mutex<[String: Answer]>
    private let asked = Mutex<[(method: String, parameters: [JSON])]>([])

    init(_ answers: [String: Answer] = [:]) { self.answers = Mutex(answers) }

    func answer(_ method: String, _ answer: @escaping Answer) { answers.withLock { $0[method] = answer } }

    /// What came of a method until now, by its parameters.
    func parameters(of method: String) -> [[JSON]] {
        asked.withLock { $0.filter { $0.method == method }.map(\.parameters) }
    }

    func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        guard !Task.isCancelled else { throw .cancelled }
        guard let json = try? JSON(parsing: JSONSource(body)) else { throw .notAnAnswer }
        guard let calls = json.array else { return try reply(to: json).serialized() }
        var replies: [JSON] = []
        for call in calls { replies.append(try reply(to: call)) }
        return JSON.array(replies).serialized()
    }

    private func reply(to call: JSON) throws(RPCTransportError) -> JSON {
        guard let method = call["method"]?.text else { throw .notAnAnswer }
        let parameters = call["params"]?.array ?? []
        let before = asked.withLock { asked in
            defer { asked.append((method, parameters)) }
            return asked.count { $0.method == method }
        }
        guard let answer = answers.withLock({ $0[method] }) else { throw .unreachable }
        var reply: JSONObject = ["jsonrpc": "2.0", "id": call["id"] ?? .null]
        switch try answer(parameters, before) {
        case .result(let result): reply["result"] = result
        case .error(let code, let data):
            var error: JSONObject = ["code": .number(code), "message": "no"]
            error["data"] = data
            reply["error"] = .object(error)
        }
        return .object(reply)
    }
}

extension NetworkNode {
    init(_ node: ScriptedNode, name: String = "node") { self.init(name: name, transport: node) }
}
