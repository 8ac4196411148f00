import AgentSocket
import Foundation
import Glibc
import JSONRPC
import NodeGateway
import SolanaRPC
import TestSupport
import Testing

/// Questions through the real `sidekey-rpc` to a local node.
@Suite(.timeLimit(.minutes(5))) struct GatewayTests {
    @Test func `a node's answers come through, many at a time and 16 MB long`() async throws {
        let (running, node) = (RunningGateway(), try LocalNode())
        let transport = GatewayTransport(running.gateway, try RPCEndpoint(node.endpoints[0].url))
        let rpc = SolanaRPC(transport)
        let slots = try await withThrowingTaskGroup(of: UInt64.self) { group in
            for _ in 0..<50 { group.addTask { try await rpc.getSlot() } }
            return try await group.reduce(into: Set<UInt64>()) { $0.insert($1) }
        }
        #expect(slots.count == 1)
        try node.control(["fault": "huge", "bytes": 16_000_000])
        let answer = try await transport.send(slotRequest, isRepeatable: true)
        #expect(answer.count == 16_000_000)
        #expect(try JSON(parsing: JSONSource(answer))["result"]?.number?.uint64() == slots.first)
    }

    @Test func `each fault of a node crosses by its name`() async throws {
        let (running, node) = (RunningGateway(), try LocalNode())
        let cases: [(JSONObject, Int, Int, RPCTransportError)] = [
            (["fault": "slow", "ms": 60_000], 500, 1000, .timedOut),
            (["fault": "rate-limit", "retryAfter": 7], 30_000, 1000, .tooManyRequests(retryAfter: 7)),
            (["fault": "rate-limit", "retryAfter": "-1"], 30_000, 1000, .tooManyRequests(retryAfter: 0)),
            (["fault": "rate-limit", "retryAfter": nil], 30_000, 1000, .tooManyRequests(retryAfter: nil)),
            (["fault": "status", "status": 503], 30_000, 1000, .status(503)),
            (["fault": "drop"], 30_000, 1000, .cut), (["fault": "cut"], 30_000, 1000, .cut),
            (["fault": "huge", "bytes": 2000], 30_000, 1000, .tooLarge(limit: 1000)),
        ]
        let pid = try await running.process().pid
        for (fault, milliseconds, bytes, wanted) in cases {
            try node.control(["clear": true])
            try node.control(fault)
            let error = try await running.error(
                asking: node.endpoints[0].url, milliseconds: milliseconds, bytes: bytes)
            #expect(error == wanted, "\(fault)")
        }
        #expect(try await running.error(asking: "http://127.0.0.1:9") == .unreachable)
        #expect(try await running.error(asking: "https://nobody.invalid") == .unreachable)
        #expect(running.gateway.pid == pid)
    }

    @Test func `a certificate's faults cross, and SSL_CERT_FILE says who vouches for hosts`() async throws {
        let folder = ScratchRoot.url.appending(path: "sidekey-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (words, isTrusted, wanted) in [
            (["localhost"], true, nil), (["localhost"], false, .untrusted),
            (["another.example"], true, .wrongHost), (["localhost", "--expired"], true, .expired),
        ] as [([String], Bool, RPCCertificateFault?)] {
            let file = folder.appending(path: "\(UUID().uuidString).pem").path
            _ = try PythonScript("certificate.py").run([file] + words)
            let node = try LocalNode(["--certificate", file])
            let running = RunningGateway(environment: isTrusted ? ["SSL_CERT_FILE": file] : [:])
            let error = try await running.error(asking: "https://localhost:\(node.endpoints[0].port)")
            #expect(error == wanted.map(RPCTransportError.certificate), "\(words)")
        }
    }

    @Test func `one that is killed in the middle is cut, the next question is answered, and nothing is asked twice`()
        async throws
    {
        let (running, node) = (RunningGateway(), try LocalNode())
        let pid = try await running.process().pid
        try node.control(["fault": "slow", "ms": 20_000, "count": 1])
        let url = node.endpoints[0].url
        let task = Task { try await running.error(asking: url) }
        #expect(try await eventually { try isTaken(by: node) })
        kill(pid, SIGKILL)
        #expect(try await task.value == .cut)
        #expect(try await running.error(asking: node.endpoints[0].url) == nil)
        #expect(running.gateway.pid != pid)
        // The first still sleeps, and isn't counted yet.
        #expect(try node.control([:])["requests"]?["getSlot"] == 1)
    }

    @Test func `a task that is cancelled ends the request too`() async throws {
        let (running, node) = (RunningGateway(), try LocalNode())
        try node.control(["fault": "slow", "ms": 60_000, "count": 1])
        let process = try await running.process()
        let url = node.endpoints[0].url
        let task = Task { try await running.error(asking: url) }
        #expect(try await eventually { try isTaken(by: node) })
        #expect(sockets(of: process) == 1)
        task.cancel()
        #expect(try await task.value == .cancelled)
        #expect(try await eventually { sockets(of: process) == 0 })
        #expect(try await running.error(asking: node.endpoints[0].url) == nil)
    }

    /// Returns whether the node has met with a request that the fault is for.
    private func isTaken(by node: LocalNode) throws -> Bool {
        try node.control([:])["faults"]?.array?.isEmpty == true
    }

    /// Its connections; what its threads wake each other by is no socket of the internet.
    private func sockets(of process: AgentProcess) -> Int {
        let internet = Set(
            ["/proc/net/tcp", "/proc/net/tcp6"].flatMap { table in
                String(decoding: FileHandle(forReadingAtPath: table)?.readDataToEndOfFile() ?? Data(), as: UTF8.self)
                    .split(separator: "\n").dropFirst()
                    .compactMap { line in line.split(separator: " ").dropFirst(9).first.map { "socket:[\($0)]" } }
            })
        return process.descriptors?.values.count { internet.contains($0) } ?? 0
    }
}
