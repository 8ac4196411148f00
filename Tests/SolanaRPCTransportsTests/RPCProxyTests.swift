import SolanaRPC
import SolanaRPCTransports
import Testing

@Suite struct RPCProxyTests {
    private func proxy(_ url: String, _ environment: [String: String]) throws -> String? {
        try RPCProxy(of: RPCEndpoint(url), in: environment).map { "\($0.host):\($0.port)" }
    }

    @Test func theEnvironmentSaysWhichProxyAndForWhom() throws {
        let both = [
            "https_proxy": "http://proxy.example:3128", "http_proxy": "other.example", "no_proxy": ".own.example",
        ]
        #expect(try proxy("https://api.example", both) == "proxy.example:3128")
        #expect(try proxy("https://rpc.own.example", both) == nil)
        #expect(try proxy("https://own.example", both) == nil)
        #expect(try proxy("https://notown.example", both) == "proxy.example:3128")
        #expect(try proxy("http://127.0.0.1:8899", both) == nil)
        #expect(try proxy("https://api.example", ["ALL_PROXY": "[::1]:1080"]) == "::1:1080")
        #expect(try proxy("https://api.example", ["ALL_PROXY": "proxy.example"]) == "proxy.example:80")
        #expect(try proxy("https://api.example", ["HTTPS_PROXY": "http://a.example", "NO_PROXY": "*"]) == nil)
        #expect(try proxy("https://api.example", [:]) == nil)
    }

    @Test func whatIsNoProxyIsntPassedBy() throws {
        for value in ["socks5://proxy.example:1080", "http://user:secret@proxy.example", "http://proxy.example:0"] {
            #expect(throws: RPCEndpoint.Fault.self) { try proxy("https://api.example", ["https_proxy": value]) }
        }
    }
}
