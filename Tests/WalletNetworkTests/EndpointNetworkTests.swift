import JSONRPC
import SolanaRPC
import SolanaTransactions
import Synchronization
import TestSupport
import Testing
import WalletNetwork

/// Endpoints that say a genesis hash, or fail, and count how often they were asked.
private final class GenesisNodes: Sendable {
    private struct State {
        var answers: [String: Result<String, RPCTransportError>] = [:]
        var asked: [String] = []
        var hanging: Set<String> = []
    }

    private let state = Mutex(State())

    func set(_ host: String, _ answer: Result<String, RPCTransportError>) {
        state.withLock { $0.answers[host] = answer }
    }

    var asked: [String] { state.withLock { $0.asked } }

    /// Has an endpoint take what it is asked, and never answer.
    func hang(_ host: String) { state.withLock { _ = $0.hanging.insert(host) } }

    func waitUntilAsked(_ host: String, times: Int = 1) async {
        while asked.filter({ $0 == host }).count < times { try? await Task.sleep(for: .milliseconds(5)) }
        // Until whoever asks waits by the clock too.
        try? await Task.sleep(for: .milliseconds(200))
    }

    func transport(_ endpoint: RPCEndpoint) -> any RPCTransport { Node(host: endpoint.host, all: self) }

    private struct Node: RPCTransport {
        let host: String
        let all: GenesisNodes

        func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
            let answer = all.state.withLock { state in
                state.asked.append(host)
                return state.answers[host] ?? .failure(.unreachable)
            }
            if all.state.withLock({ $0.hanging.contains(host) }) {
                do { try await Task.sleep(for: .seconds(3600)) } catch { throw .cancelled }
            }
            let hash = try answer.get()
            guard let id = (try? JSON(parsing: JSONSource(body)))?["id"] else { throw .notAnAnswer }
            return (["jsonrpc": "2.0", "id": id, "result": .string(hash)] as JSON).serialized()
        }
    }
}

/// What the user settled, and what time it is.
private final class Shared: Sendable {
    let settings = Mutex<NetworkSettings?>(nil)
    let clock = ManualClock()
}

@Suite struct EndpointNetworkTests {
    private let nodes = GenesisNodes()
    private let shared = Shared()
    private static let mainnet = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"
    private static let devnet = "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG"
    private static let own = "8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR9"

    /// A network whose endpoints of a cluster have these hosts.
    private func network(_ hosts: [String], of cluster: Cluster = .mainnet) throws -> EndpointNetwork {
        var chosen = NetworkSettings()
        try chosen.choose(hosts.map { try RPCEndpoint("https://\($0)") }, for: cluster)
        shared.settings.withLock { $0 = chosen }
        return EndpointNetwork(
            settings: { [shared] in shared.settings.withLock { $0 } }, clock: shared.clock,
            transport: { [nodes] in nodes.transport($0) })
    }

    private func names(_ network: EndpointNetwork, of cluster: Cluster = .mainnet) async throws -> [String] {
        try await network.nodes(of: cluster).map(\.name)
    }

    @Test func aNodeOfAnotherClusterIsNamedAsSuchAndLeftOut() async throws {
        let network = try network(["a.example", "b.example"])
        nodes.set("a.example", .success(Self.devnet))
        nodes.set("b.example", .success(Self.mainnet))
        #expect(try await names(network) == ["https://b.example"])
        let alone = try self.network(["a.example"])
        await #expect(
            throws: NetworkError.wrongCluster(node: "https://a.example", wanted: .mainnet, found: .devnet)
        ) { try await names(alone) }
        nodes.set("c.example", .success(Self.own))
        let unknown = try self.network(["c.example"])
        await #expect(throws: NetworkError.wrongCluster(node: "https://c.example", wanted: .mainnet, found: nil)) {
            try await names(unknown)
        }
    }

    @Test func aLocalClusterHasAnyHashButAPublicOnes() async throws {
        let network = try network(["a.example"], of: .localnet)
        nodes.set("a.example", .success(Self.own))
        #expect(try await names(network, of: .localnet) == ["https://a.example"])
        nodes.set("b.example", .success(Self.mainnet))
        let other = try self.network(["b.example"], of: .localnet)
        await #expect(
            throws: NetworkError.wrongCluster(node: "https://b.example", wanted: .localnet, found: .mainnet)
        ) { try await names(other, of: .localnet) }
    }

    @Test func aHashIsBelievedForTenMinutesAndAFailureForThreeSeconds() async throws {
        let network = try network(["a.example"])
        let unreachable = NetworkError.unreachable(.mainnet, nodes: ["https://a.example"])
        await #expect(throws: unreachable) { try await names(network) }
        nodes.set("a.example", .success(Self.mainnet))
        await #expect(throws: unreachable) { try await names(network) }
        #expect(nodes.asked.count == 1)
        shared.clock.advance(by: .seconds(4))
        for _ in 0..<3 { #expect(try await names(network) == ["https://a.example"]) }
        #expect(nodes.asked.count == 2)
        nodes.set("a.example", .success(Self.devnet))
        shared.clock.advance(by: .seconds(599))
        #expect(try await names(network) == ["https://a.example"])
        shared.clock.advance(by: .seconds(2))
        await #expect(throws: NetworkError.self) { try await names(network) }
    }

    @Test(.timeLimit(.minutes(1))) func aNodeThatHangsIsGivenUpAndTheOthersAreNotHeldUp() async throws {
        let network = try network(["a.example", "b.example"])
        nodes.set("b.example", .success(Self.mainnet))
        nodes.hang("a.example")
        async let found = names(network)
        await nodes.waitUntilAsked("a.example")
        shared.clock.advance(by: .seconds(4))
        #expect(try await found == ["https://b.example"])
        let alone = try self.network(["a.example"])
        let none = Task { try await names(alone) }
        await nodes.waitUntilAsked("a.example", times: 2)
        shared.clock.advance(by: .seconds(4))
        await #expect(throws: NetworkError.unreachable(.mainnet, nodes: ["https://a.example"])) { try await none.value }
    }

    @Test func nobodyIsAskedWhereTheUserWantsNoNetworkOrIsntKnownYet() async throws {
        let network = try network(["a.example"])
        shared.settings.withLock { $0 = nil }
        await #expect(throws: NetworkError.off) { try await names(network) }
        shared.settings.withLock { $0 = NetworkSettings(isOff: true) }
        await #expect(throws: NetworkError.off) { try await names(network) }
        var none = NetworkSettings()
        try none.choose([], for: .devnet)
        shared.settings.withLock { [none] in $0 = none }
        await #expect(throws: NetworkError.noEndpoint(.devnet)) { try await names(network, of: .devnet) }
        #expect(nodes.asked.isEmpty)
    }

    @Test func theLocalNodeIsALocalCluster() async throws {
        let node = try LocalNode()
        let transport = LoopbackTransport(node)
        let network = EndpointNetwork(settings: { NetworkSettings() }, clock: ManualClock()) { _ in transport }
        #expect(try await network.nodes(of: .localnet).count == 1)
        await #expect(throws: NetworkError.self) { try await network.nodes(of: .mainnet) }
    }
}
