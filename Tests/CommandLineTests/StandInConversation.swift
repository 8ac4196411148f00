import JSONRPC
import SealedSecrets
import TestSupport

/// A test's answers in the agent's place to one command.
final class StandInConversation {
    private let client: FrameClient
    private let sealingKey = SealingKey()

    /// Waits for the command's connection and answers its hello.
    init(_ agent: AgentStandIn, vault: String = "locked") throws {
        client = try agent.accept()
        let hello = try request("hello")
        guard hello["client"]?.text == "cli", hello["protocol"]?.int == 1 else {
            throw TestFault("a hello that isn't the command line's")
        }
        try answer([
            "protocol": 1, "version": "0.1.0", "vault": .string(vault), "unattended": false, "pages": [],
            "sealingKey": .string(Base64.encode(sealingKey.publicKey)),
        ])
    }

    private var id = ""
    private var method = ""

    /// The parameters of the next request, which has to be of this method.
    func request(_ method: String) throws -> JSONObject {
        guard case .request(let request) = try client.receiveMessage() else { throw TestFault("not a request") }
        guard request.method == method else { throw TestFault("\(request.method) where \(method) was due") }
        (id, self.method) = (request.id, method)
        return request.params
    }

    /// Opens a parameter of the request that came last.
    func secret(_ parameter: JSON?, _ name: String) throws -> String {
        try SealedText.text(parameter, openedBy: sealingKey, for: method, name)
    }

    /// Answers the request that came last.
    func answer(_ result: JSON) throws { try send(RPCResponse(id: id, outcome: .success(result))) }

    func refuse(_ error: RPCError) throws { try send(RPCResponse(id: id, outcome: .failure(error))) }

    /// Tells the command something that it hasn't asked.
    func notify(_ method: String, _ params: JSONObject) throws {
        try client.writer.write(FrameClient.frame(RPCNotification(method: method, params: params).serialized()))
    }

    /// Returns whether the command says nothing more and closes.
    func hasEnded() throws -> Bool { try client.receive() == nil }

    private func send(_ response: RPCResponse) throws {
        try client.writer.write(FrameClient.frame(response.serialized()))
    }
}
