import JSONRPC
import Wording

/// What the commands about ways to open the wallet have in common: a list of names, and a removal by the passphrase.
enum SlotCommands {
    /// - Parameter none: the text where there are none.
    static func table(_ slots: [JSON], orElse none: TextKey) -> String {
        guard !slots.isEmpty else { return say(none) + "\n" }
        return slots.map { "\($0["id"]?.text?.visible ?? "?")  \($0["name"]?.text?.visible ?? "?")\n" }.joined()
    }

    /// Removes one of them.
    ///
    /// - Parameter id: nil where there is one at most.
    static func remove(
        _ method: String, _ id: String? = nil, by passphrase: PassphraseOptions
    ) throws(CommandError) -> JSON {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let secret = try passphrase.read()
        return try agent.call(
            method, ["id": id.map { .string(JSONString($0)) }], passphrase: secret, within: PINOptions.patience)
    }
}
