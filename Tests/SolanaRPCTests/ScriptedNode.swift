import JSONRPC
import SolanaRPC
import Synchronization
import Testing

/// A node that answers what a test says, and keeps what it was asked.
final class ScriptedNode: RPCTransport {
    typealias Answer = @Sendable (JSON) throws(RPCTransportError) -> [UInt8]

    private struct State {
        var answers: [Answer]
        var asked: [(body: JSON, isRepeatable: Bool)] = []
    }

    private let state: Mutex<State>

    init(_ answers: [Answer]) { state = Mutex(State(answers: answers)) }

    /// Answers with this result, under the number that it was asked by.
    static func result(_ result: JSON) -> Answer {
        { request throws(RPCTransportError) in
            (["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": result] as JSON).serialized()
        }
    }

    static func text(_ text: String) -> Answer { { _ throws(RPCTransportError) in Array(text.utf8) } }

    static func failing(_ error: RPCTransportError) -> Answer { { _ throws(RPCTransportError) in throw error } }

    var asked: [(body: JSON, isRepeatable: Bool)] { state.withLock { $0.asked } }

    func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        guard let json = try? JSON(parsing: JSONSource(body)) else { throw .notAnAnswer }
        let answer = state.withLock { state -> Answer? in
            state.asked.append((json, isRepeatable))
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        guard let answer else { throw .unreachable }
        return try answer(json)
    }
}
