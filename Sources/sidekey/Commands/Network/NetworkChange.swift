import JSONRPC
import Salt

/// A change of the network's settings under the passphrase: what it doesn't name stays.
enum NetworkChange {
    static func make(_ options: PassphraseOptions, _ output: OutputOptions, _ change: JSONObject) throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let secret = try options.read()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "network", method: "policy.set",
                params: ["network": .json(.object(change)), "passphrase": .secret(secret)])
        }
        let policy = try agent.call(request)
        output.write(policy["network"] ?? .null, or: NetworkText(policy).text)
    }
}
