import JSONRPC
import SolanaRPC
import SolanaRPCTransports
import TestSupport
import Testing
import WalletNetwork

/// The fate of a transaction, by a node's notifications.
@Suite(.timeLimit(.minutes(2))) struct BroadcastListeningTests {
    @Test func `a confirmation that a node tells of is looked at before its time`() async throws {
        let chain = try await LocalChain()
        let node = NetworkNode(
            name: "node", transport: LoopbackTransport(chain.node),
            listener: WebSocketTransport(try RPCEndpoint(chain.node.endpoints[0].url)))
        let transaction = try chain.signed(try await chain.transfer(1_000_000))
        let lifetime = try #require(try await node.expiry(of: transaction).lifetime)
        func state() throws -> (subscriptions: Int?, looks: Int?, sockets: Int?) {
            let told = try chain.node.control([:])
            return (
                told["subscriptions"]?.int, told["requests"]?["getSignatureStatuses"]?.int, told["sockets"]?.int
            )
        }
        func eventually(_ condition: () throws -> Bool) async throws -> Bool {
            for _ in 0..<1_000 {
                if try condition() { return true }
                try await Task.sleep(for: .milliseconds(10))
            }
            return false
        }
        // Nobody's two seconds pass by this clock: who isn't told never looks again.
        let sending = Task {
            await Broadcast([node], clock: ManualClock()).send(transaction, until: lifetime)
        }
        #expect(
            try await eventually {
                let state = try state()
                return state.subscriptions == 1 && state.looks == 1
            })
        try chain.node.control(["advance": 2])
        guard case .confirmed = await sending.value else { throw TestFault("it wasn't confirmed") }
        #expect(try state().looks == 2)
        #expect(try await eventually { try state().sockets == 0 })
    }
}
