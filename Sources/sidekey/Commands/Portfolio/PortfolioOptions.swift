import ArgumentParser
import JSONRPC
import SolanaTransactions
import Wording

/// Which account on which cluster a command is about.
struct PortfolioOptions: ParsableArguments {
    @Option(help: ArgumentHelp(say(.helpAccountOrFirst)), completion: .accounts)
    var account: String?

    @Option(help: ArgumentHelp(say(.helpClusterOrChosen)))
    var cluster: Cluster?

    /// The parameters that name them.
    ///
    /// - Throws: where no account has this number, or several have this label.
    func params(from agent: inout AgentClient) throws(CommandError) -> JSONObject {
        try Wallet.requireSome(agent.greeting)
        var params = JSONObject()
        if let account {
            params["account"] = .string(try Self.address(account, from: &agent))
        }
        params["cluster"] = cluster.map { .string(JSONString($0.rawValue)) }
        return params
    }

    /// Resolves a number or a label; all else is the agent's to judge: it says whether it is an address at all.
    private static func address(_ account: String, from agent: inout AgentClient) throws(CommandError) -> String {
        if (try? PublicKey(base58: account)) != nil { return account }
        let argument = AccountArgument(account)
        guard Int(account) == nil else { return try argument.publicKey(from: &agent) }
        return try argument.publicKey(among: agent.call("accounts.list")["accounts"]?.array ?? []) ?? account
    }
}
