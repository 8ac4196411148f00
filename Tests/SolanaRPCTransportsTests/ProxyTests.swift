import JSONRPC
import SolanaRPC
import SolanaRPCTransports
import TestSupport
import Testing

/// Requests that go through a proxy.
@Suite(.timeLimit(.minutes(5))) struct ProxyTests {
    /// A name that nobody has: only the proxy can have led there.
    private let host = "node.invalid"

    @Test func `TLS goes through the proxy to the host by its name, and its faults have their names`() async throws {
        let proxy = try ProxyProcess()
        for (words, isTrusted, wanted) in [
            ([host], true, nil), ([host], false, .untrusted), (["another.example"], true, .wrongHost),
            ([host, "--expired"], true, .expired),
        ] as [([String], Bool, RPCCertificateFault?)] {
            let node = try SecuredNode(words)
            let endpoint = try node.endpoint(host)
            let error = try await node.error(
                asking: host, trusting: isTrusted ? node.certificate : nil, through: try proxy.proxy(for: endpoint))
            #expect(error == wanted.map(RPCTransportError.certificate), "\(words)")
            // Once: what is wrong with a certificate is seen in the handshake that it ends.
            #expect(try proxy.request() == "CONNECT \(host):\(endpoint.port)")
        }
    }

    @Test func `a proxy that refuses or isn't there isn't passed by`() async throws {
        let node = try SecuredNode(["localhost", host])
        let endpoint = try node.endpoint(host)
        for status in ["403", "407"] {
            let proxy = try ProxyProcess(["--refuse", status])
            let error = try await node.error(
                asking: host, trusting: node.certificate, through: try proxy.proxy(for: endpoint))
            #expect(error == .unreachable)
        }
        let nobody = try RPCProxy(of: endpoint, in: ["https_proxy": "http://127.0.0.1:9"])
        #expect(try await node.error(asking: "localhost", trusting: node.certificate, through: nobody) == .unreachable)
        #expect(try node.node.control([:])["requests"]?.object?.isEmpty == true)
    }
}
