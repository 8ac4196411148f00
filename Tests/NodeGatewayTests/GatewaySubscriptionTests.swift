import Glibc
import JSONRPC
import NodeGateway
import SolanaRPC
import TestSupport
import Testing

/// A node's notifications, through the real `sidekey-rpc`.
@Suite(.timeLimit(.minutes(5))) struct GatewaySubscriptionTests {
    private func slots(_ running: RunningGateway, _ node: LocalNode) throws
        -> AsyncStream<SubscriptionChange<SlotInfo>>.Iterator
    {
        SolanaSubscriptions(GatewayTransport(running.gateway, try RPCEndpoint(node.endpoints[0].url))).slot()
            .makeAsyncIterator()
    }

    @Test func `slots come, and the connection goes with the last who listens`() async throws {
        let (running, node) = (RunningGateway(), try LocalNode())
        do {
            var changes = try slots(running, node)
            guard case .began? = await changes.next() else { throw TestFault("it didn't begin") }
            for _ in 0..<3 {
                try node.control(["advance": 1])
                guard case .told(let slot)? = await changes.next() else { throw TestFault("no slot") }
                #expect(slot.slot == slot.parent + 1)
            }
        }
        #expect(try await eventually { try node.control([:])["sockets"] == 0 })
        #expect(try await running.error(asking: node.endpoints[0].url) == nil)
    }

    @Test func `a gap is told where the node drops it or sidekey-rpc is killed, and it begins again`() async throws {
        let (running, node) = (RunningGateway(), try LocalNode())
        var changes = try slots(running, node)
        guard case .began? = await changes.next() else { throw TestFault("it didn't begin") }
        try node.control(["dropSockets": true])
        guard case .interrupted(.cut)? = await changes.next(), case .began? = await changes.next() else {
            throw TestFault("no gap, or no end of it")
        }
        kill(try #require(running.gateway.pid), SIGKILL)
        guard case .interrupted(.cut)? = await changes.next(), case .began? = await changes.next() else {
            throw TestFault("no gap, or no end of it")
        }
        try node.control(["advance": 1])
        guard case .told? = await changes.next() else { throw TestFault("no slot") }
    }

    @Test func `a refusal is told, and is the end`() async throws {
        let (running, node) = (RunningGateway(), try LocalNode())
        try node.control(["fault": "error", "method": "slotSubscribe", "code": -32601, "message": "no"])
        var changes = try slots(running, node)
        guard case .refused(let refusal)? = await changes.next() else { throw TestFault("it wasn't refused") }
        #expect(refusal == RPCNodeError(code: .methodNotFound, message: "no"))
        #expect(await changes.next() == nil)
    }
}
