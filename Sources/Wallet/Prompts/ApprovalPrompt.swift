import ApprovalQueue
import JSONRPC
import Pinentry
import Salt
import Screens
import WalletState
import Wording

/// One request as a person outside the browser sees it, page by page, and their decision.
///
/// ```
/// page 1 (Next, Reject), page 2 (Next, Reject, Back) ... last page:
///     Approve or Reject;  where a press is enough
///     the passphrase;     while the session is locked, and where a press is not enough (``ProofReason``)
/// ```
struct ApprovalPrompt: Sendable {
    enum Decision: Sendable {
        case approved
        case rejected
    }

    /// The pages of a prompt that shows no screens; empty if they can't hold it.
    let pages: [PromptPage]
    /// Why a prompt that shows no screens can't show it; nil if it can.
    private let fault: RPCError?
    /// The same for a window that shows all of it.
    private let parts: [ScreenPart]
    /// The asker, the account and the movements, without the rest: for a last page that takes the passphrase and has no room for the reason.
    private let summary: PromptPage?

    /// - Parameters:
    ///   - summary: The request's summary, in the protocol's spelling.
    ///   - expiry: The time for which the transactions can still be executed.
    ///   - names: The user's names for the addresses in it.
    ///   - recognition: The user's own word, which the browser never learns.
    ///   - words: The texts in the user's language.
    init(
        _ id: String, summary request: JSON, review: RequestReview, expiry: JSON? = nil, names: JSON? = nil,
        recognition: String?, in words: Phrasebook
    ) {
        let shown = ReviewSummary(
            summary: request, kind: review.kind.rawValue, items: review.items, totals: review.totals, names: names,
            isComplete: review.isComplete, in: words)
        let expiry = expiry.map { ReviewSummary.expiry($0, in: words) }
        parts = shown.parts(expiry: expiry, in: words)
        let lines = shown.lines(expiry: expiry)
        var fault: RPCError?
        func drawn(_ lines: [String]) -> [PromptPage] {
            do throws(PromptPageError) {
                return try PromptPage.pages(lines, head: shown.head, recognition: recognition, in: words)
            } catch {
                let command = Self.command(id)
                fault = RPCError(
                    .invalidInput, .promptTooLong, "\(error); in a terminal: \(command)",
                    data: ["command": .string(JSONString(command))])
                return []
            }
        }
        summary = drawn([]).first
        pages = drawn(lines)
        self.fault = fault
    }

    /// The command that decides the same request.
    static func command(_ id: String) -> String { "sidekey approve \(id)" }

    /// Shows the pages and takes the decision.
    ///
    /// - Parameters:
    ///   - pressed: Called when the user pressed Approve.
    ///   - proof: The reason a press isn't enough; asked before the last page, and again once it was pressed.
    ///   - prove: Opens the keys with the passphrase.
    /// - Throws: -32000 (`prompt-too-long`), naming the command that shows all of it.
    func decide(
        _ dialog: PromptDialog, pressed: () async -> Void, proof: () async -> ProofReason?,
        prove: (consuming SecretBytes) async throws(RPCError) -> Void
    ) async throws(RPCError) -> Decision {
        if let window = dialog.conversation as? any ScreenConversation {
            return try await decide(in: window, dialog, pressed: pressed, proof: proof, prove: prove)
        }
        if let fault { throw fault }
        guard try await read(dialog) else { return .rejected }
        let elsewhere: ProofReason? = dialog.isCertain ? nil : .place
        var reason = await proof() ?? elsewhere
        if reason == nil {
            guard try await answer(dialog) == .approved else { return .rejected }
            await pressed()
            // While the user read, the session may have ended, or another press have let something out.
            reason = await proof() ?? elsewhere
        }
        guard let reason else { return .approved }
        let question = dialog.page(
            text(for: reason, in: dialog.words), prompt: dialog.words(.promptPassphrase), ok: .promptApprove,
            cancel: .promptReject)
        let isProven: Bool? = try await dialog.passphrase(question) { passphrase throws(RPCError) in
            try await prove(passphrase)
            return true
        }
        return isProven == true ? .approved : .rejected
    }

