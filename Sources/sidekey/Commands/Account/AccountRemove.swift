import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey account remove`: takes an account out of the wallet, and its key where nothing else needs that.
struct AccountRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: say(.helpAccountRemove),
        discussion: say(.helpAccountRemoveMore))

    @OptionGroup var account: AccountArgument

    @Flag(name: .shortAndLong, help: ArgumentHelp(say(.helpRemoveYes)))
    var yes = false

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let publicKey = try account.publicKey(from: &agent)
        if !yes {
            let terminal = try Terminal(for: .purposeAccountRemoval, hint: .hintGiveYesAndPassphraseFile)
            guard try terminal.confirms(say(.askAccountRemoval, ["account": publicKey.visible])) else {
                throw CommandError(say(.nothingRemoved), status: .declined)
            }
        }
        let secret = try passphrase.read()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "remove", method: "accounts.remove",
                params: ["publicKey": .json(.string(publicKey)), "passphrase": .secret(secret)])
        }
        AccountTable(try agent.call(request)).write(to: output)
    }
}
