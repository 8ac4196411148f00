import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey sites ...`: the lists of scam sites that the user has added.
struct SitesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sites", abstract: say(.helpSites), discussion: say(.helpSitesMore),
        subcommands: [SitesList.self, SitesAdd.self, SitesUpdate.self, SitesRemove.self],
        defaultSubcommand: SitesList.self)
}

/// `sidekey sites list`.
struct SitesList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpSitesList))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let lists = try agent.call("sites.lists")["lists"]?.array ?? []
        if output.json {
            StandardOutput.write(.array(lists))
        } else if lists.isEmpty {
            StandardOutput.write(say(.siteListsNone) + "\n")
        } else {
            for list in lists { StandardOutput.write(Self.text(list)) }
        }
    }

    static func text(_ list: JSON) -> String {
        let name = list["name"]?.text?.visible ?? "?"
        let signed = list["signed"]?.text.flatMap { Int($0) }.flatMap { $0 < 1 << 40 ? $0 * 1000 : nil }
        var lines = [
            say(.countedListSites, list["sites"]?.int ?? 0, ["date": date(signed)]),
            say(.listReadAt, ["date": date(list["read"]?.int)]), list["source"]?.text?.visible ?? "?",
            say(.listKey, ["key": list["key"]?.text?.visible ?? "?"]),
        ]
        if let skipped = list["skipped"]?.int, skipped > 0 { lines.append(say(.countedListSkipped, skipped)) }
        if list["state"] != "intact" { lines.append(say(.foundListDamaged, ["name": name])) }
        if let failure = list["failure"]?.text {
            let reason = TextKey("refusal", failure).map { say($0) } ?? failure.visible
            lines.append(say(.listFailed, ["reason": reason]))
        }
        return name + "\n" + lines.map { "    \($0)\n" }.joined()
    }

    private static func date(_ milliseconds: Int?) -> String {
        milliseconds.flatMap { UTCDate(milliseconds: $0)?.text } ?? say(.historyDateless)
    }
}

/// `sidekey sites add SOURCE --key KEY`.
struct SitesAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: say(.helpSitesAdd), discussion: say(.helpSitesAddMore))

    @Argument(help: ArgumentHelp(say(.helpListSource)), completion: .file())
    var source: String

    @Option(help: ArgumentHelp(say(.helpListKey)))
    var key: String

    @Option(help: ArgumentHelp(say(.helpListName)))
    var name: String?

    @OptionGroup var change: SiteListChange

    func run() throws {
        var agent = try AgentClient.connect()
        guard let place = source.contains("://") ? source : FileSystem.resolved(source) else {
            throw CommandError(say(.fileUnopened, ["path": source.visible]))
        }
        let list = try change.call(
            "sites.add", name: name ?? Self.name(of: place), source: place, key: key, with: &agent)
        change.output.write(list, or: SitesList.text(list) + say(.listTrust) + "\n")
    }

    /// The host of an address, or a file's name.
    private static func name(of source: String) -> String {
        let parts = source.split(separator: "/")
        guard source.contains("://") else { return parts.last.map(String.init) ?? source }
        return parts.count > 1 ? String(parts[1]) : source
    }
}

/// `sidekey sites update [NAME]`.
struct SitesUpdate: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "update", abstract: say(.helpSitesUpdate))

    @Argument(help: ArgumentHelp(say(.helpListName)))
    var name: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var names = name.map { [$0] } ?? []
        if name == nil {
            names = try agent.call("sites.lists")["lists"]?.array?.compactMap { $0["name"]?.text } ?? []
        }
        var updated: [JSON] = []
        var failure: CommandError?
        for name in names {
            do throws(CommandError) {
                updated.append(
                    try agent.call(
                        "sites.update", ["name": .string(JSONString(name))], within: SiteListChange.patience))
            } catch {
                // The others are still read.
                if names.count > 1 { StandardError.write("\(name.visible): \(error.message)\n") }
                failure = error
            }
        }
        if let failure { throw failure }
        if output.json { return StandardOutput.write(.array(updated)) }
        if names.isEmpty { return StandardOutput.write(say(.siteListsNone) + "\n") }
        for list in updated { StandardOutput.write(SitesList.text(list)) }
    }
}

/// `sidekey sites remove NAME`.
struct SitesRemove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: say(.helpSitesRemove))

    @Argument(help: ArgumentHelp(say(.helpListName)))
    var name: String

    @OptionGroup var change: SiteListChange

    func run() throws {
        var agent = try AgentClient.connect()
        let answer = try change.call("sites.remove", name: name, with: &agent)
        change.output.write(answer, or: say(.doneRemoved) + "\n")
    }
}

/// The arguments of every change of the lists.
struct SiteListChange: ParsableArguments {
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    /// The time for a list and its signature, over a slow line.
    static let patience = Duration.seconds(420)

    /// Sends a change with the passphrase; a wallet that a script made and that is unlocked needs none.
    func call(
        _ method: String, name: String, source: String? = nil, key: String? = nil, with agent: inout AgentClient
    ) throws(CommandError) -> JSON {
        try Wallet.requireSome(agent.greeting)
        let secret = try passphrase.readUnlessUnattended(agent.greeting)
        let request = try secret.lend { secret throws(CommandError) in
            try SecretRequest(
                id: "list", method: method,
                params: [
                    "name": .json(Self.text(name)), "source": .json(Self.text(source)), "key": .json(Self.text(key)),
                    "passphrase": .secret(secret),
                ])
        }
        return try agent.call(request, within: Self.patience)
    }

    private static func text(_ value: String?) -> JSON? { value.map { .string(JSONString($0)) } }
}
