import ArgumentParser
import JSONRPC
import SolanaTransactions
import Wording

/// `sidekey sign --offline FILE`: signs a request from another machine, and asks no node.
struct SignOffline: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign", abstract: say(.helpSign), discussion: say(.helpSignMore))

    @Option(help: ArgumentHelp(say(.helpSignFile), valueName: "file"), completion: .file())
    var offline: String

    @Flag(help: ArgumentHelp(say(.helpCodes)))
    var qr = false

    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let file = OfflineFile(path: offline)
        let bytes = try file.bytes()
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let result = try approval.decide(
            "offline.sign", ["file": .string(Base64.encode(bytes))],
            show: output.show, with: &agent)
        let signed = OfflineFile(path: offline + ".signed")
        try signed.write(result)
        output.write(result, or: say(.offlineSigned, ["file": signed.path.visible]) + "\n")
        if qr { try CodeSeries(of: result, from: &agent).show() }
    }
}

/// `sidekey import FILE`: sends a transaction with the signature that another machine gave.
struct ImportSignature: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: say(.helpImport), discussion: say(.helpImportMore))

    @Argument(help: ArgumentHelp(say(.helpImportFile)), completion: .file())
    var file: String

    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let bytes = try OfflineFile(path: file).bytes()
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let result = try approval.decide(
            "offline.import", ["file": .string(Base64.encode(bytes))],
            show: output.show, with: &agent)
        output.writeSent(result)
    }
}

/// The options of a command that has another machine sign.
struct ExportOptions: ParsableArguments {
    @Option(help: ArgumentHelp(say(.helpExport), valueName: "file"), completion: .file())
    var export: String?

    @Option(help: ArgumentHelp(say(.helpExportNonce), valueName: "address"))
    var nonce: String?

    @Flag(help: ArgumentHelp(say(.helpCodes)))
    var qr = false

    func validate() throws {
        guard export != nil || nonce == nil && !qr else { throw ValidationError(say(.usageExport)) }
    }

    /// Writes a request into a file that is new, and tells what to do with it.
    ///
    /// - Parameter params: Those of `transfer.send`.
    func write(
        _ params: JSONObject, to path: String, _ output: OutputOptions, with agent: inout AgentClient
    ) throws(CommandError) {
        var params = params
        params["nonce"] = nonce.map { .string(JSONString($0)) }
        let result = try agent.call("offline.export", params)
        let file = OfflineFile(path: path)
        do throws(CommandError) { try file.write(result) } catch {
            // Nobody has it: its nonce is free again.
            if let hash = result["hash"] { _ = try? agent.call("offline.giveUp", ["hash": hash]) }
            throw error
        }
        output.write(
            result,
            or: TransferText(result).text + say(.offlineExported, ["file": file.path.visible]) + "\n")
        if qr { try CodeSeries(of: result, from: &agent).show() }
    }
}

/// A request's or a signature's file, which holds no secret.
struct OfflineFile {
    /// The longest text: `OfflineText` of OfflineSigning.
    private static let limit = 524_288

    let path: String

    func bytes() throws(CommandError) -> [UInt8] { try PrivateFile(path: path).bytes(limit: Self.limit) }

    /// Writes the text of an answer into a file that is new.
    func write(_ answer: JSON) throws(CommandError) {
        guard let text = answer["file"]?.text else { throw CommandError(say(.agentAnswerUnclear)) }
        try PrivateFile(path: path).write(Array(text.utf8))
    }
}
