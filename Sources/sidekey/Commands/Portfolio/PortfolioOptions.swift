import ArgumentParser
import JSONRPC
import Localization

/// Which account on which cluster a command is about.
struct PortfolioOptions: ParsableArguments {
    @Option(help: ArgumentHelp(say(.helpAccountOrFirst)), completion: .accounts)
    var account: String?

    @Option(help: ArgumentHelp(say(.helpClusterOrChosen)))
    var cluster: ClusterName?

    /// The parameters that name them.
    ///
    /// - Throws: where no account has this number.
    func params(from agent: inout AgentClient) throws(CommandError) -> JSONObject {
        try Wallet.requireSome(agent.greeting)
        var params = JSONObject()
        if let account {
            // What is no number is the agent's to judge: it says whether it is an address at all.
            let isNumber = account.utf8.count < 5
            params["account"] = .string(isNumber ? try AccountArgument(account).publicKey(from: &agent) : account)
        }
        params["cluster"] = cluster.map { .string("solana:\($0.rawValue)") }
        return params
    }
}