    /// The same on one screen, with the passphrase's field where a press is not enough.
    private func decide(
        in window: any ScreenConversation, _ dialog: PromptDialog, pressed: () async -> Void,
        proof: () async -> ProofReason?, prove: (consuming SecretBytes) async throws(RPCError) -> Void
    ) async throws(RPCError) -> Decision {
        let words = dialog.words
        let elsewhere: ProofReason? = dialog.isCertain ? nil : .place
        var reason = await proof() ?? elsewhere
        var problem: String?
        var attempts = 0
        while true {
            let answer: WindowConversation.Answer
            do throws(PinentryError) {
                let (field, note) = (field(for: reason, problem, in: words), reason?.text.map { words($0) })
                answer = try await window.ask(showing: nil, measuring: nil) { [parts] number in
                    screen(number, parts, note: note, field: field, dialog)
                }
            } catch {
                throw RPCError(error, command: dialog.command)
            }
            guard answer.button == Self.approve else { return .rejected }
            if reason == nil {
                await pressed()
                // While the user read, the session may have ended, or another press have let something out.
                reason = await proof() ?? elsewhere
                if reason == nil { return .approved }
                continue
            }
            guard let secret = answer.secret() else { return .rejected }
            do throws(RPCError) {
                try await prove(secret)
                dialog.proven()
                return .approved
            } catch {
                attempts += 1
                guard error.reason == .wrongPassphrase || error.reason == .passphraseInvalid, attempts < 3 else {
                    throw error
                }
                problem = words(.promptWrongPassphrase, 3 - attempts)
            }
        }
    }

    private static let approve = "approve"

    private func field(for reason: ProofReason?, _ problem: String?, in words: Phrasebook) -> Screen.Field? {
        reason == nil
            ? nil : Screen.Field(label: words(.promptPassphrase), problem: problem, capsLock: words(.capsLockOn))
    }

    private func screen(
        _ number: Int, _ parts: [ScreenPart], note: String?, field: Screen.Field?, _ dialog: PromptDialog
    ) -> Screen {
        let words = dialog.words
        var whole: [ScreenPart] = []
        if let recognition = dialog.recognition {
            whole.append(.text(words(.promptRecognition, ["word": recognition]), .muted))
        }
        whole += parts
        if let note { whole.append(.text(note, .note)) }
        return Screen(
            number: number, title: PromptDialog.title, parts: whole, field: field,
            buttons: [
                Screen.Button(id: "reject", label: words(.promptReject)),
                Screen.Button(
                    id: Self.approve, label: words(.promptApprove), style: .primary, takesField: field != nil),
            ], tooSoon: words(.promptTooSoon))
    }

    private var last: String { pages.last?.text ?? "" }

    /// A page about a request that is no longer decided there: the asker, the request, and its outcome.
    func note(_ keys: [TextKey], in words: Phrasebook) -> String {
        let note = keys.map { words($0) }.joined(separator: "\n")
        return summary?.adding(note) ?? "\(words(.promptHeading))\n\n\(note)"
    }

    /// The last page, with the reason a press isn't enough.
    private func text(for reason: ProofReason, in words: Phrasebook) -> String {
        guard let key = reason.text else { return last }
        return pages.last?.adding(words(key)) ?? summary?.adding(words(key)) ?? summary?.text ?? last
    }

    /// Shows all pages but the last; false if the user has seen enough.
    private func read(_ dialog: PromptDialog) async throws(RPCError) -> Bool {
        var index = 0
        while index < pages.count - 1 {
            let question = dialog.page(
                pages[index].text, ok: .promptNext, cancel: .promptReject, notOK: index > 0 ? .promptBack : nil)
            switch try await dialog.confirm(question) {
            case .yes: index += 1
            case .no where index > 0: index -= 1
            case .no, .cancelled, .timedOut: return false
            }
        }
        return true
    }

    private func answer(_ dialog: PromptDialog) async throws(RPCError) -> Decision {
        let question = dialog.page(last, ok: .promptApprove, cancel: .promptReject)
        return try await dialog.confirm(question) == .yes ? .approved : .rejected
    }
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
        }
    }
}
