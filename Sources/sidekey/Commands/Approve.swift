import ArgumentParser
import JSONRPC
import Wording

/// `sidekey approve ID`: shows what a request asks for and signs it once the user has said yes.
struct Approve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpApprove),
        discussion: say(.helpApproveMore))

    @Argument(help: ArgumentHelp(say(.helpRequest)), completion: .waitingRequests)
    var id: String

    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let show = output.json ? StandardError.write : StandardOutput.write
        let result = try approval.approve(id, with: &agent, show: show, waits: true)
        output.write(result, or: say.state(result["state"]?.text ?? "answered") + "\n")
    }
}
