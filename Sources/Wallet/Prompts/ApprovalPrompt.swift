import ApprovalQueue
import JSONRPC
import Pinentry
import Salt
import Screens
import Synchronization
import WalletState
import Wording

/// One request as a person outside the browser sees it, and their decision.
///
/// Sidekey's own window shows all of it on one screen. A pinentry has one page: all of a short request; of a transaction that is longer, who asks,
/// what moves, what is dangerous, and the command that shows the rest; a longer message is read in a terminal.
///
/// ```
/// Approve or Reject;  where a press is enough
/// the passphrase;     while the session is locked, and where a press is not enough (``ProofReason``)
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
    private let id: String
    /// The hash of the review.
    let review: String
    /// True if facts are still awaited, so that it can't be approved.
    let isWaiting: Bool
    /// The same for a window that shows all of it.
    private let parts: [ScreenPart]
    /// What is approved, in short: for the screen that offers a budget.
    private let brief: [ScreenPart]
    private let site: String
    private let offer: BudgetOffer?
    /// True if guards can be turned off for the site in the window: it got the same with guards a moment ago, and asks again.
    private let offersUnguarded: Bool
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
    ///   - proof: The reason a press isn't enough; asked before it is shown, and again once it was pressed.
    ///   - prove: Opens the keys with the passphrase.
    ///   - following: Waits until the request has another review than the one with this hash, and draws it; nil once it can't be decided any more.
    /// - Throws: -32000 (`prompt-too-long`), naming the command that shows all of it.
    func decide(
        _ dialog: PromptDialog, pressed: () async -> Void, proof: @escaping @Sendable () async -> ProofReason?,
        prove: (consuming SecretBytes) async throws(RPCError) -> Void,
        following: @escaping @Sendable (_ review: String) async -> ApprovalPrompt?
    ) async throws(RPCError) -> Decision {
        if let window = dialog.conversation as? any ScreenConversation {
            return try await decide(
                in: window, dialog, pressed: pressed, proof: proof, prove: prove, following: following)
        }
        // A page stays as it is: it is shown once nothing is awaited any more.
        if isWaiting {
            guard let next = await following(review) else { return .rejected }
            return try await next.decide(dialog, pressed: pressed, proof: proof, prove: prove, following: following)
        }
        guard let page else {
            let command = Self.command(id)
            throw RPCError(
                .invalidInput, .promptTooLong, "\(PromptPageError.tooLong); in a terminal: \(command)",
                data: ["command": .string(JSONString(command))])
        }
        let elsewhere: ProofReason? = dialog.isCertain ? nil : .place
        var reason = await proof() ?? elsewhere
        if reason == nil {
            let question = dialog.page(page.text, ok: .promptApprove, cancel: .promptReject)
            guard try await dialog.confirm(question) == .yes else { return .rejected }
            await pressed()
            // While the user read, the session may have ended, or another press have let something out.
            reason = await proof() ?? elsewhere
        }
        guard let reason else { return .approved(review: review) }
        let question = dialog.page(
            text(for: reason, page, in: dialog.words), prompt: dialog.words(.promptPassphrase), ok: .promptApprove,
            cancel: .promptReject)
        let isProven: Bool? = try await dialog.passphrase(question) { passphrase throws(RPCError) in
            try await prove(passphrase)
            return true
        }
        return isProven == true ? .approved(review: review) : .rejected
    }

    /// The same on one screen, with the passphrase's field where a press is not enough. What comes late takes the place of what is shown.
    private func decide(
        in window: any ScreenConversation, _ dialog: PromptDialog, pressed: () async -> Void,
        proof: @escaping @Sendable () async -> ProofReason?,
        prove: (consuming SecretBytes) async throws(RPCError) -> Void,
        following: @escaping @Sendable (_ review: String) async -> ApprovalPrompt?
    ) async throws(RPCError) -> Decision {
        let words = dialog.words
        let elsewhere: ProofReason? = dialog.isCertain ? nil : .place
        let shown = ShownPrompt(self, await proof() ?? elsewhere)
        var problem: String?
        var tries = PassphraseTries()
        var isUnguarded = false
        while true {
            let answer: WindowConversation.Answer
            do throws(PinentryError) {
                let (prompt, reason) = shown.latest
                answer = try await window.ask(
                    showing: nil, measuring: nil,
                    replacing: {
                        guard let next = await following(shown.latest.prompt.review) else { return nil }
                        let reason = await proof() ?? elsewhere
                        return { number in
                            shown.note(next, reason, as: number)
                            return next.screen(number, for: reason, problem: nil, isUnguarded: false, dialog)
                        }
                    }
                ) { [problem, isUnguarded] number in
                    shown.note(prompt, reason, as: number)
                    return prompt.screen(number, for: reason, problem: problem, isUnguarded: isUnguarded, dialog)
                }
            } catch {
                throw RPCError(error, command: dialog.command)
            }
            let (prompt, reason) = shown.of(answer.screen)
            if answer.button == Self.more, !prompt.isWaiting, let offer = prompt.offer {
                guard let decision = try await prompt.decide(offer, in: window, dialog, prove: prove) else { continue }
                return decision
            }
            guard answer.button == Self.approve, !prompt.isWaiting else { return .rejected }
            isUnguarded = prompt.offersUnguarded && answer.values[Self.guards] == [Self.guards]
            // Without guards nothing bounds the site any more. That takes the passphrase, typed below the sentence that says so.
            if isUnguarded, reason != .unguarded {
                shown.note(.unguarded)
                continue
            }
            if reason == nil {
                await pressed()
                // While the user read, the session may have ended, or another press have let something out.
                guard let later = await proof() ?? elsewhere else { return .approved(review: prompt.review) }
                shown.note(later)
                continue
            }
            guard let secret = answer.secret() else { return .rejected }
            do throws(RPCError) {
                try await prove(secret)
                dialog.proven()
                return isUnguarded ? .unguarded : .approved(review: prompt.review)
            } catch {
                problem = try tries.note(error, in: words)
            }
        }
    }

    /// Shows the amounts that can be let out from now on, and takes the passphrase for the approval and for them together.
    ///
    /// - Returns: nil if the user went back.
    private func decide(
        _ offer: BudgetOffer, in window: any ScreenConversation, _ dialog: PromptDialog,
        prove: (consuming SecretBytes) async throws(RPCError) -> Void
    ) async throws(RPCError) -> Decision? {
        let words = dialog.words
        var values: ScreenDialog.Values = [:]
        var problem: String?
        var tries = PassphraseTries()
        while true {
            var whole: [ScreenPart] = []
            if let recognition = dialog.recognition {
                whole.append(.text(words(.promptRecognition, ["word": recognition]), .muted))
            }
            whole += brief + offer.parts(values, site: site, in: words)
            if !offer.spend.isEmpty { whole.append(.text(words(.offerMeans), .muted)) }
            let field = Screen.Field(label: words(.promptPassphrase), problem: problem, capsLock: words(.capsLockOn))
            let answer: WindowConversation.Answer
            do throws(PinentryError) {
                answer = try await window.ask(showing: nil, measuring: nil) { [whole] number in
                    Screen(
                        number: number, title: PromptDialog.title, parts: whole, field: field,
                        buttons: [
                            Screen.Button(id: "reject", label: words(.promptReject)),
                            Screen.Button(id: ScreenDialog.ID.back, label: words(.promptBack)),
                            Screen.Button(
                                id: Self.approve, label: words(.promptApprove), style: .primary, takesField: true),
                        ], tooSoon: words(.promptTooSoon))
                }
            } catch {
                throw RPCError(error, command: dialog.command)
            }
            guard answer.button != ScreenDialog.ID.back else { return nil }
            guard answer.button == Self.approve, let secret = answer.secret() else { return .rejected }
            values = answer.values
            do throws(RPCError) {
                try await prove(secret)
                dialog.proven()
                let widening = offer.chosen(values)
                return .approved(review: review, widening: widening.isEmpty ? nil : widening)
            } catch {
                problem = try tries.note(error, in: words)
            }
        }
    }

    private static let approve = "approve"
    private static let more = "more"
    private static let guards = "guards"

    private func field(for reason: ProofReason?, _ problem: String?, in words: Phrasebook) -> Screen.Field? {
        reason == nil
            ? nil : Screen.Field(label: words(.promptPassphrase), problem: problem, capsLock: words(.capsLockOn))
    }

    private func screen(
        _ number: Int, for reason: ProofReason?, problem: String?, isUnguarded: Bool, _ dialog: PromptDialog
    ) -> Screen {
        let words = dialog.words
        // Nothing is asked for before it can count.
        let reason = isWaiting ? nil : reason
        let field = field(for: reason, problem, in: words)
        var whole: [ScreenPart] = []
        if let recognition = dialog.recognition {
            whole.append(.text(words(.promptRecognition, ["word": recognition]), .muted))
        }
        whole += parts
        if offersUnguarded, !isWaiting {
            let option = ScreenOption(id: Self.guards, label: words(.promptUnguard))
            whole.append(
                .selection(
                    id: Self.guards, label: words(.promptUnguardMeans), options: [option],
                    chosen: isUnguarded ? [option.id] : []))
        }
        if let note = reason?.text { whole.append(.text(words(note), .note)) }
        return Screen(
            number: number, title: PromptDialog.title, parts: whole, field: field,
            buttons: [Screen.Button(id: "reject", label: words(.promptReject))] + more(in: words) + [
                Screen.Button(
                    id: Self.approve, label: words(.promptApprove), style: .primary, takesField: field != nil,
                    isEnabled: !isWaiting)
            ], tooSoon: words(.promptTooSoon))
    }

    /// The button that leads to the offer; it gives nothing away, and counts at once.
    private func more(in words: Phrasebook) -> [Screen.Button] {
        guard offer != nil, !isWaiting else { return [] }
        return [Screen.Button(id: Self.more, label: words(.offerButton))]
    }

    /// A page about a request that is no longer decided there: the asker, the request, and its outcome.
    func note(_ keys: [TextKey], in words: Phrasebook) -> String {
        let note = keys.map { words($0) }.joined(separator: "\n")
        return summary?.adding(note) ?? "\(words(.promptHeading))\n\n\(note)"
    }

    /// The page, with the reason a press isn't enough.
    private func text(for reason: ProofReason, _ page: PromptPage, in words: Phrasebook) -> String {
        guard let key = reason.text else { return page.text }
        return page.adding(words(key)) ?? summary?.adding(words(key)) ?? page.text
    }
}

