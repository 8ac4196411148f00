import ArgumentParser
import JSONRPC
import Wording

/// `sidekey account list`: every account, hidden ones too.
struct AccountList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpAccountList))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        AccountTable(try agent.call("accounts.list")).write(to: output)
    }
}
