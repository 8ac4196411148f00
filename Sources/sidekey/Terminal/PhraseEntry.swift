import Salt
import WalletKeys
import Wording

/// The entry of a seed phrase on the alternate screen: word by word, completed and checked while it is typed, or pasted whole.
///
/// Letters go from the terminal into one page of secret memory and from there to the screen; nothing else has them.
struct PhraseEntry: ~Copyable {
    /// What is said above the line that is typed into.
    enum Notice {
        case none
        /// The word at this place isn't in the list.
        case unknown(place: Int)
        /// So many words, which aren't as many as a phrase has.
        case wordCount(Int)
        /// There is no place for another word.
        case full
        /// The checksum doesn't fit, and these are likely reasons; `shown` is the one whose words are on the screen.
        case checksum([PhraseCorrection], shown: Int?)
    }

    var draft: PhraseDraft
    var notice = Notice.none
    /// The number of words that the user has said there are.
    let wordCount: Int?

    private static let inputLimit = 1024

    /// Asks for the words of a phrase.
    ///
    /// - Parameter wordCount: how many there are; nil where any number that a phrase can have is right.
    /// - Throws: on Ctrl-C.
    static func run(_ wordCount: Int?, on terminal: borrowing Terminal) throws(CommandError) -> SeedPhrase {
        var phrase: SeedPhrase?
        // Letters and input share a page, which is wiped on every way out.
        _ = try SecretBytes(count: PhraseDraft.byteCount + inputLimit) { memory throws(CommandError) in
            let letters = UnsafeMutableRawBufferPointer(rebasing: memory[..<PhraseDraft.byteCount])
            let input = UnsafeMutableRawBufferPointer(rebasing: memory[PhraseDraft.byteCount...])
            var entry = PhraseEntry(
                draft: PhraseDraft(limit: wordCount ?? SeedPhrase.standardWordCount, in: letters), wordCount: wordCount)
            phrase = try terminal.onAlternateScreen { terminal throws(CommandError) in
                try entry.run(input, on: terminal)
            }
        }
        guard let phrase = phrase.take() else { throw CommandError(say(.wordsMissing)) }
        return phrase
    }

    private mutating func run(
        _ input: UnsafeMutableRawBufferPointer, on terminal: borrowing Terminal
    ) throws(CommandError) -> SeedPhrase {
        var phrase: SeedPhrase?
        try terminal.withKeys { () throws(CommandError) in
            var keys = TypedKeys()
            while phrase == nil {
                draw(on: terminal)
                let count = try terminal.keys(into: input)
                for byte in input[..<count] {
                    if let key = keys.key(endingWith: byte), phrase == nil { phrase = press(key) }
                }
            }
        }
        guard let phrase = phrase.take() else { throw CommandError(say(.wordsMissing)) }
        return phrase
    }

    /// Does what a key is for; the phrase, where that was the last one.
    private mutating func press(_ key: TypedKey) -> SeedPhrase? {
        if case .checksum(let corrections, let shown) = notice, !corrections.isEmpty {
            switch key {
            case .question:
                notice = .checksum(corrections, shown: shown.map { ($0 + 1) % corrections.count } ?? 0)
                return nil
            case .enter:
                guard let shown else { return nil }
                draft.apply(corrections[shown], to: draft.text())
                notice = .none
                return nil
            default: break
            }
        }
        notice = .none
        switch key {
        case .letter(let letter): if !draft.type(letter) { notice = .full }
        case .backspace: draft.erase()
        case .left: draft.move(by: -1)
        case .right: draft.move(by: 1)
        case .tab: if draft.complete() { draft.advance() }
        case .space: leaveWord()
        case .enter:
            if draft[draft.cursor].isEmpty { return finish() }
            leaveWord()
        case .question: break
        }
        return nil
    }

    /// Goes on to the next word. One that isn't in the list stays as it is, so that the rest of a paste finds its places.
    private mutating func leaveWord() {
        let place = draft.cursor
        guard !draft[place].isEmpty else { return }
        if !draft.complete() { notice = .unknown(place: place) }
        draft.advance()
    }

    private mutating func finish() -> SeedPhrase? {
        let count = draft.count
        guard count == wordCount ?? count, SeedPhrase.wordCounts.contains(count) else {
            notice = .wordCount(count)
            return nil
        }
        if let fault = draft.firstFault {
            notice = .unknown(place: fault)
            draft.move(to: fault)
            return nil
        }
        let text = draft.text()
        do throws(SeedPhraseError) { return try SeedPhrase(parsing: text) } catch {
            notice = .checksum(PhraseCorrection.search(text), shown: nil)
            return nil
        }
    }
}
