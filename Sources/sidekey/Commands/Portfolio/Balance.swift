import ArgumentParser
import DisplayText
import JSONRPC
import SolanaTransactions
import Wording

/// `sidekey balance`: shows SOL and tokens of an account.
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
        // If no node has answered just now, none is waited for again.
        var listed = params
        if balance["cause"] != nil { listed["saved"] = true }
        let tokens = try agent.all("portfolio.tokens", listed, member: "tokens")
        if output.json {
            guard var answer = balance.object else { throw CommandError(say(.agentAnswerUnclear)) }
            answer["tokens"] = .array(tokens)
            StandardOutput.write(.object(answer))
            return
        }
        StandardOutput.write(
            AnswerSource(balance).heading + Self.text(balance, tokens) + TotalWorth(balance["worth"]).text)
        AnswerSource(balance).warn()
    }

    private static func text(_ balance: JSON, _ tokens: [JSON]) -> String {
        let currency = balance["worth"]?["currency"]
        let worth = AssetWorth(balance["worth"]?["sol"], in: currency).text
        let sol = (
            amount: DecimalAmount(balance, "lamports", decimals: 9)?.description ?? "?", label: "SOL\(worth)"
        )
        var text = TokenRows(tokens, in: currency).text(after: sol)
        if let count = balance["unreadable"]?.int { text += say(.countedUnreadable, count) + "\n" }
        return text
    }
}

/// The balance that was saved last, for a user who waits for a node.
struct SavedBalance {
    private let balance: JSON

    /// - Parameter balance: The answer of `portfolio.balance`.
    init(_ balance: JSON) { self.balance = balance }

    /// Returns the call that asks for it without asking a node.
    ///
    /// - Parameter params: The parameters that name the account and the cluster.
    static func call(_ params: JSONObject) -> (method: String, params: JSONObject) {
        var saved: JSONObject = ["saved": true]
        for name in ["account", "cluster"] { saved[name] = params[name] }
        return ("portfolio.balance", saved)
    }

    /// Prints on standard error the balance and its age.
    func tell() {
        guard let amount = DecimalAmount(balance, "lamports", decimals: 9), let age = AnswerSource(balance).age else {
            return
        }
        StandardError.write("sidekey: \(say(.balanceMeanwhile, ["age": age, "amount": "\(amount)"]))\n")
    }
}

extension DecimalAmount {
    /// Reads the amount in one member of an agent's answer; nil if it isn't an amount.
    init?(_ json: JSON, _ name: String, decimals: UInt8? = nil) {
        guard let text = json[name]?.text, let units = UInt64(text) else { return nil }
        let told = json["decimals"]?.int.flatMap { UInt8(exactly: $0) }
        self.init(units: units, decimals: decimals ?? told ?? 0)
    }
}

/// A token as a list shows it: its symbol and mint if it is known, else its mint and its own name.
struct TokenLabel: CustomStringConvertible {
    let json: JSON

    init(_ json: JSON) { self.json = json }

    var description: String {
        let claims = ["symbol", "name"].compactMap { json["claims"]?[$0]?.text }.filter { !$0.isEmpty }
        let mint = (json["mint"] ?? json["currency"])?.text?.visible ?? "?"
        if let symbol = json["known"]?["symbol"]?.text { return "\(symbol.visible)  \(mint)" }
        guard !claims.isEmpty else { return mint }
        let quoted = claims.map { "\"\($0.visible)\"" }.joined(separator: ", ")
        return "\(mint) \(say(.tokenCallsItself, ["claims": quoted]))"
    }
}

/// The source of an answer, and its age.
struct AnswerSource {
    let json: JSON

    init(_ json: JSON) { self.json = json }

    /// The account, the cluster and the node, each on a line.
    var heading: String {
        let cluster = json["cluster"]?.text?.visible ?? "?"
        var lines = NamedLines()
        lines.append(.nameAccount, json["account"]?.text?.visible ?? "?")
        lines.append(.nameCluster, Cluster(rawValue: cluster)?.name ?? cluster)
        lines.append(.nameAsOf, node)
        return lines.text(width: 10)
    }

    private var node: String {
        let name = json["node"]?.text?.visible ?? "?"
        let slot = (json["slot"]?.text).map { say(.sourceSlot, ["slot": $0.visible]) } ?? ""
        guard isSaved else { return name + slot }
        let age = age ?? say(.sourceUnknown)
        return "\(age), \(name)\(slot)"
    }

    /// The time since then, as people say it; nil if it isn't known.
    var age: String? { json["age"]?.int.map { say(.sourceAgo, ["age": Self.text($0)]) } }

    private var isSaved: Bool { json["cause"] != nil }

    /// Says on standard error that the printed answer is old, and why.
    func warn() {
        guard isSaved else { return }
        let cause = json["cause"]?.text?.visible ?? "?"
        let nodes = (json["unanswered"]?.array ?? []).compactMap { $0.text?.visible }
        Self.warn(
            nodes.isEmpty
                ? say(.sourceSaved, ["cause": cause])
                : say(.sourceUnanswered, ["nodes": nodes.joined(separator: ", "), "cause": cause]))
        if json["whole"]?.bool == false {
            Self.warn(say(.sourceGaps))
        }
    }

    private static func warn(_ text: String) { StandardError.write("sidekey: \(say(.labelWarning)): \(text)\n") }

    /// Returns milliseconds as people say them.
    private static func text(_ milliseconds: Int) -> String {
        let seconds = milliseconds / 1000
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3600) h"
        default: say(.countedDays, seconds / 86_400)
        }
    }
}

/// The account and the cluster of a command.
struct PortfolioOptions: ParsableArguments {
    @Option(help: ArgumentHelp(say(.helpAccountOrFirst)), completion: .accounts)
    var account: String?

    @Option(help: ArgumentHelp(say(.helpClusterOrChosen)))
    var cluster: Cluster?

    /// Returns the parameters that name them.
    ///
    /// - Throws: if no account has this number, or several have this label.
    func params(from agent: inout AgentClient) throws(CommandError) -> JSONObject {
        try Wallet.requireSome(agent.greeting)
        var params = JSONObject()
        if let account {
            params["account"] = .string(try Self.address(account, from: &agent))
        }
        params["cluster"] = cluster.map { .string(JSONString($0.rawValue)) }
        return params
    }

    /// Prints a list about the account, with all of its pages.
    ///
    /// - Parameters:
    ///   - member: The answer's array, and all that a script is told.
    ///   - text: The entries for people, with where they come from.
    func list(
        _ method: String, _ member: String, _ output: OutputOptions, _ text: ([JSON], AnswerSource) -> String
    ) throws(CommandError) {
        var agent = try AgentClient.connect()
        var first: JSON?
        let entries = try agent.all(method, params(from: &agent), member: member, first: &first)
        let source = AnswerSource(first ?? .null)
        output.write(.array(entries), or: text(entries, source))
        if !output.json { source.warn() }
    }

    /// Resolves a number or a label. The agent judges everything else, including the validity of an address.
    private static func address(_ account: String, from agent: inout AgentClient) throws(CommandError) -> String {
        if (try? PublicKey(base58: account)) != nil { return account }
        let argument = AccountArgument(account)
        guard Int(account) == nil else { return try argument.publicKey(from: &agent) }
        return try argument.publicKey(among: AccountTable(agent.call("accounts.list")).accounts) ?? account
    }
}

/// `sidekey airdrop`: requests free SOL from a cluster's faucet.
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
