import ArgumentParser
import JSONRPC
import Wording

/// `sidekey sign-message TEXT`: signs a message by the rules that hold for a page's `signMessage`.
struct SignMessage: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-message", abstract: say(.helpSignMessage), discussion: say(.helpSignMessageMore))

    @OptionGroup var message: MessageText

    @Option(help: ArgumentHelp(say(.helpAccountOrFirst)), completion: .accounts)
    var account: String?

    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let bytes = try message.bytes()
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var params: JSONObject = ["message": .string(Base64.encode(bytes))]
        if let account { params["account"] = .string(try AccountArgument(account).publicKey(from: &agent)) }
        // The signature stands alone on standard output, for whoever takes it from there.
        let result = try approval.decide("message.sign", params, show: StandardError.write, with: &agent)
        guard let signature = result["signature"]?.text else { throw CommandError(say(.agentSignatureMissing)) }
        output.write(result, or: signature.visible + "\n")
    }
}
