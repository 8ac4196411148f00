import ArgumentParser
import JSONRPC
import Wording

/// `sidekey review ID`: shows what a request asks for, as the approval does, and decides nothing.
struct Review: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpReview), discussion: say(.helpReviewMore))

    @Argument(help: ArgumentHelp(say(.helpRequest)), completion: .waitingRequests)
    var id: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let review = try ReviewedRequest(id: id, from: &agent)
        output.write(review.json, or: review.text)
    }
}
