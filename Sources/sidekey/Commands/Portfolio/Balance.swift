import ArgumentParser
import DisplayText
import JSONRPC
import Wording

/// `sidekey balance`: SOL and tokens of an account.
struct Balance: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpBalance),
        discussion: say(.helpBalanceMore))

    @OptionGroup var portfolio: PortfolioOptions

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let params = try portfolio.params(from: &agent)
        let balance = try agent.call("portfolio.balance", params, meanwhile: SavedBalance.call(params)) {
            if !output.json { SavedBalance($0).tell() }
        }
        // Where no node has answered just now, none is waited for again.
        var listed = params
        if balance["cause"] != nil { listed["saved"] = true }
        let tokens = try agent.all("portfolio.tokens", listed, member: "tokens")
        if output.json {
            guard var answer = balance.object else { throw CommandError(say(.agentAnswerUnclear)) }
            answer["tokens"] = .array(tokens)
            StandardOutput.write(.object(answer))
            return
        }
        StandardOutput.write(AnswerSource(balance).heading + Self.text(balance, tokens))
        AnswerSource(balance).warn()
    }

    private static func text(_ balance: JSON, _ tokens: [JSON]) -> String {
        var rows = [(DecimalAmount(balance, "lamports", decimals: 9)?.description ?? "?", "SOL")]
        for token in tokens {
            var label = "\(TokenLabel(token))"
            if token["decimals"] == nil { label += say(.tokenSmallest) }
            if token["frozen"]?.bool == true { label += say(.tokenIsFrozen) }
            if token["delegate"] != nil || token["closeAuthority"] != nil { label += say(.tokenIsShared) }
            rows.append((DecimalAmount(token, "amount")?.description ?? "?", label))
        }
        let width = rows.map(\.0.count).max() ?? 0
        var text = rows.map { String(repeating: " ", count: width - $0.0.count) + "\($0.0)  \($0.1)\n" }.joined()
        if let count = balance["unreadable"]?.int { text += say(.countedUnreadable, count) + "\n" }
        return text
    }
}
