import ArgumentParser
import JSONRPC
import Salt
import Wording

/// How a command decides on a request: what it needn't ask for.
struct ApprovalOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: ArgumentHelp(say(.helpYes)))
    var yes = false

    @OptionGroup var passphrase: PassphraseOptions

    /// Shows a request and approves it, once whatever wasn't given on the command line has been asked for.
    ///
    /// - Parameters:
    ///   - show: Takes the review's text.
    ///   - waits: Whether a request that isn't approved goes on waiting.
    /// - Returns: The request's id, and the state that it has then.
    func approve(
        _ id: String, with agent: inout AgentClient, show: (String) -> Void, waits: Bool
    ) throws(CommandError) -> JSON {
        let review = try ReviewedRequest(id: id, from: &agent)
        show(review.text + LimitsText.breaches(review.limits))
        guard review.decision != "none" else {
            // What nobody should sign stays that, whatever else is said of it.
            if review.limits.contains(where: { $0["action"]?.text == "refuse" }), !review.isForbidden {
                throw CommandError(say(.limitForbids), hint: say(.hintLimits))
            }
            throw CommandError(
                say(.requestForbidden), hint: waits ? say(.hintReject, ["id": id.visible]) : nil,
                status: .refused)
        }
        if yes, passphrase.passphraseFile == nil { return try agent.call("approvals.approve", review.approval) }
        let secret = try decide(on: review, with: &agent, waits: waits)
        return try agent.call(review.approval(unlockedBy: secret))
    }

    /// Asks for whatever wasn't given on the command line, and keeps the request alive meanwhile.
    private func decide(
        on review: ReviewedRequest, with agent: inout AgentClient, waits: Bool
    ) throws(CommandError) -> SecretBytes {
        if yes, passphrase.passphraseFile != nil { return try passphrase.read() }
        let terminal = try Terminal(for: .purposeApproving, hint: .hintGiveYesAndPassphraseFile)
        try review.present(to: &agent)
        terminal.write(review.reminder)
        let isSure = try terminal.confirms(
            say(.askApproval), whileWaiting: { () throws(CommandError) in try review.present(to: &agent) })
        guard isSure else {
            throw waits
                ? CommandError(
                    say(.requestStillWaits), hint: say(.hintReject, ["id": review.id.visible]), status: .declined)
                : CommandError(say(.requestNothingSent), status: .declined)
        }
        if passphrase.passphraseFile != nil { return try passphrase.read() }
        return try terminal.passphrase(
            say(.askPassphrase), whileWaiting: { () throws(CommandError) in try review.present(to: &agent) })
    }
}
