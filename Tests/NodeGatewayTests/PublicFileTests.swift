import AgentSocket
import Foundation
import JSONRPC
import NodeGateway
import SolanaRPC
import TestSupport
import Testing

/// Files from strangers' addresses, through the real `sidekey-rpc`.
@Suite(.timeLimit(.minutes(5))) struct PublicFileTests {
    private func error(
        _ running: RunningGateway, _ url: String, isPublic: Bool = true
    ) async throws -> RPCTransportError? {
        let file = FileRequest(try RPCEndpoint(url), bytes: 1000, milliseconds: 20_000, isPublic: isPublic)
        return await NodeGatewayTests.error { () async throws(RPCTransportError) in
            try await running.gateway.ask(NodeQuestion(file))
        }
    }

    @Test func `a stranger's address that leads into the user's own networks isn't connected to`() async throws {
        let node = try LocalNode()
        let port = node.endpoints[0].port
        let running = RunningGateway()
        // Whoever listens there isn't asked: the name is resolved, and what it leads to is looked at.
        let inside = [
            "localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "10.0.0.1", "192.168.1.1",
            "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "255.255.255.255", "[fe80::1]",
            "[fd00::1]", "[ff02::1]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "[::]",
        ]
        for host in inside {
            #expect(try await error(running, "https://\(host):\(port)/1.json") == .notPublic, "\(host)")
        }
        #expect(try node.control([:])["requests"] == [:])
        // The user's own address may lead there.
        let own = try await error(running, "https://localhost:\(port)/1.json", isPublic: false)
        #expect(own != nil && own != .notPublic)
    }

    @Test func `a proxy doesn't make a private address public`() async throws {
        let running = RunningGateway(environment: ["https_proxy": "http://127.0.0.1:9"])
        #expect(try await error(running, "https://192.168.1.1/1.json") == .notPublic)
        #expect(try await error(running, "https://[fd00::1]/1.json") == .notPublic)
        #expect(try await error(running, "https://art.example/1.json") == .unreachable)
    }
}
