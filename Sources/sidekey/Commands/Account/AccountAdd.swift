import ArgumentParser
import JSONRPC

/// `sidekey account add`: one more account of a phrase that is in the wallet.
struct AccountAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an account of a seed phrase in the wallet.",
        discussion: "Without --path it is the next of m/44'/501'/n'/0'. The wallet has to be unlocked.")

    @Option(help: ArgumentHelp("The derivation path, such as \"m/44'/501'/3'\".", valueName: "path"))
    var path: String?

    @Option(help: ArgumentHelp("Which of the wallet's secrets, where it has several; the first is 0.", valueName: "n"))
    var secret: Int?

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params: JSONObject = [:]
        params["path"] = path.map { .string($0) }
        params["secret"] = secret.map { .number($0) }
        StandardOutput.write(AccountTable(try agent.call("accounts.add", params)).text)
    }
}
