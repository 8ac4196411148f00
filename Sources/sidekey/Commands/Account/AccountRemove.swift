import ArgumentParser
import JSONRPC
import Salt

/// `sidekey account remove`: takes an account out of the wallet, and its key where nothing else needs that.
struct AccountRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an account; asks for the passphrase.",
        discussion: """
            What the account holds stays on the chain. An account of a phrase can be added again; an imported key is \
            gone from this machine with it.
            """)

    @OptionGroup var account: AccountArgument

    @Flag(name: .shortAndLong, help: "Don't ask whether to remove it.")
    var yes = false

    @OptionGroup var passphrase: PassphraseOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let publicKey = try account.publicKey(from: &agent)
        if !yes {
            let terminal = try Terminal(for: "removing an account", hint: "give --yes and --passphrase-file")
            guard try terminal.confirms("Remove \(publicKey.visible) from the wallet?") else {
                throw CommandError("nothing was removed")
            }
        }
        let secret = try passphrase.read()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "remove", method: "accounts.remove",
                params: ["publicKey": .json(.string(publicKey)), "passphrase": .secret(secret)])
        }
        StandardOutput.write(AccountTable(try agent.call(request)).text)
    }
}
