import ArgumentParser
import DisplayText
import JSONRPC
import Wording

/// `sidekey tokens ...`: lists, hides and burns tokens.
struct TokensCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tokens", abstract: say(.helpTokens),
        subcommands: [TokensList.self, TokensHide.self, TokensShow.self, TokensBurn.self],
        defaultSubcommand: TokensList.self)
}

/// `sidekey tokens list`.
struct TokensList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpTokensList))

    @Flag(help: ArgumentHelp(say(.helpTokensAll)))
    var all = false

    @OptionGroup var portfolio: PortfolioOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        try portfolio.list("portfolio.tokens", "tokens", output) { tokens, source in
            let rows = TokenRows(tokens, in: source.json["currency"], showsHidden: all)
            return source.heading + (tokens.isEmpty ? say(.tokensNone) + "\n" : rows.text(withHeadings: true))
        }
    }
}

/// The tokens of an account, in lines for a terminal: known ones, then all others, then hidden ones or their number.
struct TokenRows {
    private let known: [JSON]
    private let others: [JSON]
    private let hidden: [JSON]
    private let currency: JSON?
    private let showsHidden: Bool

    /// - Parameters:
    ///   - tokens: Those of `portfolio.tokens`, in its order.
    ///   - currency: That of their worth; nil if it isn't shown.
    init(_ tokens: [JSON], in currency: JSON?, showsHidden: Bool = false) {
        self.currency = currency
        hidden = tokens.filter { $0["hidden"] != nil }
        known = tokens.filter { $0["hidden"] == nil && $0["known"] != nil }
        others = tokens.filter { $0["hidden"] == nil && $0["known"] == nil }
        self.showsHidden = showsHidden
    }

    /// Returns the lines, with amounts below each other.
    ///
    /// - Parameters:
    ///   - first: A line that stands above the tokens.
    ///   - withHeadings: True to say where the known tokens end.
    func text(after first: (amount: String, label: String)? = nil, withHeadings: Bool = false) -> String {
        let parts = [
            (first.map { [$0] } ?? []) + known.map(row), (others + (showsHidden ? hidden : [])).map(row),
        ]
        let width = parts.joined().map(\.amount.count).max() ?? 0
        var lines = parts.map { rows in
            rows.map { String(repeating: " ", count: width - $0.amount.count) + "\($0.amount)  \($0.label)\n" }.joined()
        }
        if withHeadings, !lines[1].isEmpty { lines[1] = say(.tokensOther) + "\n" + lines[1] }
        if !showsHidden, !hidden.isEmpty { lines.append(say(.countedHidden, hidden.count) + "\n") }
        return lines.joined()
    }

    private func row(_ token: JSON) -> (amount: String, label: String) {
        var label = "\(TokenLabel(token))"
        if let currency { label += AssetWorth(token["worth"], in: currency).text }
        if token["decimals"] == nil { label += say(.tokenSmallest) }
        if token["frozen"]?.bool == true { label += say(.tokenIsFrozen) }
        if token["delegate"] != nil || token["closeAuthority"] != nil { label += say(.tokenIsShared) }
        if let mark = token["hidden"]?.text { label += say(mark == "spam" ? .tokenIsSpam : .tokenIsHidden) }
        return (DecimalAmount(token, "amount")?.description ?? "?", label)
    }
}

/// A token on the command line.
struct MintArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(say(.helpTokensMint)))
    var mint: String

    var params: JSONObject { ["mint": .string(JSONString(mint))] }
}

/// `sidekey tokens hide`: leaves a token out of every surface's lists.
struct TokensHide: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide", abstract: say(.helpTokensHide), discussion: say(.helpTokensHideMore))

    @OptionGroup var token: MintArgument

    @Flag(help: ArgumentHelp(say(.helpTokensSpam)))
    var spam = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        var params = token.params
        params["as"] = spam ? "spam" : "hidden"
        let answer = try agent.call("portfolio.hide", params)
        output.write(answer, or: say(.doneHidden, ["mint": answer["mint"]?.text?.visible ?? "?"]) + "\n")
    }
}

/// `sidekey tokens show`.
struct TokensShow: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: say(.helpTokensShow))

    @OptionGroup var token: MintArgument
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let answer = try agent.call("portfolio.show", token.params)
        guard answer["shown"]?.bool == true else {
            throw CommandError(say(.tokenNotHidden, ["mint": token.mint.visible]))
        }
        output.write(answer, or: say(.doneShown, ["mint": answer["mint"]?.text?.visible ?? "?"]) + "\n")
    }
}

/// `sidekey tokens burn`: burns all of a token and closes its accounts.
struct TokensBurn: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "burn", abstract: say(.helpTokensBurn), discussion: say(.helpTokensBurnMore))

    @OptionGroup var token: MintArgument

    @Flag(help: ArgumentHelp(say(.helpTokensKnown)))
    var known = false

    @OptionGroup var transfer: TransferOptions
    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params = try transfer.params(&agent)
        params["mint"] = token.params["mint"]
        if known { params["acceptKnown"] = true }
        let result = try transfer.decide("transfer.burn", params, approval, output, with: &agent)
        let burned = [
            "amount": DecimalAmount(result, "amount")?.description, "token": result["mint"]?.text?.visible,
            "lamports": DecimalAmount(result, "lamports", decimals: 9)?.description,
        ]
        output.writeSent(result, say(.burnDone) { burned[$0] ?? nil } + "\n")
    }
}

/// `sidekey reclaim [ACCOUNT...]`: closes empty token accounts.
struct Reclaim: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpReclaim), discussion: say(.helpReclaimMore))

    @Argument(help: ArgumentHelp(say(.helpReclaimAccounts)))
    var accounts: [String] = []

    @Flag(help: ArgumentHelp(say(.helpDryRun)))
    var dryRun = false

    @OptionGroup var transfer: TransferOptions
    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params = try transfer.params(&agent)
        if dryRun || accounts.isEmpty {
            var asked = JSONObject()
            for name in ["account", "cluster"] { asked[name] = params[name] }
            let found = try agent.call("transfer.reclaimable", asked)
            if !output.json { StandardOutput.write(Self.text(found)) }
            if dryRun { return output.json ? StandardOutput.write(found) : () }
        } else {
            params["accounts"] = .array(accounts.map { .string(JSONString($0)) })
        }
        let result = try transfer.decide("transfer.reclaim", params, approval, output, with: &agent)
        let closed = result["reclaimed"]?.array?.count ?? 0
        var text = say(.countedReclaimed, closed, ["amount": Self.sol(result)]) + "\n"
        if let left = result["left"]?.int, left > 0 { text += say(.countedRevokedLeft, left) + "\n" }
        output.writeSent(result, text)
    }

    /// The sum, and each account that stays open with the reason.
    private static func text(_ found: JSON) -> String {
        var lines = [say(.countedReclaim, found["count"]?.int ?? 0, ["amount": sol(found)])]
        for account in found["accounts"]?.array ?? [] {
            guard let fault = account["fault"]?.text else { continue }
            let values = [
                "account": account["account"]?.text?.visible, "amount": sol(account),
                "reason": TextKey("closing", fault).map { say($0) } ?? fault.visible,
            ]
            lines.append("    " + say(.closingStays) { values[$0] ?? nil })
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func sol(_ json: JSON) -> String {
        DecimalAmount(json, "lamports", decimals: 9)?.description ?? "?"
    }
}
