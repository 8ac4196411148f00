import JSONRPC
import SolanaRPC
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// The endpoints of the policy, asked for what they are; nodes of this machine.
@Suite(.timeLimit(.minutes(5))) struct NetworkModuleTests {
    private func life() async throws -> WalletLife {
        let life = try await WalletLife(reach: { LoopbackTransport(port: $0.port) })
        _ = try await life.create().get()
        return life
    }

    private func reason(_ outcome: Result<JSON, RPCError>) -> RPCReason? {
        guard case .failure(let error) = outcome else { return nil }
        return error.reason
    }

    @Test func `each endpoint says whether it is one of the cluster's`() async throws {
        let (node, other) = (try LocalNode(), try LocalNode())
        try other.control(["fault": "genesis", "result": "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"])
        let life = try await life()
        // Nobody knows the endpoints before the first unlock, so nobody is asked.
        #expect(try await reason(life.browser.call("network.status")) == .noNetwork)
        _ = try await life.unlock().get()
        let urls = [node.endpoints[0].url, other.endpoints[0].url, "http://127.0.0.1:9"]
        let endpoints = JSON.array(urls.map { .string(JSONString($0)) })
        _ = try await life.prove(
            "policy.set", ["network": ["cluster": "localnet", "endpoints": ["localnet": endpoints, "testnet": []]]]
        ).get()
        let status = try await life.browser.call("network.status").get()
        #expect(status["cluster"] == "solana:localnet")
        let nodes = try #require(status["nodes"]?.array)
        #expect(nodes.map { $0["state"]?.text } == ["reached", "wrong-cluster", "unreachable"])
        #expect(nodes.map { $0["node"]?.text } == urls.map { $0 })
        #expect(nodes[1]["found"] == "solana:mainnet")
        #expect(nodes[0]["slot"]?.text.flatMap { UInt64($0) } != nil)
        #expect(nodes[0]["version"]?.text?.isEmpty == false)
        #expect(try await reason(life.browser.call("network.status", ["cluster": "solana:testnet"])) == .noNetwork)
        #expect(try await reason(life.browser.call("network.status", ["cluster": "mainnet"])) == .paramValue)
        _ = try await life.prove("policy.set", ["network": ["off": true]]).get()
        #expect(try await reason(life.browser.call("network.status")) == .noNetwork)
    }

    @Test func `a wallet that reaches nothing says so`() async throws {
        let life = try await WalletLife()
        #expect(try await reason(life.browser.call("network.status")) == .noNetwork)
    }
}
