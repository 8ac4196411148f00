import ArgumentParser
import JSONRPC
import Salt

/// `sidekey origins set`: which accounts a site sees. The page is told at once.
struct OriginsSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Choose the accounts that a connected site sees.",
        discussion: "More accounts than it sees now take the passphrase.")

    @OptionGroup var origin: OriginArgument

    @Option(
        name: .customLong("account"),
        help: ArgumentHelp("An account's public key or number; may be given again.", valueName: "account"))
    var accounts: [String]

    @OptionGroup var passphrase: PassphraseOptions

    func validate() throws {
        guard !accounts.isEmpty else { throw ValidationError("name at least one --account, or revoke the site") }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var keys: [String] = []
        for account in accounts { keys.append(try AccountArgument(account).publicKey(from: &agent)) }
        let granted = try agent.all("origins.list", member: "origins").filter(origin.isMeant)
        guard !granted.isEmpty else {
            throw CommandError("\(origin.origin.visible) is not connected", hint: "sidekey origins list shows what is")
        }
        let isMore = granted.contains { grant in
            let seen = (grant["accounts"]?.array ?? []).compactMap(\.text)
            return keys.contains { !seen.contains($0) }
        }
        let secret = isMore || passphrase.passphraseFile != nil ? try passphrase.read() : nil
        let request = try secret.lend { secret throws(CommandError) in
            try SecretRequest(
                id: "set", method: "origins.set",
                params: [
                    "origin": .json(.string(origin.origin)), "profile": .json(origin.profile.map { .string($0) }),
                    "container": .json(origin.container.map { .string($0) }),
                    "accounts": .json(.array(keys.map { .string($0) })), "passphrase": .secret(secret),
                ])
        }
        _ = try agent.call(request)
        StandardOutput.write("changed\n")
    }
}

extension OriginArgument {
    /// Whether a grant in `origins.list` is one of those that the options name.
    fileprivate func isMeant(_ grant: JSON) -> Bool {
        grant["origin"]?.text == origin && (profile == nil || grant["profile"]?.text == profile)
            && (container == nil || grant["container"]?.text == container)
    }
}
