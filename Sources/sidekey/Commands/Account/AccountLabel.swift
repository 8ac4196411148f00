import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey account label`: what the user calls an account. Pages never learn it.
struct AccountLabel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "label", abstract: say(.helpAccountLabel))

    @OptionGroup var account: AccountArgument

    @Argument(help: ArgumentHelp(say(.helpLabel)))
    var label: String

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try account.update(["label": .string(label)], passphrase, output) }
}

/// `sidekey account hide`: leaves an account out of the browser's lists.
struct AccountHide: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide", abstract: say(.helpAccountHide))

    @OptionGroup var account: AccountArgument
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try account.update(["hidden": true], passphrase, output) }
}

/// `sidekey account show`: takes `hide` back.
struct AccountShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: say(.helpAccountShow))

    @OptionGroup var account: AccountArgument
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try account.update(["hidden": false], passphrase, output) }
}

/// `sidekey account move`: the order of the lists. It takes the passphrase: the first account is what sites get.
struct AccountMove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "move", abstract: say(.helpAccountMove))

    @OptionGroup var account: AccountArgument

    @Argument(help: ArgumentHelp(say(.helpPlace)))
    var number: Int

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard number >= 1 else { throw ValidationError(say(.usageFirstPlace)) }
    }

    func run() throws { try account.update(["position": .number(number - 1)], passphrase, output) }
}

extension AccountArgument {
    /// Changes how an account is shown, and prints the list; takes the passphrase while the wallet is locked, and always where the order changes.
    fileprivate func update(_ change: JSONObject, _ passphrase: PassphraseOptions, _ output: OutputOptions)
        throws(CommandError)
    {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let publicKey = try publicKey(from: &agent)
        let proof =
            change["position"] == nil
            ? try passphrase.readIfLocked(agent.greeting) : try passphrase.readUnlessUnattended(agent.greeting)
        let request = try proof.lend { proof throws(CommandError) in
            try SecretRequest(
                id: "update", method: "accounts.update",
                params: [
                    "publicKey": .json(.string(publicKey)), "label": .json(change["label"]),
                    "hidden": .json(change["hidden"]), "position": .json(change["position"]),
                    "passphrase": .secret(proof),
                ])
        }
        AccountTable(try agent.call(request)).write(to: output)
    }
}
