import ArgumentParser
import Localization

/// `sidekey lock`: ends the session; approvals that aren't signed yet are void.
struct Lock: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpLock))

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        _ = try agent.call("vault.lock")
        StandardOutput.write(say(.walletIsLocked) + "\n")
    }
}
