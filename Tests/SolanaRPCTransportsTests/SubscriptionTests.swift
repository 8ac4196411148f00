import JSONRPC
import Salt
import SolanaRPC
import SolanaRPCTransports
import SolanaTransactions
import TestSupport
import Testing

/// A node's notifications over WebSocket, from the local node.
@Suite(.timeLimit(.minutes(5))) struct SubscriptionTests {
    private func key(_ person: String, of node: LocalNode) throws -> PublicKey {
        try PublicKey(base58: node.seeded("accounts", person, "publicKey"))
    }

    private func subscriptions(
        _ endpoint: RPCEndpoint, roots: String? = nil, proxy: RPCProxy? = nil
    ) -> SolanaSubscriptions<WebSocketTransport> {
        SolanaSubscriptions(
            WebSocketTransport(endpoint, proxy: proxy, roots: roots, connecting: .seconds(20)))
    }

    private func give(_ lamports: Int, to account: PublicKey, of node: LocalNode) throws {
        try node.control(["set": .string(account.base58), "lamports": .number(lamports)])
        try node.control(["advance": 1])
    }

    @Test func `an account's changes come, until nobody listens`() async throws {
        let node = try LocalNode()
        let alice = try key("alice", of: node)
        let telling = subscriptions(try RPCEndpoint(node.endpoints[0].url))
        do {
            var changes = telling.account(alice, .processed).makeAsyncIterator()
            guard case .began? = await changes.next() else { throw TestFault("it didn't begin") }
            for lamports in [5, 7] {
                try give(lamports, to: alice, of: node)
                guard case .told(let account)? = await changes.next() else { throw TestFault("nothing was told") }
                #expect(account.value.lamports == UInt64(lamports))
                #expect(account.slot > 0)
            }
        }
        // The connection is there for who listens.
        #expect(try await eventually { try node.control([:])["sockets"] == 0 })
    }

    @Test func `slots, logs and a signature, each over the same connection`() async throws {
        let node = try LocalNode()
        let endpoint = try RPCEndpoint(node.endpoints[0].url)
        let alice = try key("alice", of: node)
        let telling = subscriptions(endpoint)
        var slots = telling.slot().makeAsyncIterator()
        var logs = telling.logs(mentioning: alice, .processed).makeAsyncIterator()
        guard case .began? = await slots.next(), case .began? = await logs.next() else {
            throw TestFault("they didn't begin")
        }
        #expect(try node.control([:])["sockets"] == 1)
        try node.control(["advance": 1])
        guard case .told(let first)? = await slots.next() else { throw TestFault("no slot") }
        #expect(first.slot == first.parent + 1)

        let transport = HTTPTransport(endpoint)
        let signature = try await SolanaRPC(transport).requestAirdrop(to: alice, lamports: 1_000_000)
        await transport.shutdown()
        guard case .told(let told)? = await logs.next() else { throw TestFault("no logs") }
        #expect(told.value.signature == signature && told.value.failure == nil)
        var fate = telling.signature(signature, .processed).makeAsyncIterator()
        guard case .began? = await fate.next(), case .told(let end)? = await fate.next() else {
            throw TestFault("nothing of the signature")
        }
        #expect(end.value == nil)
        #expect(await fate.next() == nil)
    }

    @Test func `a broken connection is told as a gap, and what was subscribed to is again`() async throws {
        let node = try LocalNode()
        let alice = try key("alice", of: node)
        let telling = subscriptions(try RPCEndpoint(node.endpoints[0].url))
        var changes = telling.account(alice, .processed).makeAsyncIterator()
        guard case .began? = await changes.next() else { throw TestFault("it didn't begin") }
        for lamports in [11, 13] {
            try node.control(["dropSockets": true])
            guard case .interrupted(.cut)? = await changes.next() else { throw TestFault("no gap was told") }
            guard case .began? = await changes.next() else { throw TestFault("it didn't begin again") }
            try give(lamports, to: alice, of: node)
            guard case .told(let account)? = await changes.next() else { throw TestFault("nothing was told") }
            #expect(account.value.lamports == UInt64(lamports))
        }
    }

    @Test func `a node that isn't there is told once, and reached when it comes`() async throws {
        let node = try LocalNode()
        try node.control(["fault": "drop", "method": "websocket", "count": 3])
        var changes = subscriptions(try RPCEndpoint(node.endpoints[0].url)).slot().makeAsyncIterator()
        guard case .interrupted? = await changes.next() else { throw TestFault("no gap was told") }
        guard case .began? = await changes.next() else { throw TestFault("it didn't begin") }
        #expect(try node.control([:])["requests"]?["websocket"] == 4)
    }

    @Test func `where nobody is, that is told`() async throws {
        var changes = subscriptions(try RPCEndpoint("http://127.0.0.1:8")).slot().makeAsyncIterator()
        guard case .interrupted(.unreachable)? = await changes.next() else { throw TestFault("no gap was told") }
    }

    @Test func `a node's refusal is the end`() async throws {
        let node = try LocalNode()
        try node.control(["fault": "error", "method": "slotSubscribe", "code": -32601, "message": "no"])
        var changes = subscriptions(try RPCEndpoint(node.endpoints[0].url)).slot().makeAsyncIterator()
        guard case .refused(let refusal)? = await changes.next() else { throw TestFault("it wasn't refused") }
        #expect(refusal == RPCNodeError(code: .methodNotFound, message: "no"))
        #expect(await changes.next() == nil)
    }

    @Test func `over TLS and through a proxy, and each certificate's fault by its name`() async throws {
        let proxy = try ProxyProcess()
        for (words, isTrusted, wanted) in [
            (["node.invalid"], true, nil), (["node.invalid"], false, .untrusted),
            (["another.example"], true, .wrongHost), (["node.invalid", "--expired"], true, .expired),
        ] as [([String], Bool, RPCCertificateFault?)] {
            let node = try SecuredNode(words)
            let endpoint = try node.endpoint("node.invalid")
            var changes = subscriptions(
                endpoint, roots: isTrusted ? node.certificate : nil, proxy: try proxy.proxy(for: endpoint)
            ).slot().makeAsyncIterator()
            switch await changes.next() {
            case .began?: #expect(wanted == nil)
            case .interrupted(let error)?: #expect(wanted.map(RPCTransportError.certificate) == error)
            default: Issue.record("neither began nor failed")
            }
            #expect(try proxy.request().hasPrefix("CONNECT node.invalid:"))
        }
    }

    @Test func `what takes no WebSocket is no answer`() async throws {
        let node = try LocalNode()
        try node.control(["fault": "status", "method": "websocket", "status": 403])
        var changes = subscriptions(try RPCEndpoint(node.endpoints[0].url)).slot().makeAsyncIterator()
        guard case .interrupted(let error)? = await changes.next() else { throw TestFault("no gap was told") }
        #expect(error == .notAnAnswer)
    }
}

/// Returns whether something holds within 30 seconds.
func eventually(_ condition: () throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
        if try condition() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}
