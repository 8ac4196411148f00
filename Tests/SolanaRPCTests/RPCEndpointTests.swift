import SolanaRPC
import Testing

@Suite struct RPCEndpointTests {
    @Test(arguments: [
        ("https://api.devnet.solana.com", "https://api.devnet.solana.com/", "https://api.devnet.solana.com"),
        ("HTTPS://API.Devnet.Solana.com:443/", "https://api.devnet.solana.com/", "https://api.devnet.solana.com"),
        ("https://rpc.example:8899/Key/01?x=1", "https://rpc.example:8899/Key/01?x=1", "https://rpc.example:8899/…"),
        ("https://rpc.example?api-key=1", "https://rpc.example/?api-key=1", "https://rpc.example/…"),
        ("http://127.0.0.1:8899", "http://127.0.0.1:8899/", "http://127.0.0.1:8899"),
        ("http://127.9.9.9", "http://127.9.9.9/", "http://127.9.9.9"),
        ("http://[::1]:8899/", "http://[::1]:8899/", "http://[::1]:8899"),
        ("http://localhost", "http://localhost/", "http://localhost"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]/", "https://[2001:db8::1]"),
    ])
    func `an address is read, and what may be secret in it isn't told`(
        _ text: String, _ url: String, _ told: String
    ) throws {
        let endpoint = try RPCEndpoint(text)
        #expect(endpoint.url == url)
        #expect(endpoint.description == told)
        #expect(try RPCEndpoint(endpoint.url) == endpoint)
    }

    @Test(
        arguments: [
            ("", .scheme), ("ftp://a", .scheme), ("api.devnet.solana.com", .scheme), ("wss://a", .scheme),
            ("http://api.devnet.solana.com", .insecure), ("http://127.0.0.1.example", .insecure),
            ("http://128.0.0.1", .insecure), ("http://localhost.example", .insecure), ("http://[::2]", .insecure),
            ("http://0x7f.1", .host), ("http://2130706433", .host), ("http://127.1", .host),
            ("http://127.0.0.01", .host),
            ("https://", .host), ("https:///x", .host), ("https://a..b", .host), ("https://-a", .host),
            ("https://[::1", .host), ("https://[a]", .host), ("https://[::1]x", .host), ("https://a%62", .host),
            ("https://a:0", .port), ("https://a:65536", .port), ("https://a:", .port), ("https://a:+1", .port),
            ("https://a:08", .port), ("https://user@a", .credentials), ("https://a:b@c", .credentials),
            ("https://a b", .characters), ("https://a/\n", .characters), ("https://a/#x", .characters),
            ("https://ä.example", .characters), ("https://a\\b", .characters),
        ] as [(String, RPCEndpoint.Fault)])
    func `what is none is refused by its fault`(_ text: String, _ fault: RPCEndpoint.Fault) {
        #expect(throws: fault) { try RPCEndpoint(text) }
    }
}
