import JSONRPC
import SolanaRPC
import SolanaRPCTransports
import TestSupport
import Testing

/// A node has to prove which host it is; each fault has its name.
@Suite(.timeLimit(.minutes(5))) struct CertificateTests {
    @Test func `a certificate that is vouched for is taken, by name and by address`() async throws {
        let node = try SecuredNode(["localhost", "127.0.0.1"])
        for host in ["localhost", "127.0.0.1"] {
            #expect(try await node.error(asking: host, trusting: node.certificate) == nil)
        }
    }

    @Test func `one that nobody vouches for is refused`() async throws {
        let node = try SecuredNode(["localhost"])
        #expect(try await node.error(asking: "localhost", trusting: nil) == .certificate(.untrusted))
    }

    @Test func `one for another host is refused, by name and by address`() async throws {
        let node = try SecuredNode(["another.example"])
        for host in ["localhost", "127.0.0.1"] {
            #expect(try await node.error(asking: host, trusting: node.certificate) == .certificate(.wrongHost))
        }
    }

    @Test func `an expired one is refused, whoever vouches for it`() async throws {
        let node = try SecuredNode(["localhost", "--expired"])
        for roots in [node.certificate, nil] {
            #expect(try await node.error(asking: "localhost", trusting: roots) == .certificate(.expired))
        }
    }

    @Test func `nothing is said to a node that speaks no TLS, nor in clear text to one that does`() async throws {
        let clear = try LocalNode()
        var limits = HTTPTransport.Limits()
        limits.connecting = .seconds(2)
        let transport = HTTPTransport(
            try RPCEndpoint("https://localhost:\(clear.endpoints[0].port)"), limits: limits)
        // That one waits for the end of a request's head.
        await #expect(throws: RPCTransportError.timedOut) { try await transport.send(slotRequest, isRepeatable: true) }
        await transport.shutdown()
        #expect(try clear.control([:])["requests"]?.object?.isEmpty == true)

        let secured = try SecuredNode(["localhost"])
        let plain = HTTPTransport(try RPCEndpoint("http://localhost:\(secured.node.endpoints[0].port)"))
        await #expect(throws: RPCTransportError.cut) { try await plain.send(slotRequest, isRepeatable: true) }
        await plain.shutdown()
    }
}
