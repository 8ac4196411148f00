import ArgumentParser
import Wording

/// `sidekey lock`: ends the session; approvals that aren't signed yet are void.
struct Lock: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpLock))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        output.write(try agent.call("vault.lock"), or: say(.walletIsLocked) + "\n")
    }
}
