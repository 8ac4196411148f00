import JSONRPC
import NodeGateway
import SolanaRPC
import Testing

/// The frames between the agent and `sidekey-rpc`.
@Suite struct GatewayFrameTests {
    private func reply(_ text: String) throws(GatewayFault) -> GatewayReply {
        try GatewayReply(JSONSource(Array(text.utf8)))
    }

    private func request(_ text: String) throws(GatewayFault) -> GatewayRequest {
        try GatewayRequest(JSONSource(Array(text.utf8)))
    }

    @Test func `every error crosses as it is`() throws {
        let errors: [RPCTransportError] = [
            .unreachable, .certificate(.untrusted), .certificate(.expired), .certificate(.wrongHost),
            .certificate(.other), .timedOut, .tooLarge(limit: 1000), .cut, .status(503), .status(302),
            .tooManyRequests(retryAfter: nil), .tooManyRequests(retryAfter: 0), .tooManyRequests(retryAfter: 77),
            .notAnAnswer, .cancelled,
        ]
        for error in errors {
            let frame = GatewayReply.failure(7, error).json.serialized()
            #expect(try GatewayReply(JSONSource(frame)) == .failure(7, error))
        }
        // What a node made up is brought into bounds on its way, or its answer would end the program.
        let wild = GatewayReply.failure(7, .tooManyRequests(retryAfter: .min)).json.serialized()
        #expect(try GatewayReply(JSONSource(wild)) == .failure(7, .tooManyRequests(retryAfter: 0)))
    }

    @Test func `the frames are those that are written down`() throws {
        let endpoint = try RPCEndpoint("https://rpc.example/key?a=1")
        let question = NodeQuestion(endpoint: endpoint, body: Array("{}".utf8), milliseconds: 5, bytes: 9)
        let text = #"{"ask":7,"url":"https://rpc.example/key?a=1","body":"e30=","milliseconds":5,"bytes":9}"#
        #expect(GatewayRequest.ask(7, question).json.serialized() == Array(text.utf8))
        #expect(try request(text) == .ask(7, question))
        let file = NodeQuestion(endpoint: endpoint, body: nil, milliseconds: 5, bytes: 9)
        let fetch = #"{"fetch":7,"url":"https://rpc.example/key?a=1","milliseconds":5,"bytes":9}"#
        #expect(GatewayRequest.ask(7, file).json.serialized() == Array(fetch.utf8))
        #expect(try request(fetch) == .ask(7, file))
        #expect(try request(#"{"cancel":7}"#) == .cancel(7))
        #expect(
            try reply(#"{"hello":1,"landlock":7,"filter":true}"#)
                == .hello(Confinement(landlock: 7, hasFilter: true)))
        #expect(try reply(#"{"answer":7,"part":"e30=","last":true}"#) == .part(7, Array("{}".utf8), isLast: true))
        #expect(
            try reply(#"{"failure":7,"reason":"rate-limited","value":30}"#)
                == .failure(7, .tooManyRequests(retryAfter: 30)))
    }

    @Test func `an answer is cut into parts of which only the last is shorter`() throws {
        for count in [0, 1, 1 << 19, 1 << 19 + 1, 16 << 20] {
            let answer = [UInt8](repeating: 0x20, count: count)
            let parts = GatewayReply.parts(of: answer, to: 1)
            #expect(parts.count == max(1, (count + 1 << 19 - 1) >> 19))
            var whole: [UInt8] = []
            for part in parts {
                let frame = part.json.serialized()
                #expect(frame.count <= 1 << 20)
                guard case .part(1, let bytes, _) = try GatewayReply(JSONSource(frame)) else {
                    Issue.record("no part")
                    return
                }
                whole += bytes
            }
            #expect(whole == answer)
        }
    }

    @Test(arguments: [
        "", "[]", "{}", "null", #"{"ask":0}"#, #"{"cancel":7,"more":1}"#, #"{"cancel":-1}"#, #"{"cancel":"7"}"#,
        #"{"ask":7,"url":"http://rpc.example/","body":"","milliseconds":5,"bytes":9}"#,
        #"{"ask":7,"url":"HTTPS://rpc.example/","body":"","milliseconds":5,"bytes":9}"#,
        #"{"ask":7,"url":"https://rpc.example/","body":"e30","milliseconds":5,"bytes":9}"#,
        #"{"ask":7,"url":"https://rpc.example/","body":"","milliseconds":0,"bytes":9}"#,
        #"{"ask":7,"url":"https://rpc.example/","body":"","milliseconds":300001,"bytes":9}"#,
        #"{"ask":7,"url":"https://rpc.example/","body":"","milliseconds":5,"bytes":16777217}"#,
        #"{"ask":7,"url":"https://rpc.example/","body":"","milliseconds":5}"#,
        #"{"ask":7,"url":"https://rpc.example/","body":"","milliseconds":5,"bytes":9,"cancel":7}"#,
        #"{"fetch":7,"url":"https://rpc.example/","body":"","milliseconds":5,"bytes":9}"#,
        #"{"fetch":7,"url":"http://rpc.example/","milliseconds":5,"bytes":9}"#,
        #"{"fetch":7,"ask":7,"url":"https://rpc.example/","milliseconds":5,"bytes":9}"#,
    ])
    func `a request that isn't one is refused`(_ text: String) {
        #expect(throws: GatewayFault.unfit) { try request(text) }
    }

    @Test(arguments: [
        "", "{}", #"{"hello":2,"landlock":7,"filter":true}"#, #"{"hello":1,"landlock":7}"#,
        #"{"hello":1,"landlock":7,"filter":true,"more":1}"#, #"{"answer":7,"part":"e30=","last":false}"#,
        #"{"answer":7,"part":"e30","last":true}"#, #"{"answer":7,"last":true}"#,
        #"{"failure":7,"reason":"tired"}"#, #"{"failure":7,"reason":"cut","value":1}"#,
        #"{"failure":7,"reason":"status"}"#, #"{"failure":7,"reason":"status","value":99}"#,
        #"{"failure":7,"reason":"certificate","value":"x"}"#, #"{"failure":7,"reason":"rate-limited","value":-1}"#,
    ])
    func `a reply that isn't one is refused`(_ text: String) {
        #expect(throws: GatewayFault.unfit) { try reply(text) }
    }
}
