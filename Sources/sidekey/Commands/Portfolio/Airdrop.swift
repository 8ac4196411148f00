import ArgumentParser
import JSONRPC
import Wording

/// `sidekey airdrop`: SOL out of nothing, where a cluster has a faucet.
struct Airdrop: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpAirdrop), discussion: say(.helpAirdropMore))

    @Argument(help: ArgumentHelp(say(.helpAirdropAmount)))
    var amount: Lamports

    @OptionGroup var portfolio: PortfolioOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard amount.count > 0 else { throw ValidationError(say(.usageAirdrop)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        var params = try portfolio.params(from: &agent)
        params["lamports"] = .string(String(amount.count))
        let answer = try agent.call("portfolio.airdrop", params)
        if output.json {
            StandardOutput.write(answer)
        } else {
            StandardOutput.write(
                say(.airdropSent, ["amount": "\(amount)", "account": answer["account"]?.text?.visible ?? "?"]) + "\n"
                    + "\(answer["signature"]?.text?.visible ?? "?")\n")
        }
    }
}
