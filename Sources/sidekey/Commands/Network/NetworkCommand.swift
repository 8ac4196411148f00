public import ArgumentParser
import JSONRPC
import Salt
public import SolanaTransactions
import Wording

/// `sidekey network ...`: manages the cluster that the wallet uses by default, and the nodes by which it reaches each cluster.
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

/// `sidekey network check`: checks the endpoints, and fails if none belongs to the cluster.
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

/// A change of the network's settings under the passphrase. Settings that it doesn't name stay.
enum NetworkChange {
    static func make(_ options: PassphraseOptions, _ output: OutputOptions, _ change: JSONObject) throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let secret = try options.read()
        let policy = try agent.call("policy.set", ["network": .object(change)], passphrase: secret)
        output.write(policy["network"] ?? .null, or: NetworkText(policy).text)
    }
}

/// The network's settings in words.
struct NetworkText {
    private let policy: JSON
    private var network: JSON? { policy["network"] }

    init(_ policy: JSON) {
        self.policy = policy
    }

    var text: String {
        // The records count only once a passphrase has shown them to be the user's.
        var lines = NamedLines()
        guard policy["trust"] != "unverified" else {
            lines.append(.nameNetwork, say(.networkUntilUnlocked))
            return lines.text(width: 14)
        }
        lines.append(.nameNetwork, say(network?["off"]?.bool == true ? .networkIsOff : .networkIsOn))
        lines.append(.nameCluster, network?["cluster"]?.text ?? "")
        for cluster in Cluster.allCases {
            let own = network?["endpoints"]?[cluster.name]?.array?.compactMap(\.text)
            let endpoints = own.map { $0.isEmpty ? [say(.endpointNone)] : $0 } ?? [say(.endpointPublic)]
            for (place, endpoint) in endpoints.enumerated() {
                lines.append(named: place == 0 ? cluster.name : "", endpoint)
            }
        }
        return lines.text(width: 14)
    }

    /// Returns an endpoint of `network.status` in words.
    static func line(_ node: JSON) -> String {
        let found = node["found"]?.text.map { String($0.drop { $0 != ":" }.dropFirst()) }
        let state =
            switch node["state"]?.text {
            case "reached": say(.endpointReached)
            case "wrong-cluster": found.map { say(.endpointOfCluster, ["cluster": $0]) } ?? say(.endpointOfOther)
            default: say(.endpointUnreachable)
            }
        let version = node["version"]?.text.map { say(.endpointVersion, ["version": $0]) } ?? ""
        let slot = node["slot"]?.text.map { say(.endpointSlot, ["slot": $0]) } ?? ""
        return "\(node["node"]?.text ?? ""): \(state)\(version)\(slot)".visible + "\n"
    }
}

/// A cluster on the command line, given by its name.
extension Cluster: ExpressibleByArgument {
    static let help = ArgumentHelp(say(.helpCluster), valueName: "cluster")

    public init?(argument: String) { self.init(name: argument) }

    public static var allValueStrings: [String] { allCases.map(\.name) }

    public var defaultValueDescription: String { name }
}
