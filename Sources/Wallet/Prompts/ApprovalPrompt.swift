import ApprovalQueue
import JSONRPC
import Pinentry
import Salt
import Screens
import WalletState
import Wording

/// One request as a person outside the browser sees it, and their decision.
///
/// Sidekey's own window shows all of it on one screen. A pinentry has one page: all of a short request; of a transaction that is longer, who asks,
/// what moves, what is dangerous, and the command that shows the rest; a longer message is read in a terminal.
///
/// ```
/// Approve or Reject;  where a press is enough
/// a proof;            while the session is locked, and where a press is not enough (``ProofReason``)
/// ```
struct ApprovalPrompt: Sendable {
    enum Decision: Sendable {
        /// - Parameters:
        ///   - review: The hash of the review that was shown.
        ///   - widening: The wider budget that the user chose with it.
        case approved(review: String, widening: BudgetWidening? = nil)
        /// Guards are off for the site from now on; what was asked for has to be shown without them.
        case unguarded
        case rejected
    }

    /// The page of a prompt that shows no screens; nil if it can't hold the request.
    let page: PromptPage?
    let id: String
    /// The hash of the review.
    let review: String
    /// True if facts are still awaited, so that it can't be approved.
    let isWaiting: Bool
    /// The same for a window that shows all of it.
    let parts: [ScreenPart]
    /// What is approved, in short: for the screen that offers a budget.
    let brief: [ScreenPart]
    let site: String
    let offer: BudgetOffer?
    /// True if guards can be turned off for the site in the window: it got the same with guards a moment ago, and asks again.
    let offersUnguarded: Bool
    /// The asker, the account and the movements, without the rest: for a page that takes the passphrase and has no room for the reason.
    private let summary: PromptPage?

    /// - Parameters:
    ///   - summary: The request's summary, in the protocol's spelling.
    ///   - expiry: The time for which the transactions can still be executed.
    ///   - names: The user's names for the addresses in it.
    ///   - shares: The accounts that a connection shares.
    ///   - reasons: The reasons the browser can't approve it.
    ///   - offer: The budget that can be chosen with it.
    ///   - recognition: The user's own word, which the browser never learns.
    ///   - words: The texts in the user's language.
    init(
        _ id: String, summary request: JSON, review: RequestReview, expiry: JSON? = nil, names: JSON? = nil,
        shares: [String] = [], reasons: [RequestRisk.Reason] = [], offer: BudgetOffer? = nil, recognition: String?,
        in words: Phrasebook
    ) {
        let shown = ReviewSummary(
            summary: request, kind: review.kind.rawValue, items: review.items, totals: review.totals, names: names,
            site: review.site, shares: shares, isComplete: review.isComplete, isWaiting: review.isWaiting, in: words)
        self.review = review.hash
        isWaiting = review.isWaiting
        let expiry = expiry.map { ReviewSummary.expiry($0, in: words) }
        parts = shown.parts(expiry: expiry, in: words) + reasons.compactMap { $0.text.map { .text(words($0), .muted) } }
        brief = shown.brief
        site = shown.asker.name
        self.offer = offer
        offersUnguarded = review.items.contains { $0["repeated"]?.bool == true && $0["guards"] != nil }
        func drawn(_ lines: [String]) -> PromptPage? {
            try? PromptPage(lines, head: shown.head, recognition: recognition, in: words)
        }
        summary = drawn([])
        // A message is what is signed: it is read whole, or elsewhere.
        let shorter =
            review.kind == .transactions ? [shown.outline(expiry: expiry), shown.warnings, shown.dangers] : []
        let pointer = words(.promptWhole, ["command": Self.command(id)])
        page = drawn(shown.lines(expiry: expiry)) ?? shorter.lazy.compactMap { drawn($0 + ["", pointer]) }.first
        self.id = id
    }

    /// The command that decides the same request.
    static func command(_ id: String) -> String { "sidekey approve \(id)" }

