import ArgumentParser
import JSONRPC
import Salt
import SolanaTransactions
import Wording

/// `sidekey account watch ADDRESS`: shows an account that the wallet has no key for.
struct AccountWatch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: say(.helpAccountWatch), discussion: say(.helpAccountWatchMore))

    @Argument(help: ArgumentHelp(say(.helpAddressOrName)))
    var address: String

    @Option(help: ArgumentHelp(say(.helpLabel)))
    var label: String?

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var address = address
        if SolanaName.isMeant(by: address) {
            let found = try agent.call("names.resolve", ["name": .string(JSONString(address))])
            // The table tells the address; who said so comes before it.
            if !output.json { StandardOutput.write(NameText.text(found)) }
            address = found["address"]?.text ?? address
        }
        try WatchOnlyChange(method: "accounts.watch", member: "address", address: address, label: label)
            .make(passphrase, output, with: &agent)
    }
}

/// `sidekey account unwatch ACCOUNT`: takes a watch-only account off the list.
struct AccountUnwatch: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "unwatch", abstract: say(.helpAccountUnwatch))

    @OptionGroup var account: AccountArgument
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let address = try account.publicKey(from: &agent)
        try WatchOnlyChange(method: "accounts.unwatch", member: "publicKey", address: address, label: nil)
            .make(passphrase, output, with: &agent)
    }
}

/// A change of the watch-only accounts. It takes the passphrase while the wallet is locked.
private struct WatchOnlyChange {
    let method: String
    /// The parameter that holds the address.
    let member: String
    let address: String
    let label: String?

    func make(
        _ passphrase: PassphraseOptions, _ output: OutputOptions, with agent: inout AgentClient
    ) throws(CommandError) {
        let proof = try passphrase.readIfLocked(agent.greeting)
        let request = try proof.lend { proof throws(CommandError) in
            try SecretRequest(
                id: "watch", method: method,
                params: [
                    member: .json(.string(JSONString(address))),
                    "label": .json(label.map { .string(JSONString($0)) }), "passphrase": .secret(proof),
                ])
        }
        AccountTable(try agent.call(request)).write(to: output)
    }
}
