import ArgumentParser
import DisplayText
import JSONRPC
import SolanaTransactions
import Wording

/// `sidekey name NAME|ADDRESS`: what a name stands for, or which name an address goes by.
struct NameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "name", abstract: say(.helpName), discussion: say(.helpNameMore))

    @Argument(help: ArgumentHelp(say(.helpAddressOrName)))
    var name: String

    @Option(help: ArgumentHelp(say(.helpClusterOrChosen)))
    var cluster: Cluster?

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let isAddress = (try? PublicKey(base58: name)) != nil
        var params: JSONObject = [isAddress ? "address" : "name": .string(JSONString(name))]
        params["cluster"] = cluster.map { .string(JSONString($0.rawValue)) }
        let found = try agent.call(isAddress ? "names.reverse" : "names.resolve", params)
        guard !output.json else { return StandardOutput.write(found) }
        StandardOutput.write(NameText.text(found))
    }
}

/// What nodes say about a name, in lines for a terminal.
enum NameText {
    /// - Parameter found: The answer of `names.resolve` or `names.reverse`.
    static func text(_ found: JSON) -> String {
        guard let resolved = found["resolved"] else { return say(.nameNone) + "\n" }
        return "\(found["address"]?.text?.visible ?? "?")\n\(said(resolved))\n" + findings(found)
    }

    /// The name, and the nodes that said what it stands for.
    static func said(_ resolved: JSON) -> String {
        let name = resolved["name"]?.text?.visible ?? "?"
        let nodes = (resolved["nodes"]?.array ?? []).compactMap { $0["node"]?.text?.visible }
        guard !nodes.isEmpty else { return say(.sendUnresolved, ["name": name]) }
        return say(.sendResolved, ["name": name, "nodes": nodes.joined(separator: ", ")])
    }

    /// The name that an address chose for itself, quoted, and the nodes that told it; nil if it chose none.
    static func claimed(_ claimed: JSON?) -> (name: String, nodes: String)? {
        guard let name = claimed?["name"]?.text else { return nil }
        let nodes = (claimed?["nodes"]?.array ?? []).compactMap { $0["node"]?.text?.visible }
        return (QuotedText.inline(name, most: 64), say(.nameSaid, ["nodes": nodes.joined(separator: ", ")]))
    }

    /// The findings of an answer, a line each.
    static func findings(_ answer: JSON) -> String {
        (answer["findings"]?.array ?? []).compactMap(TransferText.sentence).map { "\($0)\n" }.joined()
    }
}
