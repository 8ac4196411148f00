import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey approve ID`: shows a request and signs it once the user has said yes.
struct Approve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpApprove),
        discussion: say(.helpApproveMore))

    @Argument(help: ArgumentHelp(say(.helpRequest)), completion: .waitingRequests)
    var id: String?

    @OptionGroup var approval: ApprovalOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        // Whatever came last would be approved unseen.
        guard id != nil || !approval.yes else { throw ValidationError(say(.usageApproveYes)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let show = output.json ? StandardError.write : StandardOutput.write
        let review = try ReviewedRequest(id: WaitingRequest.id(id, from: &agent), from: &agent)
        let result = try approval.approve(review, with: &agent, show: show, waits: true)
        guard !output.json else { return StandardOutput.write(result) }
        let state = result["state"]?.text ?? "answered"
        var outcome: RequestOutcome?
        // It is done, whatever the records say.
        if state == "answered", let records = try? agent.call("records.get", ["id": .string(JSONString(review.id))]) {
            outcome = RequestOutcome(of: review, records: records)
        }
        StandardOutput.write(outcome?.text ?? say.state(state) + "\n")
    }
}

/// `sidekey pending`: the requests that wait for a decision.
struct Pending: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpPending))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let requests = try agent.all("approvals.list", member: "requests")
        if output.json {
            StandardOutput.write(.array(requests))
        } else if requests.isEmpty {
            StandardOutput.write(say(.requestsNone) + "\n")
        } else {
            for request in requests { StandardOutput.write(Self.line(request)) }
        }
    }

    static func line(_ request: JSON) -> String {
        let texts = ["id", "method", "origin"].map { request[$0]?.text?.visible ?? "?" }
        let state = request["awaits"] == "ledger" ? say(.requestOnLedger) : say.state(request["state"]?.text ?? "?")
        let left = request["remaining"]?.int.map { say(.requestLeft, ["seconds": "\($0.seconds)"]) } ?? ""
        return "\(texts[0])  \(texts[1].padded(to: 19))  \(texts[2])  (\(state)\(left))\n"
    }
}

/// `sidekey reject ID`: rejects a page's request.
struct Reject: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpReject))

    @Argument(help: ArgumentHelp(say(.helpRequest)), completion: .waitingRequests)
    var id: String?

    @Flag(help: ArgumentHelp(say(.helpRejectAll)))
    var all = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !all || id == nil else { throw ValidationError(say(.usageReject)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        guard !all else { return try rejectAll(with: &agent) }
        let id = try WaitingRequest.id(id, from: &agent)
        let result = try agent.call("approvals.reject", ["id": .string(JSONString(id))])
        output.write(result, or: say.state(result["state"]?.text ?? "rejected") + "\n")
    }

    /// Rejects everything that waits now with one call: several in a row would make the sites wait.
    private func rejectAll(with agent: inout AgentClient) throws(CommandError) {
        let ids = try agent.all("approvals.list", member: "requests").compactMap { $0["id"] }
        let requests = ids.isEmpty ? [] : try agent.call("approvals.rejectAll", ["ids": .array(ids)])["requests"]
        let lines = (requests?.array ?? []).map { request in
            "\(request["id"]?.text?.visible ?? "?")  \(say.state(request["state"]?.text ?? "?"))\n"
        }
        output.write(requests ?? [], or: lines.isEmpty ? say(.requestsNone) + "\n" : lines.joined())
    }
}

/// `sidekey records ID`: a request as it came and the answer as it went, kept for 30 days.
struct Records: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: say(.helpRecords),
        discussion: say(.helpRecordsMore))

    @Argument(help: ArgumentHelp(say(.helpRecordID)))
    var id: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let records = try agent.call("records.get", ["id": .string(id)])
        if output.json {
            StandardOutput.write(records)
            return
        }
        StandardOutput.write("\(say(.nameState)): \(say.state(records["state"]?.text ?? "?"))\n")
        StandardOutput.write("\npending_request_\(id.visible)\n\(Self.text(records["pending"]))\n")
        StandardOutput.write("\nresponse_\(id.visible)\n\(Self.text(records["response"]))\n")
    }

    private static func text(_ record: JSON?) -> String {
        guard let record, !record.isNull else { return say(.recordNone) }
        return String(decoding: record.serialized(), as: UTF8.self).visible
    }
}

/// `sidekey review ID`: shows a request as the approval does, and decides nothing.
struct Review: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpReview), discussion: say(.helpReviewMore))

    @Argument(help: ArgumentHelp(say(.helpRequest)), completion: .waitingRequests)
    var id: String?

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let review = try ReviewedRequest(id: WaitingRequest.id(id, from: &agent), from: &agent)
        output.write(review.json, or: review.text)
    }
}

/// The options by which a command decides on a request without asking for them.
struct ApprovalOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: ArgumentHelp(say(.helpYes)))
    var yes = false

    @Flag(help: ArgumentHelp(say(.helpApproveSecurityKey)))
    var securityKey = false

    @Flag(help: ArgumentHelp(say(.helpApproveTPM)))
    var tpm = false

    @OptionGroup var pin: PINOptions
    @OptionGroup var tokenPIN: HardwareTokenPINOptions
    @OptionGroup var passphrase: PassphraseOptions

    /// True if the line says anything about an approval.
    var isGiven: Bool { yes || device != nil || passphrase.passphraseFile != nil }

    /// The device that proves the approval in place of the passphrase.
    private var device: ProvingDevice? { securityKey ? .securityKey : tpm ? .tpm : nil }

    func validate() throws {
        guard [securityKey, tpm, passphrase.passphraseFile != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError(say(.usageApproveProof))
        }
        guard device != nil || pin.pinFile == nil else { throw ValidationError(say(.usagePINFileAlone)) }
    }

    /// Shows a request and approves it, once it has asked for everything that wasn't given on the command line.
    ///
    /// - Parameters:
    ///   - show: Takes the review's text.
    ///   - waits: True if a request that isn't approved goes on waiting.
    /// - Returns: The request's id, and its state at that time.
    func approve(
        _ review: ReviewedRequest, with agent: inout AgentClient, show: (String) -> Void, waits: Bool
    ) throws(CommandError) -> JSON {
        show(review.text + LimitsText.breaches(review.limits) + review.budgetNote)
        guard review.decision != "none" else {
            // A forbidden request stays forbidden, whatever else is said about it.
            if review.limits.contains(where: { $0["action"]?.text == "refuse" }), !review.isForbidden {
                throw CommandError(say(.limitForbids), hint: say(.hintLimits))
            }
            throw CommandError(
                say(.requestForbidden), hint: waits ? say(.hintReject, ["id": review.id.visible]) : nil,
                status: .refused)
        }
        let isBare = yes && device == nil && passphrase.passphraseFile == nil
        let secret = isBare ? nil : try decide(on: review, with: &agent, waits: waits)
        tellSigner(of: review)
        if device == .securityKey { StandardError.write(say(.securityKeyTouch) + "\n") }
        return try secret.lend { secret throws(CommandError) in
            let unlock: ReviewedRequest.Unlock =
                secret.map { secret in device.map { .device($0, secret) } ?? .passphrase(secret) } ?? .none
            return try tokenPIN.send(
                whileWaiting: { agent throws(CommandError) in try review.present(to: &agent) }, with: &agent
            ) { pin, agent throws(CommandError) in
                try agent.call(review.approval(by: unlock, devicePIN: pin), within: HardwareTokenCommand.patience)
            }
        }
    }

    /// Says that the Ledger asks next, where one signs.
    private func tellSigner(of review: ReviewedRequest) {
        guard review.summary["signer"]?["kind"] == "ledger" else { return }
        StandardError.write(say(.ledgerConfirm) + "\n")
    }

    /// Asks for everything that wasn't given on the command line, and keeps the request alive meanwhile.
    ///
    /// - Returns: The passphrase, or the device's PIN; empty for a security key that knows its user without one.
    private func decide(
        on review: ReviewedRequest, with agent: inout AgentClient, waits: Bool
    ) throws(CommandError) -> SecretBytes {
        if yes, let given = try given() { return given }
        let terminal = try Terminal(for: .purposeApproving, hint: .hintGiveYesAndPassphraseFile)
        try checkDevice(with: &agent)
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
        if let given = try given() { return given }
        let prompt: TextKey =
            switch device {
            case nil: .askPassphrase
            case .securityKey: .askPIN
            case .tpm: .askTPMPIN
            }
        let secret = try terminal.line(
            say(prompt), echo: false, whileWaiting: { () throws(CommandError) in try review.present(to: &agent) })
        switch device {
        // It may know its user without one.
        case .securityKey: return secret
        case nil, .tpm:
            guard secret.count > 0 else {
                throw CommandError(say(device == nil ? .passphraseMissing : .refusal_tpm_pin_invalid))
            }
            return secret
        }
    }

    /// Checks that the device opens this wallet: nobody is asked for a PIN that there isn't.
    private func checkDevice(with agent: inout AgentClient) throws(CommandError) {
        guard let device else { return }
        let status = try agent.call("vault.status")
        switch device {
        case .tpm where status["tpm"] == nil: throw CommandError(say(.tpmNone))
        case .securityKey where status["securityKeys"] == nil: throw CommandError(say(.securityKeysNone))
        case .tpm, .securityKey: break
        }
    }

    /// The secret of the file that was named; nil if none was.
    private func given() throws(CommandError) -> SecretBytes? {
        if let file = pin.pinFile { return try PrivateFile(path: file).line() }
        return passphrase.passphraseFile == nil ? nil : try passphrase.read()
    }
}

extension ApprovalOptions {
    /// Makes the agent put a request of the wallet's own into the queue, and decides on it there.
    ///
    /// A second conversation decides on it, while the first one waits for the outcome. A request that isn't approved is rejected.
    ///
    /// - Returns: The agent's answer once it was done.
    func decide(
        _ method: String, _ params: JSONObject, show: (String) -> Void, with agent: inout AgentClient
    ) throws(CommandError) -> JSON {
        let id = try agent.begin(method, params)
        var surface = try AgentClient.connect(starting: false)
        do throws(CommandError) {
            _ = try approve(ReviewedRequest(id: id, from: &surface), with: &surface, show: show, waits: false)
        } catch {
            // Nobody is to find it waiting: what it was built for is over.
            _ = try? surface.call("approvals.reject", ["id": .string(JSONString(id))])
            throw error
        }
        return try agent.finish()
    }
}
