import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey unlock`: opens a session, in which the wallet can sign what the user approves.
struct Unlock: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpUnlock),
        discussion: say(.helpUnlockMore))

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let secret = try passphrase.read()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "unlock", method: "vault.unlock",
                params: ["passphrase": .secret(secret), "environment": .json(AgentClient.place)])
        }
        let status = try agent.call(request)
        let left = status["session"]?["remaining"]?.int
        output.write(
            status,
            or: (left.map { say(.walletUnlockedFor, ["seconds": "\($0.seconds)"]) } ?? say(.walletIsUnlocked)) + "\n")
    }
}

/// `sidekey lock`: ends the session and voids approvals that aren't signed yet.
struct Lock: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpLock))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        output.write(try agent.call("vault.lock"), or: say(.walletIsLocked) + "\n")
    }
}
