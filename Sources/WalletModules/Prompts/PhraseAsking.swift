import JSONRPC
import Pinentry
import Salt
import WalletKeys

/// Asks for a phrase word by word: each is checked against the list, completed where it is clear, and can be gone back to.
struct PhraseAsking: Sendable {
    /// What is typed to go back; no word of the list is spelled like it, nor begins so.
    static let back = "back"

    let dialog: PromptDialog

    /// The phrase; nil where the user gave up.
    func ask() async throws(RPCError) -> SeedPhrase? {
        guard let count = try await askCount() else { return nil }
        var words = [EnteredWord?](repeating: nil, count: count)
        var note: String?
        while true {
            if let place = words.firstIndex(where: { $0 == nil }) {
                switch try await askWord(place + 1, of: count, note) {
                case .word(let word):
                    words[place] = word
                    note = nil
                case .back:
                    words[max(0, place - 1)] = nil
                    note = nil
                case .refused(let reason): note = reason
                case .gaveUp: return nil
                }
                continue
            }
            let text = Self.text(of: words)
            do throws(SeedPhraseError) {
                return try SeedPhrase(parsing: text)
            } catch {
                guard try await explain(text, clearing: &words) else { return nil }
            }
        }
    }

    private func askCount() async throws(RPCError) -> Int? {
        var error: String?
        while true {
            let question = PinentryQuestion(
                title: PromptDialog.title,
                description: """
                    \(PromptDialog.heading)

                    Restore a wallet from its words. How many are there?
                    12, 15, 18, 21 or 24.
                    """, prompt: "Number:", error: error, ok: "OK")
            switch try await dialog.secret(question) {
            case .given(let answer):
                let found = SeedPhrase.wordCounts.first { answer.isEqual(to: Array(String($0).utf8)) }
                if let found { return found }
                error = "That is not one of the five numbers."
            case .cancelled: return nil
            case .timedOut: return nil
            }
        }
    }

    private enum Answer {
        case word(EnteredWord)
        case back
        case refused(String)
        case gaveUp
    }

    private func askWord(_ position: Int, of count: Int, _ note: String?) async throws(RPCError) -> Answer {
        let hint = position > 1 ? " Type \(Self.back) to go back by one." : ""
        let question = PinentryQuestion(
            title: PromptDialog.title,
            description:
                "\(PromptDialog.heading)\n\nWord \(position) of \(count). The first four letters are enough.\(hint)",
            prompt: "Word \(position):", error: note, ok: "OK")
        switch try await dialog.secret(question) {
        case .given(let typed):
            if typed.isEqual(to: Array(Self.back.utf8)) { return .back }
            guard typed.count > 0 else { return .refused("Nothing was typed.") }
            return Self.word(typed)
        case .cancelled: return .gaveUp
        case .timedOut: return .gaveUp
        }
    }

    private static func word(_ typed: borrowing SecretBytes) -> Answer {
        let found = typed.withBytes { typed in
            WordList.english.index(of: typed).map { $0..<$0 + 1 } ?? WordList.english.completions(of: typed)
        }
        switch found.count {
        case 1: return .word(EnteredWord(SecretBytes(copying: WordList.english[found.lowerBound])))
        case 0: return .refused("No word of the list begins so.")
        default: return .refused("\(found.count) words of the list begin so. Type more of it.")
        }
    }

    /// Says where the slip may be, and has the words there typed again; false where the user gives up.
    private func explain(_ text: borrowing SecretBytes, clearing words: inout [EnteredWord?]) async throws(RPCError)
        -> Bool
    {
        let corrections = PhraseCorrection.search(text)
        let places = Set(
            corrections.flatMap { $0.change == .exchange ? [$0.position, $0.position + 1] : [$0.position] })
        let what =
            switch corrections.count {
            case 0: "Type all of them again, slowly, in their order."
            case 1 where corrections[0].change == .exchange:
                "Words \(corrections[0].position) and \(corrections[0].position + 1) may have changed places. Type both again."
            case 1: "Word \(corrections[0].position) is the likely one. Look at it and type it again."
            default:
                "It may be one of these: \(places.sorted().map(String.init).joined(separator: ", ")). Type them again."
            }
        let question = PinentryQuestion(
            title: PromptDialog.title,
            description:
                "\(PromptDialog.heading)\n\nEvery word is in the list, but they don't belong together: a word is wrong,\nor stands in the wrong place.\n\n\(what)",
            ok: "Correct it")
        guard try await dialog.confirm(question) == .yes else { return false }
        for place in places.isEmpty ? Set(1...words.count) : places { words[place - 1] = nil }
        return true
    }

    private static func text(of words: [EnteredWord?]) -> SecretBytes {
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

/// A word that was typed, whole, in a form that arrays can hold.
final class EnteredWord: Sendable {
    let bytes: SecretBytes

    init(_ bytes: consuming SecretBytes) {
        self.bytes = bytes
    }
}
