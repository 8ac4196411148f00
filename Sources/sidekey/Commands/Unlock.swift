import ArgumentParser
import JSONRPC
import Salt

/// `sidekey unlock`: opens a session, in which what the user approves can be signed.
struct Unlock: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Unlock the wallet for a session.",
        discussion: "A session ends by itself two minutes after it began; the agent counts.")

    @OptionGroup var passphrase: PassphraseOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let secret = try passphrase.read()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(id: "unlock", method: "vault.unlock", params: ["passphrase": .secret(secret)])
        }
        let status = try agent.call(request)
        if let left = status["session"]?["remaining"]?.int {
            StandardOutput.write("unlocked for \(left.seconds) s\n")
        } else {
            StandardOutput.write("unlocked\n")
        }
    }
}
