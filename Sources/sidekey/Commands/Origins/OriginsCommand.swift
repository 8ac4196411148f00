import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey origins ...`: manages the connected sites.
struct OriginsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "origins", abstract: say(.helpOrigins),
        subcommands: [
            OriginsList.self, OriginsSet.self, OriginsRevoke.self, OriginsBlock.self, OriginsUnblock.self,
            OriginsBlocked.self,
        ], defaultSubcommand: OriginsList.self)
}

/// `sidekey origins list`.
struct OriginsList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpOriginsList))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let origins = try agent.all("origins.list", member: "origins")
        if output.json {
            StandardOutput.write(.array(origins))
        } else if origins.isEmpty {
            StandardOutput.write(say(.sitesNone) + "\n")
        } else {
            for origin in origins { StandardOutput.write(Self.text(origin)) }
        }
    }

    private static func text(_ origin: JSON) -> String {
        let places: [(String, TextKey)] = [("profile", .siteProfile), ("container", .siteContainer)]
        let place = places.compactMap { name, key in
            origin[name]?.text.flatMap { $0.isEmpty ? nil : say(key, ["name": $0.visible]) }
        }
        let guards = origin["guards"]?.bool == false ? "    \(say(.siteUnguarded))\n" : ""
        let accounts = (origin["accounts"]?.array ?? []).map { "    \($0.text?.visible ?? "?")\n" }.joined()
        return (origin["origin"]?.text?.visible ?? "?") + (place.isEmpty ? "" : "  (\(place.joined(separator: ", ")))")
            + "\n" + accounts + guards
    }
}

/// `sidekey origins revoke`: disconnects a site. The page is told at once.
struct OriginsRevoke: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: say(.helpOriginsRevoke))

    @OptionGroup var origin: OriginArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let answer = try agent.call("origins.revoke", origin.params)
        guard let revoked = answer["revoked"]?.int, revoked > 0 else {
            throw CommandError(say(.siteMissing, ["origin": origin.origin.visible]), hint: say(.hintSites))
        }
        output.write(answer, or: say(.doneDisconnected) + "\n")
    }
}

/// A site on the command line.
struct OriginArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(say(.helpOrigin)), completion: .sites)
    var origin: String

    @Option(help: ArgumentHelp(say(.helpProfile)))
    var profile: String?

    @Option(help: ArgumentHelp(say(.helpContainer)))
    var container: String?

    var params: JSONObject {
        var params: JSONObject = ["origin": .string(origin)]
        params["profile"] = profile.map { .string($0) }
        params["container"] = container.map { .string($0) }
        return params
    }
}

/// `sidekey origins set`: sets the accounts that a site sees. The page is told at once.
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
    /// Returns true if a grant in `origins.list` is one of those that the options name.
    fileprivate func isMeant(_ grant: JSON) -> Bool {
        grant["origin"]?.text == origin && (profile == nil || grant["profile"]?.text == profile)
            && (container == nil || grant["container"]?.text == container)
    }
}

/// `sidekey origins block`: refuses a site's requests without asking the user.
struct OriginsBlock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "block", abstract: say(.helpOriginsBlock), discussion: say(.helpOriginsBlockMore))

    @OptionGroup var site: SiteArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let answer = try agent.call("origins.block", site.params)
        let blocked = answer["site"]?.text?.visible ?? "?"
        output.write(answer, or: say(.doneBlocked, ["site": blocked]) + "\n")
    }
}

/// `sidekey origins unblock`.
struct OriginsUnblock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unblock", abstract: say(.helpOriginsUnblock))

    @OptionGroup var site: SiteArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let answer = try agent.call("origins.unblock", site.params)
        guard answer["unblocked"]?.bool == true else {
            throw CommandError(say(.blockMissing, ["site": site.site.visible]), hint: say(.hintBlocked))
        }
        output.write(answer, or: say(.doneUnblocked) + "\n")
    }
}

/// `sidekey origins blocked`.
struct OriginsBlocked: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blocked", abstract: say(.helpOriginsBlocked))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let blocks = try agent.call("origins.blocks")["blocks"]?.array ?? []
        if output.json { return StandardOutput.write(.array(blocks)) }
        if blocks.isEmpty { return StandardOutput.write(say(.blockedNone) + "\n") }
        for block in blocks {
            let site = block["site"]?.text?.visible ?? "?"
            let rest = block["remaining"]?.int.map { say(.blockedFor, ["seconds": String(($0 + 999) / 1000)]) }
            StandardOutput.write("\(site)\(rest.map { "  (\($0))" } ?? "")\n")
        }
    }
}

/// A site that is blocked or unblocked.
struct SiteArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(say(.helpSite)))
    var site: String

    var params: JSONObject { ["site": .string(site)] }
}
