import JSONRPC
import TestSupport

/// What a test says in the agent's place to one command.
final class StandInConversation {
    private let client: FrameClient

    /// Waits for the command's connection and answers its hello.
    init(_ agent: AgentStandIn, vault: String = "locked") throws {
        client = try agent.accept()
        let hello = try request("hello")
        guard hello["client"]?.text == "cli", hello["protocol"]?.int == 1 else {
            throw TestFault("a hello that isn't the command line's")
        }
        try answer(["protocol": 1, "version": "0.1.0", "vault": .string(vault), "unattended": false, "pages": []])
    }

    private var id = ""

    /// The parameters of the next request, which has to be of this method.
    func request(_ method: String) throws -> JSONObject {
        guard case .request(let request) = try client.receiveMessage() else { throw TestFault("not a request") }
        guard request.method == method else { throw TestFault("\(request.method) where \(method) was due") }
        id = request.id
        return request.params
    }

    /// The text of a secret parameter of the request that came last.
    func secret(_ parameter: JSON?, _ name: String) throws -> String {
        guard let text = parameter?.text else { throw TestFault("\(name) isn't there") }
        return text
    }

    /// Answers the request that came last.
    func answer(_ result: JSON) throws { try send(RPCResponse(id: id, outcome: .success(result))) }

    func refuse(_ error: RPCError) throws { try send(RPCResponse(id: id, outcome: .failure(error))) }

    /// Whether the command says nothing more and closes.
    func hasEnded() throws -> Bool { try client.receive() == nil }

    private func send(_ response: RPCResponse) throws {
        try client.writer.write(FrameClient.frame(response.serialized()))
    }
}
