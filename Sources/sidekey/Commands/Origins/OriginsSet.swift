import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey origins set`: which accounts a site sees. The page is told at once.
struct OriginsSet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: say(.helpOriginsSet),
        discussion: say(.helpOriginsSetMore))

    @OptionGroup var origin: OriginArgument

    @Option(
        name: .customLong("account"),
        help: ArgumentHelp(say(.helpOriginAccount), valueName: "account"))
    var accounts: [String]

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !accounts.isEmpty else { throw ValidationError(say(.usageOriginAccounts)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var keys: [String] = []
        for account in accounts { keys.append(try AccountArgument(account).publicKey(from: &agent)) }
        let granted = try agent.all("origins.list", member: "origins").filter(origin.isMeant)
        guard !granted.isEmpty else {
            throw CommandError(say(.siteMissing, ["origin": origin.origin.visible]), hint: say(.hintSites))
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
        output.write(try agent.call(request), or: say(.doneChanged) + "\n")
    }
}

extension OriginArgument {
    /// Whether a grant in `origins.list` is one of those that the options name.
    fileprivate func isMeant(_ grant: JSON) -> Bool {
        grant["origin"]?.text == origin && (profile == nil || grant["profile"]?.text == profile)
            && (container == nil || grant["container"]?.text == container)
    }
}