    /// Shows the request and takes the decision.
    ///
    /// - Parameters:
    ///   - pressed: Called when the user pressed Approve.
    ///   - proving: The ways to prove it where a press isn't enough.
    ///   - following: Waits until the request has another review than the one with this hash, and draws it; nil once it can't be decided any more.
    /// - Throws: -32000 (`prompt-too-long`), naming the command that shows all of it.
    func decide(
        _ dialog: PromptDialog, pressed: () async -> Void, proving: ApprovalProving,
        following: @escaping @Sendable (_ review: String) async -> ApprovalPrompt?
    ) async throws(RPCError) -> Decision {
        if let window = dialog.conversation as? any ScreenConversation {
            let deciding = WindowDecision(window: window, dialog: dialog, proving: proving, following: following)
            return try await deciding.decide(self, pressed: pressed)
        }
        // A page stays as it is: it is shown once nothing is awaited any more.
        if isWaiting {
            guard let next = await following(review) else { return .rejected }
            return try await next.decide(dialog, pressed: pressed, proving: proving, following: following)
        }
        guard let page else {
            let command = Self.command(id)
            throw RPCError(
                .invalidInput, .promptTooLong, "\(PromptPageError.tooLong); in a terminal: \(command)",
                data: ["command": .string(JSONString(command))])
        }
        // A pinentry has two buttons and one field: the passphrase alone is asked for there.
        var need = await proving.need(in: dialog)
        if need == nil {
            let question = dialog.page(page.text, ok: .promptApprove, cancel: .promptReject)
            guard try await dialog.confirm(question) == .yes else { return .rejected }
            await pressed()
            // While the user read, the session may have ended, or another press have let something out.
            need = await proving.need(in: dialog)
        }
        guard let reason = need?.reason else { return .approved(review: review) }
        let question = dialog.page(
            text(for: reason, page, in: dialog.words), prompt: dialog.words(.promptPassphrase), ok: .promptApprove,
            cancel: .promptReject)
        let isProven: Bool? = try await dialog.passphrase(question) { passphrase throws(RPCError) in
            try await proving.passphrase(passphrase)
            return true
        }
        return isProven == true ? .approved(review: review) : .rejected
    }

    /// A page about a request that is no longer decided there: the asker, the request, and its outcome.
    func note(_ keys: [TextKey], in words: Phrasebook) -> String {
        asking(keys.map { words($0) }.joined(separator: "\n"), in: words)
    }

    /// A page that asks for something more about the request: who asks, the account and what moves, and the question below.
    func asking(_ question: String, in words: Phrasebook) -> String {
        summary?.adding(question) ?? "\(words(.promptHeading))\n\n\(question)"
    }

    /// The page, with the reason a press isn't enough.
    private func text(for reason: ProofReason, _ page: PromptPage, in words: Phrasebook) -> String {
        guard let key = reason.promptText else { return page.text }
        return page.adding(words(key)) ?? summary?.adding(words(key)) ?? page.text
    }
}

extension ProofReason {
    /// The prompt's text about it; nil if the page itself says enough.
    var promptText: TextKey? {
        switch self {
        case .locked: nil
        case .perRequest: .promptProofEach
        case .danger: .promptProofDanger
        case .incomplete: .promptProofIncomplete
        case .unbounded: .promptProofUnbounded
        case .amount: .promptProofAmount
        case .place: .promptProofPlace
        case .unguarded: .promptProofUnguarded
        }
    }
}

extension RequestRisk.Reason {
    /// The prompt's text about it; nil if the page or the reason for the passphrase says enough.
    fileprivate var text: TextKey? {
        switch self {
        case .firstSignature: .reasonFirstSignature
        case .allowance: .reasonAllowance
        case .tokens: .reasonTokens
        case .hardwareToken: .reasonHardwareToken
        case .setting, .forbidden, .otherExtension, .unverifiedExtension, .incomplete, .danger, .binary, .message,
            .unbounded, .limitExpired,
            .limitCeiling, .limitSpending, .limitSignatures, .limitPrograms, .promised, .locked:
            nil
        }
    }
}
