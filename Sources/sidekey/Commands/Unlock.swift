import ArgumentParser
import JSONRPC
import Localization
import Salt

/// `sidekey unlock`: opens a session, in which what the user approves can be signed.
struct Unlock: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpUnlock),
        discussion: say(.helpUnlockMore))

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
            StandardOutput.write(say(.walletUnlockedFor, ["seconds": "\(left.seconds)"]) + "\n")
        } else {
            StandardOutput.write(say(.walletIsUnlocked) + "\n")
        }
    }
}
