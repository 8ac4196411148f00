import JSONRPC
import Localization
import Pinentry
import RequestWording
import Salt
import WalletCore
import WalletKeys

/// One request as a person outside the browser sees it, page by page, and their decision.
///
/// ```
/// page 1 (Next, Reject), page 2 (Next, Reject, Back) ... last page:
///     Approve or Reject;                      while the session is open
///     the word that the page shows;           where more may happen than is shown, since Enter says yes in some pinentries
///     the passphrase, for this one signature  while the session is locked
/// ```
struct ApprovalPrompt: Sendable {
    enum Decision: Sendable {
        case approved
        case rejected
    }

    let pages: [PromptPage]
    /// The word to be typed, where a mere yes is not enough.
    let word: String?

    /// - Parameters:
    ///   - summary: The request's, in the protocol's spelling.
    ///   - life: How long what is to be sent can still be executed.
    ///   - recognition: The user's own word, which the browser never learns.
    ///   - words: In whose language. The word of a danger is of BIP-39's English list in each: lower-case letters that every keyboard of
    ///     somebody who types a passphrase has.
    /// - Throws: -32000 (`prompt-too-long`), naming the command that shows all of it.
    init(
        _ id: String, summary: JSON, review: RequestReview, life: JSON? = nil, recognition: String?,
        in words: Phrasebook
    ) throws(RPCError) {
        let wording = RequestWording(
            summary: summary, kind: review.kind.rawValue, items: review.items, totals: review.totals,
            life: life, isComplete: review.isComplete, in: words)
        let word = review.isDangerous ? Self.randomWord() : nil
        var lines = PromptPage.recognition(recognition, in: words) + [wording.heading] + wording.lines
        if let word { lines += ["", words(.promptDanger, ["word": word])] }
        do throws(PromptPageError) {
            pages = try PromptPage.pages(lines, in: words)
        } catch {
            let command = Self.command(id)
            throw RPCError(
                .invalidInput, .promptTooLong, "\(error); in a terminal: \(command)",
                data: ["command": .string(JSONString(command))])
        }
        self.word = word
    }

    /// The command that decides the same request.
    static func command(_ id: String) -> String { "sidekey approve \(id)" }

    /// Shows the pages and takes the decision.
    ///
    /// - Parameters:
    ///   - isUnlocked: Whether the session is open, asked before the last page.
    ///   - prove: Opens the keys for this one approval with the passphrase.
    func decide(
        _ dialog: PromptDialog, isUnlocked: () async -> Bool,
        prove: (consuming SecretBytes) async throws(RPCError) -> Void
    ) async throws(RPCError) -> Decision {
        guard try await read(dialog) else { return .rejected }
        let isUnlocked = await isUnlocked()
        if let word {
            guard try await typed(word, dialog) else { return .rejected }
        } else if isUnlocked {
            return try await answer(dialog)
        }
        guard !isUnlocked else { return .approved }
        let question = dialog.page(
            word == nil ? last : dialog.words(.promptHeading), prompt: dialog.words(.promptPassphrase),
            ok: .promptApprove, cancel: .promptReject)
        let proof: Bool? = try await dialog.passphrase(question) { passphrase throws(RPCError) in
            try await prove(passphrase)
            return true
        }
        return proof == true ? .approved : .rejected
    }

    private var last: String { pages.last?.text ?? "" }

    /// Shows all pages but the last; false where the user has seen enough.
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

    /// Asks for the word, three times at most.
    private func typed(_ word: String, _ dialog: PromptDialog) async throws(RPCError) -> Bool {
        var question = dialog.page(
            last, prompt: dialog.words(.promptWord), ok: .promptApprove, cancel: .promptReject)
        for _ in 0..<3 {
            switch try await dialog.secret(question) {
            case .cancelled: return false
            case .timedOut: return false
            case .given(let answer): if answer.isEqual(to: Array(word.utf8)) { return true }
            }
            question.error = dialog.words(.promptOtherWord)
        }
        return false
    }

    private static func randomWord() -> String {
        String(decoding: WordList.english[Int.random(in: 0..<2048)], as: UTF8.self)
    }
}

extension RequestReview {
    /// Whether a mere yes is not enough: something in it is unknown, or a rule warns of danger.
    var isDangerous: Bool {
        kind == .transactions && !isComplete || risk.needsSecondAct
    }
}
