import JSONRPC
import SolanaRPC
import SolanaTransactions
import Testing
import WalletNetwork

@Suite struct NetworkSettingsTests {
    private func settings(_ text: String) throws -> NetworkSettings {
        try NetworkSettings(#require(JSON(parsing: JSONSource(Array(text.utf8))).object))
    }

    @Test func aClusterHasItsPublicEndpointUntilTheUserChooses() throws {
        var settings = NetworkSettings()
        #expect(settings.preferred == .mainnet)
        for cluster in Cluster.allCases { #expect(settings.endpoints(of: cluster).count == 1) }
        #expect(settings.endpoints(of: .localnet).map(\.url) == ["http://127.0.0.1:8899/"])
        let own = [try RPCEndpoint("https://one.example/key"), try RPCEndpoint("https://two.example")]
        try settings.choose(own, for: .devnet)
        #expect(settings.endpoints(of: .devnet) == own)
        try settings.choose([], for: .testnet)
        #expect(settings.endpoints(of: .testnet).isEmpty)
        #expect(throws: NetworkSettings.Fault.count) { try settings.choose([own[0], own[0]], for: .devnet) }
        let nine = try (0...8).map { try RPCEndpoint("https://n\($0).example") }
        #expect(throws: NetworkSettings.Fault.count) {
            try settings.choose(nine, for: .devnet)
        }
        #expect(settings.endpoints(of: .devnet) == own)
        #expect(try NetworkSettings(settings.json) == settings)
        settings.isOff = true
        for cluster in Cluster.allCases { #expect(settings.endpoints(of: cluster).isEmpty) }
        #expect(try NetworkSettings(settings.json) == settings)
    }

    @Test func whatTheBrowserSeesHasNoKey() throws {
        var settings = NetworkSettings()
        try settings.choose([RPCEndpoint("https://one.example/secret?k=secret")], for: .mainnet)
        let text = String(decoding: JSON.object(settings.publicJSON).serialized(), as: UTF8.self)
        #expect(!text.contains("secret"))
        #expect(text.contains("https://one.example/…"))
        #expect(String(decoding: JSON.object(settings.json).serialized(), as: UTF8.self).contains("secret?k=secret"))
    }

    @Test(arguments: [
        (#"{"cluster":"mainnet","off":false}"#, NetworkSettings.Fault.shape),
        (#"{"cluster":"mainnet","off":0,"endpoints":{}}"#, .shape),
        (#"{"cluster":"mainnet","off":false,"endpoints":{},"more":1}"#, .shape),
        (#"{"cluster":"mainnet","off":false,"endpoints":{"devnet":"https://a.example"}}"#, .shape),
        (#"{"cluster":"mainnet","off":false,"endpoints":{"devnet":[1]}}"#, .shape),
        (#"{"cluster":"solana:mainnet","off":false,"endpoints":{}}"#, .cluster),
        (#"{"cluster":"mainnet","off":false,"endpoints":{"mainnet-beta":[]}}"#, .cluster),
        (#"{"cluster":"mainnet","off":false,"endpoints":{"devnet":["http://a.example"]}}"#, .endpoint(.insecure)),
        (#"{"cluster":"mainnet","off":false,"endpoints":{"devnet":["ftp://a.example"]}}"#, .endpoint(.scheme)),
        (
            #"{"cluster":"mainnet","off":false,"endpoints":{"devnet":["https://u:p@a.example"]}}"#,
            .endpoint(.credentials)
        ),
        (
            #"{"cluster":"mainnet","off":false,"endpoints":{"devnet":["https://a.example","https://a.example"]}}"#,
            .count
        ),
    ])
    func whatIsNoSettingIsRefused(text: String, fault: NetworkSettings.Fault) throws {
        #expect(throws: fault) { try settings(text) }
    }
}
