import ArgumentParser
import JSONRPC
import Salt

/// `sidekey approve ID`: shows what a request asks for and signs it once the user has said yes.
struct Approve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show a request and approve it.",
        discussion: """
            Asks for a yes and for the passphrase, also while the wallet is unlocked: another program of yours could \
            run this command too. Only a wallet that was made by script and is unlocked is approved by --yes alone.
            """)

    @Argument(help: "The request's id, as `sidekey pending` lists it.")
    var id: String

    @Flag(name: .shortAndLong, help: "Don't ask whether to approve.")
    var yes = false

    @OptionGroup var passphrase: PassphraseOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let review = try ReviewedRequest(id: id, from: &agent)
        StandardOutput.write(review.text)
        let result: JSON
        if yes, passphrase.passphraseFile == nil {
            result = try agent.call("approvals.approve", review.approval)
        } else {
            let secret = try decide(on: review, with: &agent)
            result = try agent.call(review.approval(unlockedBy: secret))
        }
        StandardOutput.write("\(result["state"]?.text?.visible ?? "answered")\n")
    }

    /// Asks for whatever wasn't given on the command line, and keeps the request alive meanwhile.
    private func decide(
        on review: ReviewedRequest, with agent: inout AgentClient
    ) throws(CommandError) -> SecretBytes {
        if yes, passphrase.passphraseFile != nil { return try passphrase.read() }
        let terminal = try Terminal(for: "approving", hint: "give --yes and --passphrase-file")
        try review.present(to: &agent)
        guard
            try terminal.confirms(
                "Approve?", whileWaiting: { () throws(CommandError) in try review.present(to: &agent) })
        else { throw CommandError("not approved; it still waits", hint: "sidekey reject \(id.visible)") }
        if passphrase.passphraseFile != nil { return try passphrase.read() }
        return try terminal.passphrase(
            "Passphrase: ", whileWaiting: { () throws(CommandError) in try review.present(to: &agent) })
    }
}
