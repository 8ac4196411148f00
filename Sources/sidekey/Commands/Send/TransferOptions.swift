import ArgumentParser
import JSONRPC
import SolanaTransactions
import Wording

/// What a transaction of the wallet's own is made with.
struct TransferOptions: ParsableArguments {
    enum Priority: String, ExpressibleByArgument, CaseIterable { case none, normal, high }

    @Option(help: ArgumentHelp(say(.helpAccountOrFirst)), completion: .accounts)
    var account: String?

    @Option(help: ArgumentHelp(say(.helpClusterOrChosen)))
    var cluster: Cluster?

    @Option(help: ArgumentHelp(say(.helpPriority)))
    var priority: Priority = .normal

    @Option(help: ArgumentHelp(say(.helpPriorityCap), valueName: "SOL"))
    var priorityCap: Lamports?

    /// What the agent is told of it.
    func params(_ agent: inout AgentClient) throws(CommandError) -> JSONObject {
        var params: JSONObject = ["priority": .string(JSONString(priority.rawValue))]
        if let account { params["account"] = .string(try AccountArgument(account).publicKey(from: &agent)) }
        params["priorityCap"] = priorityCap.map { .string("\($0.count)") }
        params["cluster"] = cluster.map { .string(JSONString($0.rawValue)) }
        return params
    }

    /// Has the agent build it and put it into the queue, and decides on it there.
    ///
    /// - Returns: What the agent answers once it was sent.
    func decide(
        _ method: String, _ params: JSONObject, _ approval: ApprovalOptions, _ output: OutputOptions,
        with agent: inout AgentClient
    ) throws(CommandError) -> JSON {
        try approval.decide(
            method, params, show: output.json ? StandardError.write : StandardOutput.write, with: &agent)
    }
}
