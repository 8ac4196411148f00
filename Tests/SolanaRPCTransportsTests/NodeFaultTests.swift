import JSONRPC
import SolanaRPC
import SolanaRPCTransports
import SolanaTransactions
import TestSupport
import Testing

/// Faults of a node over HTTP, and the fate of a request then.
@Suite(.timeLimit(.minutes(5))) struct NodeFaultTests {
    @Test func `each fault has its name`() async throws {
        let asked = try AskedNode()
        var impatient = HTTPTransport.Limits()
        impatient.time = .milliseconds(700)
        var small = HTTPTransport.Limits()
        small.count = 1000
        let usual = HTTPTransport.Limits()
        let cases: [(JSONObject, HTTPTransport.Limits, SolanaRPCError)] = [
            (["fault": "slow", "ms": 60_000], impatient, .transport(.timedOut)),
            (["fault": "rate-limit", "retryAfter": 7], usual, .transport(.tooManyRequests(retryAfter: 7))),
            (["fault": "rate-limit", "retryAfter": nil], usual, .transport(.tooManyRequests(retryAfter: nil))),
            (
                ["fault": "rate-limit", "retryAfter": "Sun, 06 Nov 1994 08:49:37 GMT"], usual,
                .transport(.tooManyRequests(retryAfter: nil))
            ),
            (["fault": "status", "status": 503], usual, .transport(.status(503))),
            (["fault": "status", "status": 302], usual, .transport(.status(302))),
            (["fault": "drop"], usual, .transport(.cut)), (["fault": "cut"], usual, .transport(.cut)),
            (["fault": "cut", "bytes": 0], usual, .transport(.cut)),
            (["fault": "garbage"], usual, .transport(.notAnAnswer)),
            (["fault": "huge", "bytes": 2000], small, .transport(.tooLarge(limit: 1000))),
            (["fault": "huge", "bytes": 2000, "chunked": true], small, .transport(.tooLarge(limit: 1000))),
            (["fault": "huge", "bytes": 17_000_000], usual, .transport(.tooLarge(limit: 16 << 20))),
            (["fault": "wrong-id"], usual, .transport(.notAnAnswer)),
            (
                ["fault": "error", "code": -32005, "message": "behind"], usual,
                .node(RPCNodeError(code: .nodeUnhealthy, message: "behind"))
            ),
            (["fault": "result", "result": "no"], usual, .answer(method: "getSlot", path: "")),
        ]
        for (fault, limits, wanted) in cases {
            let found = try await asked.outcome(of: fault, limits)
            var error = found.error
            // A node may say more with its refusal.
            if case .node(let refusal) = error {
                error = .node(RPCNodeError(code: refusal.code, message: refusal.message))
            }
            #expect(error == wanted, "\(fault)")
            #expect(found.requests <= 1, "\(fault)")
        }
    }

    @Test func `what may be repeated is, and succeeds when the node is well again`() async throws {
        let asked = try AskedNode()
        let cases: [JSONObject] = [
            ["fault": "status", "status": 500, "count": 2], ["fault": "drop", "count": 2],
            ["fault": "rate-limit", "retryAfter": 0, "count": 2],
        ]
        for fault in cases {
            let found = try await asked.outcome(of: fault, retrying: true)
            #expect(found.error == nil, "\(fault)")
        }
    }

    @Test func `what was carried out and not answered isn't asked for twice`() async throws {
        let asked = try AskedNode()
        let alice = try PublicKey(base58: asked.node.seeded("accounts", "alice", "publicKey"))
        let fault: JSONObject = ["fault": "drop", "method": "requestAirdrop", "executed": true]
        let found = try await asked.outcome(of: fault, retrying: true) { rpc async throws(SolanaRPCError) in
            _ = try await rpc.requestAirdrop(to: alice, lamports: 1)
        }
        #expect(found.error == .transport(.cut))
        #expect(found.requests == 1)
    }

    // libcurl sends again by itself where a connection that it used before is closed without an answer.
    @Test func `nor over a connection that had an answer before`() async throws {
        let asked = try AskedNode()
        let alice = try PublicKey(base58: asked.node.seeded("accounts", "alice", "publicKey"))
        let transport = HTTPTransport(asked.endpoint)
        let rpc = SolanaRPC(transport)
        _ = try await rpc.getSlot()
        try asked.node.control(["fault": "drop", "method": "requestAirdrop", "executed": true])
        let before = try asked.requests()
        await #expect(throws: SolanaRPCError.transport(.cut)) {
            _ = try await rpc.requestAirdrop(to: alice, lamports: 1)
        }
        #expect(try asked.requests() - before == 1)
        await transport.shutdown()
    }

    @Test func `answers up to the limit come whole, in pieces too`() async throws {
        let asked = try AskedNode()
        for isChunked in [false, true] {
            try asked.node.control(["clear": true])
            try asked.node.control(["fault": "huge", "bytes": 16_000_000, "chunked": .bool(isChunked)])
            let transport = HTTPTransport(asked.endpoint)
            #expect(try await transport.send(slotRequest, isRepeatable: true).count == 16_000_000)
            await transport.shutdown()
        }
    }

    @Test func `nobody there, a name that nobody has, and a task that is cancelled`() async throws {
        for url in ["http://127.0.0.1:9", "https://nobody.invalid"] {
            let transport = HTTPTransport(try RPCEndpoint(url))
            await #expect(throws: RPCTransportError.unreachable, "\(url)") {
                try await transport.send(slotRequest, isRepeatable: true)
            }
            await transport.shutdown()
        }
        let asked = try AskedNode()
        try asked.node.control(["fault": "slow", "ms": 20_000])
        let slow = HTTPTransport(asked.endpoint)
        let task = Task { try await SolanaRPC(RetryingTransport(slow)).getSlot() }
        try await Task.sleep(for: .milliseconds(500))
        task.cancel()
        let clock = ContinuousClock.now
        await #expect(throws: SolanaRPCError.transport(.cancelled)) { try await task.value }
        #expect(ContinuousClock.now - clock < .seconds(5))
        await slow.shutdown()
    }
}
