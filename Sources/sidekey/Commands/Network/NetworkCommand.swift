import ArgumentParser
import JSONRPC
import SolanaTransactions
import Wording

/// `sidekey network ...`: which cluster the wallet means where nobody names one, and by which nodes it reaches each.
struct NetworkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network", abstract: say(.helpNetwork),
        discussion: say(.helpNetworkMore),
        subcommands: [
            NetworkShow.self, NetworkStatus.self, NetworkUse.self, NetworkEndpoints.self, NetworkOff.self,
            NetworkOn.self,
        ],
        defaultSubcommand: NetworkShow.self)
}

/// `sidekey network show`.
struct NetworkShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: say(.helpNetworkShow))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let policy = try agent.call("policy.get")
        if output.json {
            StandardOutput.write(policy["network"] ?? .null)
        } else {
            StandardOutput.write(NetworkText(policy).text)
        }
    }
}

/// `sidekey network check`: fails where no endpoint is one of the cluster's.
struct NetworkStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: say(.helpNetworkCheck))

    @Argument(help: Cluster.help) var cluster: Cluster?
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        var params: JSONObject = [:]
        params["cluster"] = cluster.map { .string(JSONString($0.rawValue)) }
        let status = try agent.call("network.status", params)
        let nodes = status["nodes"]?.array ?? []
        if output.json {
            StandardOutput.write(status)
        } else {
            StandardOutput.write(nodes.map { NetworkText.line($0) }.joined())
        }
        guard nodes.contains(where: { $0["state"] == "reached" }) else {
            throw CommandError(say(.endpointMissing), status: .noNode)
        }
    }
}

/// `sidekey network use`.
struct NetworkUse: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: say(.helpNetworkUse))

    @Argument(help: Cluster.help) var cluster: Cluster
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        try NetworkChange.make(passphrase, output, ["cluster": .string(cluster.name)])
    }
}

/// `sidekey network endpoints`.
struct NetworkEndpoints: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "endpoints", abstract: say(.helpNetworkEndpoints),
        discussion: say(.helpNetworkEndpointsMore))

    @Argument(help: Cluster.help) var cluster: Cluster
    @Argument(help: ArgumentHelp(say(.helpURLs), valueName: "url")) var urls: [String] = []
    @Flag(name: .customLong("public"), help: ArgumentHelp(say(.helpPublic))) var isPublic = false
    @Flag(name: .customLong("none"), help: ArgumentHelp(say(.helpNone))) var isNone = false
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [!urls.isEmpty, isPublic, isNone].count(where: { $0 }) == 1 else {
            throw ValidationError(say(.usageEndpoints))
        }
    }

    func run() throws {
        let endpoints: JSON = isPublic ? .null : .array(urls.map { .string($0) })
        try NetworkChange.make(passphrase, output, ["endpoints": [cluster.name: endpoints]])
    }
}

/// `sidekey network off`.
struct NetworkOff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "off", abstract: say(.helpNetworkOff))

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try NetworkChange.make(passphrase, output, ["off": true]) }
}

/// `sidekey network on`.
struct NetworkOn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "on", abstract: say(.helpNetworkOn))

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try NetworkChange.make(passphrase, output, ["off": false]) }
}
