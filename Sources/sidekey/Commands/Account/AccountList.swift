import ArgumentParser
import JSONRPC
import Localization

/// `sidekey account list`: every account, hidden ones too.
struct AccountList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpAccountList))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let result = try agent.call("accounts.list")
        if output.json {
            StandardOutput.write(result["accounts"] ?? [])
        } else {
            StandardOutput.write(AccountTable(result).text)
        }
    }
}