/// What a window showed on each of its screens about one request.
private final class ShownPrompt: Sendable {
    typealias Shown = (prompt: ApprovalPrompt, reason: ProofReason?)

    private struct State {
        var latest: Shown
        var screens: [Int: Shown] = [:]
    }

    private let state: Mutex<State>

    init(_ prompt: ApprovalPrompt, _ reason: ProofReason?) { state = Mutex(State(latest: (prompt, reason))) }

    var latest: Shown { state.withLock(\.latest) }

    func of(_ screen: Int) -> Shown { state.withLock { $0.screens[screen] ?? $0.latest } }

    func note(_ prompt: ApprovalPrompt, _ reason: ProofReason?, as screen: Int) {
        state.withLock { state in
            state.latest = (prompt, reason)
            state.screens[screen] = state.latest
        }
    }

    /// Notes that a press isn't enough any more.
    func note(_ reason: ProofReason) { state.withLock { $0.latest.reason = reason } }
}

extension ProofReason {
    /// The prompt's text about it; nil if the page itself says enough.
    fileprivate var text: TextKey? {
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
        case .setting, .forbidden, .otherExtension, .unverifiedExtension, .incomplete, .danger, .binary, .message,
            .unbounded, .limitExpired,
            .limitCeiling, .limitSpending, .limitSignatures, .limitPrograms, .promised, .locked:
            nil
        }
    }
}
