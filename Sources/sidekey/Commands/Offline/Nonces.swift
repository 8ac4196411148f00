import ArgumentParser
import DisplayText
import JSONRPC
import SolanaTransactions
import Wording

/// `sidekey nonces ...`: the nonce accounts on which requests for another machine stand.
struct NoncesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nonces", abstract: say(.helpNonces), discussion: say(.helpNoncesMore),
        subcommands: [NoncesList.self, NoncesMake.self], defaultSubcommand: NoncesList.self)
}

/// `sidekey nonces list`: lists the nonces of an account.
struct NoncesList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpNoncesList))

    @Option(help: ArgumentHelp(say(.helpAccountOrFirst)), completion: .accounts)
    var account: String?

    @Option(help: ArgumentHelp(say(.helpClusterOrChosen)))
    var cluster: Cluster?

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params: JSONObject = [:]
        if let account { params["account"] = .string(try AccountArgument(account).publicKey(from: &agent)) }
        params["cluster"] = cluster.map { .string(JSONString($0.rawValue)) }
        let answer = try agent.call("offline.nonces", params)
        let lines = (answer["nonces"]?.array ?? []).map { nonce in
            let amount = DecimalAmount(nonce, "lamports", decimals: 9)?.description ?? "?"
            let state = nonce["export"]?.text.map { say(.nonceWaits, ["hash": $0.visible]) } ?? say(.nonceFree)
            return "\(nonce["address"]?.text?.visible ?? "?")  \(amount) SOL  \(state)\n"
        }
        output.write(answer, or: lines.isEmpty ? say(.noncesNone) + "\n" : lines.joined())
    }
}

/// `sidekey nonces make`: makes a nonce for an account, which may be a watch-only one.
struct NoncesMake: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: say(.helpNoncesMake), discussion: say(.helpNoncesMakeMore))

    @Option(help: ArgumentHelp(say(.helpNoncePayer)), completion: .accounts)
    var payer: String?

    @OptionGroup var transfer: TransferOptions
    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params = try transfer.params(&agent)
        if let payer { params["payer"] = .string(try AccountArgument(payer).publicKey(from: &agent)) }
        let result = try transfer.decide("offline.makeNonce", params, approval, output, with: &agent)
        output.writeSent(result, say(.nonceMade, ["address": result["nonce"]?.text?.visible ?? "?"]) + "\n")
    }
}

/// `sidekey outstanding exports`: lists the requests that wait for the signature of another machine.
struct OutstandingExports: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exports", abstract: say(.helpOutstandingExports))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let answer = try agent.call("offline.list", [:])
        let exports = answer["exports"]?.array ?? []
        output.write(
            answer, or: exports.isEmpty ? say(.exportsNone) + "\n" : exports.map(Self.text).joined(separator: "\n"))
    }

    private static func text(_ export: JSON) -> String {
        let date = export["time"]?.int.flatMap { UTCDate(milliseconds: $0)?.text } ?? say(.historyDateless)
        let amount = DecimalAmount(export, "amount")?.description ?? "?"
        var lines = NamedLines()
        lines.append(.nameSend, "\(amount) \(export["mint"]?.text?.visible ?? "SOL")")
        for (name, member) in [
            (TextKey.nameFrom, "account"), (.nameTo, "to"), (.nameCluster, "cluster"), (.nameNonce, "nonce"),
            (.nameRequest, "hash"),
        ] {
            if let value = export[member]?.text { lines.append(name, value.visible) }
        }
        return "\(date)\n" + lines.text(width: 11, indent: 4)
    }
}

/// `sidekey outstanding give-up REQUEST`: forgets a request that waits for the signature of another machine.
struct OutstandingGiveUp: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "give-up", abstract: say(.helpOutstandingGiveUp), discussion: say(.helpOutstandingGiveUpMore))

    @Argument(help: ArgumentHelp(say(.helpOutstandingExport)))
    var request: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let result = try agent.call("offline.giveUp", ["hash": .string(JSONString(request))])
        output.write(result, or: say(.exportGivenUp) + "\n")
    }
}
