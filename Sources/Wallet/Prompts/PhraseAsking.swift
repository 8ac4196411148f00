import JSONRPC
import Pinentry
import Salt
import WalletKeys
import Wording

/// Asks for a phrase word by word: each is checked against the list, completed where it is clear, and can be gone back to.
///
/// No pinentry tells a third button beside a field from its cancel button. So cancel at a word leads to a page that has all three: go on, one word back,
/// stop. `back`, typed in a word's place, does the second.
struct PhraseAsking: Sendable {
    /// What is typed to go back, in every language: on the keyboard that the words are typed on. No word of the list is spelled like it, nor begins so.
    static let back = "back"

    let dialog: PromptDialog

    /// The phrase; nil where the user gave up.
    func ask() async throws(RPCError) -> SeedPhrase? {
        guard let count = try await askCount() else { return nil }
        var words = [HeldSecret?](repeating: nil, count: count)
        var note = Note()
        while true {
            guard let place = words.firstIndex(where: { $0 == nil }) else {
                let text = Self.text(of: words)
                do throws(SeedPhraseError) {
                    return try SeedPhrase(parsing: text)
                } catch {
                    guard try await explain(text, clearing: &words) else { return nil }
                }
                continue
            }
            var answer = try await askWord(place + 1, of: count, note)
            if case .cancelled = answer {
                let typed = words.count { $0 != nil }
                answer = typed > 0 ? try await askWhetherToStop(typed, of: count, at: place) : .stopped
            }
            note = Note()
            switch answer {
            case .word(let word): words[place] = word
            case .back: words[max(0, place - 1)] = nil
            case .refused(let reason): note = reason
            case .cancelled: break
            case .stopped: return nil
            }
        }
    }

    private func askCount() async throws(RPCError) -> Int? {
        var error: String?
        while true {
            let question = dialog.question(
                dialog.words(.phraseCount), prompt: dialog.words(.phraseNumber), error: error)
            switch try await dialog.secret(question) {
            case .given(let answer):
                let found = SeedPhrase.wordCounts.first { answer.isEqual(to: Array(String($0).utf8)) }
                if let found { return found }
                error = dialog.words(.phraseNotANumber)
            case .cancelled: return nil
            case .timedOut: return nil
            }
        }
    }

    /// What was wrong with a word: in our words, and, in words of the phrase, what may have been meant.
    struct Note {
        var text: String?
        var hint: HeldSecret?
    }

    enum Answer {
        case word(HeldSecret)
        case back
        case refused(Note)
        case cancelled
        case stopped
    }

    private func askWord(_ position: Int, of count: Int, _ note: Note) async throws(RPCError) -> Answer {
        let words = dialog.words
        let back = position > 1 ? words(.phraseWordBack, ["word": Self.back]) : ""
        let text = words(.phraseWord, ["position": "\(position)", "count": "\(count)"]) + back
        var question = dialog.question(
            text, prompt: words(.phraseWordField, ["position": "\(position)"]), error: note.text)
        if let hint = note.hint {
            question.description = nil
            try await dialog.describe(
                PromptText.make { page in
                    page.write("\(dialog.top)\n\n\(text)\n\n")
                    page.write(hint.bytes)
                })
        }
        switch try await dialog.secret(question) {
        case .given(let typed):
            if typed.isEqual(to: Array(Self.back.utf8)) { return .back }
            return Self.word(typed, at: position, in: words)
        case .cancelled: return .cancelled
        case .timedOut: return .stopped
        }
    }

    private func askWhetherToStop(_ typed: Int, of count: Int, at place: Int) async throws(RPCError) -> Answer {
        let question = dialog.question(
            dialog.words(.phraseStop, ["typed": "\(typed)", "count": "\(count)"]), ok: .promptGoOn,
            cancel: .phraseStopButton, notOK: place > 0 ? .phraseOneBack : nil)
        switch try await dialog.confirm(question) {
        case .yes: return .cancelled
        case .no where place > 0: return .back
        case .no, .cancelled, .timedOut: return .stopped
        }
    }

    /// Says what the slip may be, and has the words there typed again; false where the user gives up.
    private func explain(_ text: borrowing SecretBytes, clearing words: inout [HeldSecret?]) async throws(RPCError)
        -> Bool
    {
        let corrections = PhraseCorrection.search(text)
        let places = Set(
            corrections.flatMap { $0.change == .exchange ? [$0.position, $0.position + 1] : [$0.position] })
        try await dialog.describe(Self.explanation(of: corrections, for: text, words, in: dialog))
        let question = dialog.question(nil, ok: .phraseCorrect)
        guard try await dialog.confirm(question) == .yes else { return false }
        for place in places.isEmpty ? Set(1...words.count) : places { words[place - 1] = nil }
        return true
    }

    private static func text(of words: [HeldSecret?]) -> SecretBytes {
        SecretBytes(capacity: SeedPhrase.maximumCount + 1) { buffer in
            var count = 0
            for word in words {
                guard let word else { continue }
                if count > 0 {
                    buffer[count] = 0x20
                    count += 1
                }
                word.bytes.withBytes { bytes in
                    UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyMemory(from: bytes)
                }
                count += word.bytes.count
            }
            return count
        }
    }
}
