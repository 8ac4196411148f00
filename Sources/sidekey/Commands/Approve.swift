import ArgumentParser
import Localization

/// `sidekey approve ID`: shows what a request asks for and signs it once the user has said yes.
struct Approve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpApprove),
        discussion: say(.helpApproveMore))

    @Argument(help: ArgumentHelp(say(.helpRequest)))
    var id: String

    @OptionGroup var approval: ApprovalOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let state = try approval.approve(id, with: &agent, show: StandardOutput.write, waits: true)
        StandardOutput.write("\(state)\n")
    }
}
