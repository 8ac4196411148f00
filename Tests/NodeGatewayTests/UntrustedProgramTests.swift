import AgentSocket
import Glibc
import JSONRPC
import NodeGateway
import SolanaRPC
import TestSupport
import Testing

/// A `sidekey-rpc` that dies, lies or says nothing to the agent.
@Suite(.timeLimit(.minutes(5))) struct UntrustedProgramTests {
    @Test(arguments: [
        "dies", "another", "endless", "short-part", "long-part", "more-members", "no-member", "unknown-reason",
        "another-limit", "unasked-cancel", "failure-after-part", "not-json", "too-large", "empty", "hello-again",
        "before-hello", "another-protocol",
    ])
    func `one that says what doesn't fit is ended, and the question is cut`(_ kind: String) async throws {
        let program = try StandIn(kind)
        #expect(await error { () async throws(RPCTransportError) in try await program.ask() } == .cut)
        #expect(program.gateway.pid == nil)
    }

    @Test func `a second answer to a question ends it, and the first is good`() async throws {
        let program = try StandIn("twice")
        #expect(try await program.ask() == "one")
        #expect(try await eventually { program.gateway.pid == nil })
    }

    @Test func `one that has died is started again, and nothing is asked twice by itself`() async throws {
        let program = try StandIn("dies-once")
        #expect(await error { () async throws(RPCTransportError) in try await program.ask() } == .cut)
        #expect(try await program.ask() == "well")
        let first = try #require(program.gateway.pid)
        kill(first, SIGKILL)
        #expect(try await eventually { program.gateway.pid == nil })
        #expect(try await program.ask() == "well")
        #expect(program.gateway.pid != first)
    }

    @Test func `one that dies each time is started ever more seldom`() async throws {
        let program = try StandIn("dies")
        let clock = ContinuousClock.now
        for _ in 0..<6 {
            #expect(await error { () async throws(RPCTransportError) in try await program.ask() } == .cut)
        }
        // 100, 200, 400, 800 and 1600 ms between the six.
        #expect(ContinuousClock.now - clock > .milliseconds(3100))
        // The next wait is longer than this question has time.
        #expect(
            await error { () async throws(RPCTransportError) in try await program.ask(milliseconds: 5) } == .unreachable
        )
    }

    @Test func `one that hangs is ended some seconds after a question's time`() async throws {
        let program = try StandIn("hangs")
        let clock = ContinuousClock.now
        #expect(
            await error { () async throws(RPCTransportError) in try await program.ask(milliseconds: 100) } == .timedOut)
        #expect(ContinuousClock.now - clock < .seconds(30))
        #expect(program.gateway.pid == nil)
    }

    @Test func `one that isn't there can't be asked`() async throws {
        let gateway = Gateway(GatewayProgram(path: "/nonexistent/sidekey-rpc", environment: [:]))
        let endpoint = try RPCEndpoint("http://127.0.0.1:1")
        await #expect(throws: RPCTransportError.unreachable) {
            try await gateway.ask(NodeQuestion(endpoint: endpoint, body: []))
        }
        await #expect(throws: GatewayFault.notStarted(errno: ENOENT)) { try await gateway.start() }
    }

    @Test func `a task that is cancelled doesn't wait, and another's question goes on`() async throws {
        let program = try StandIn("hangs")
        let task = Task { await error { () async throws(RPCTransportError) in try await program.ask() } }
        try await Task.sleep(for: .milliseconds(300))
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(program.gateway.pid != nil)
        let another = Task { await error { () async throws(RPCTransportError) in try await program.ask() } }
        try await Task.sleep(for: .milliseconds(300))
        program.gateway.end()
        #expect(await another.value == .cut)
        #expect(
            await error { () async throws(RPCTransportError) in try await program.ask() } == .unreachable)
    }

    @Test func `one that reads nothing costs no more than the bytes that may wait`() async throws {
        let program = try StandIn("deaf")
        _ = try await program.gateway.start()
        let body = String(repeating: " ", count: 1 << 19)
        let errors = await withTaskGroup(of: RPCTransportError?.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    await error { () async throws(RPCTransportError) in try await program.ask(body, milliseconds: 100) }
                }
            }
            return await group.reduce(into: [RPCTransportError?]()) { $0.append($1) }
        }
        #expect(errors.contains(.unreachable) && errors.contains(.timedOut))
        #expect(errors.allSatisfy { $0 == .unreachable || $0 == .timedOut })
    }

    @Test func `it stands in no folder of the user's and sees the variables of the network alone`() async throws {
        let program = try StandIn(
            "environment",
            environment: [
                "https_proxy": "http://proxy.example", "SSL_CERT_FILE": "/etc/own.pem", "HOME": "/root",
                "SIDEKEY_HOME": "/tmp", "LD_PRELOAD": "/tmp/evil.so", "HTTP_PROXY": "http://evil.example",
            ])
        let seen = try JSON(parsing: JSONSource(Array(try await program.ask().utf8)))
        var variables = try #require(seen["environment"]?.object)
        // What the interpreter adds by itself.
        variables["LC_CTYPE"] = nil
        #expect(
            variables == [
                "PATH": "/usr/bin:/bin", "https_proxy": "http://proxy.example", "SSL_CERT_FILE": "/etc/own.pem",
            ])
        #expect(seen["folder"] == "/")
    }
}

extension StandIn: @unchecked Sendable {}
