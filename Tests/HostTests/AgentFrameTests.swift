import Glibc
import JSONRPC
import TestSupport
import Testing

/// Frames on the agent's own socket, with no host before it.
@Suite struct AgentFrameTests {
    let home: ScratchHome
    let agent: ChildProcess
    let client: FrameClient

    init() throws {
        home = try ScratchHome()
        agent = try home.startAgent()
        client = try #require(home.connect())
    }

    @Test func `frames that are too large or empty are refused, and the stream goes on`() throws {
        let tooLarge = FrameClient.header(1_048_577) + [UInt8](repeating: 0x20, count: 1_048_577)
        try client.writer.write(tooLarge + FrameClient.header(0))
        #expect(try client.nullAnswer().reason == .frameTooLarge)
        #expect(try client.nullAnswer().reason == .frameEmpty)
        #expect(try hello().get().object?["protocol"]?.int == 1)
    }

    @Test func `a frame comes byte by byte`() throws {
        let request = RPCRequest(id: "slow", method: "hello", params: Self.parameters)
        for byte in FrameClient.frame(request.serialized()) {
            try client.writer.write([byte])
            usleep(200)
        }
        #expect(try client.answer(to: "slow").get().object?["protocol"]?.int == 1)
    }

    @Test func `several frames in one piece are all answered`() throws {
        _ = try hello().get()
        let requests = (0..<500).map { RPCRequest(id: "r\($0)", method: "no.such.method") }
        try client.writer.write(requests.flatMap { FrameClient.frame($0.serialized()) })
        for request in requests { #expect(try client.answer(to: request.id).failure?.reason == .methodUnknown) }
    }

    @Test func `a client that sends and never reads is dropped, and the others are served`() throws {
        _ = try hello().get()
        let request = RPCRequest(id: String(repeating: "x", count: 128), method: "no.such.method")
        let frames = [[UInt8]](repeating: FrameClient.frame(request.serialized()), count: 1000).flatMap { $0 }
        #expect(throws: TestFault.self) {
            for _ in 0..<200 { try client.writer.write(frames) }
        }
        #expect(home.log.contains { $0.contains("a client doesn't read") })
        let other = try #require(home.connect())
        #expect(try other.call("hello", Self.parameters).failure == nil)
    }

    @Test(.enabled(if: geteuid() == 0, "an agent isn't dumpable, so only root can look into it"))
    func `a passphrase that came over the socket doesn't stay in the agent's memory`() throws {
        _ = try hello().get()
        let secret = "correct horse battery staple \(UInt64.random(in: 0...UInt64.max))"
        for _ in 0..<5 {
            let sealed = try client.sealed(secret, for: "vault.unlock")
            #expect(try client.call("vault.unlock", ["passphrase": sealed]).failure != nil)
        }
        #expect(try !ProcessMemory.contains(Array(secret.utf8), pid: agent.pid))
        // The search finds what is there: the folder's name.
        #expect(try ProcessMemory.contains(Array(home.path.utf8), pid: agent.pid))
    }

    @Test func `a connection that ends inside a frame is closed without an answer`() throws {
        try client.writer.write(FrameClient.frame([1, 2, 3]).dropLast())
        try client.finishWriting()
        #expect(try client.receive() == nil)
    }

    private static let parameters: JSONObject = ["protocol": 1, "client": "cli", "version": "0.1.0"]

    private func hello() throws -> Result<JSON, RPCError> { try client.call("hello", Self.parameters) }
}
