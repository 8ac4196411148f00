import Salt
import WalletKeys
import Wording

/// The entry of a recovery phrase on the alternate screen: word by word, completed and checked while it is typed, or pasted whole.
///
/// Letters go from the terminal into one page of secret memory and from there to the screen, and nowhere else.
struct PhraseEntry: ~Copyable {
    /// The notice above the line that is typed into.
    enum Notice {
        case none
        /// The word at this place isn't in the list.
        case unknown(place: Int)
        /// The number of words, which isn't one that a phrase has.
        case wordCount(Int)
        /// There is no place for another word.
        case full
        /// The checksum doesn't fit, and these are likely reasons; `shown` is the reason whose words are on the screen.
        case checksum([PhraseCorrection], shown: Int?)
    }

    var draft: PhraseDraft
    var notice = Notice.none
    /// The number of words, as the user gave it.
    let wordCount: Int?

    private static let inputLimit = 1024

    /// Asks for the words of a phrase.
    ///
    /// - Parameter wordCount: the number of words; nil if any number that a phrase can have is right.
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

    /// Handles a key; returns the phrase if that was the last one.
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

    /// Goes on to the next word. A word that isn't in the list stays as it is, so that the rest of a paste goes to the right places.
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

/// The screen of the entry: instructions, the words so far, a notice, and last the line that is typed into.
extension PhraseEntry {
    /// The number of words in a row.
    private static let columns = 4
    /// The most suggestions that are shown for the letters typed so far.
    private static let completionLimit = 6

    func draw(on terminal: borrowing Terminal) {
        // Every line overwrites what stood there, so that a slow terminal doesn't flicker.
        terminal.write("\u{1B}[H")
        terminal.endLine(
            wordCount.map { say(.typeWords, ["count": "\($0)"]) } ?? say(.typePhrase))
        terminal.endLine(say(.typeKeys))
        terminal.endLine()
        drawWords(on: terminal)
        terminal.endLine()
        drawNotice(on: terminal)
        terminal.endLine()
        terminal.write("\u{1B}[J")
        if draft.cursor < draft.limit {
            terminal.write(say(.askWordAt, ["position": "\(draft.cursor + 1)"]))
            terminal.write(draft[draft.cursor])
        } else {
            terminal.write(say(.typeEnter))
        }
    }

    private func drawWords(on terminal: borrowing Terminal) {
        let count = draft.count
        for place in 0..<count {
            terminal.write(" \(place < 9 ? " " : "")\(place + 1). ")
            let word = draft[place]
            terminal.write(word)
            // A word that is still typed isn't wrong yet.
            let mark = place == draft.cursor || draft.isWord(place) ? "" : "?"
            terminal.write(mark + String(repeating: " ", count: max(1, 12 - word.count - mark.utf8.count)))
            if (place + 1).isMultiple(of: Self.columns) || place + 1 == count { terminal.endLine() }
        }
    }

    private func drawNotice(on terminal: borrowing Terminal) {
        switch notice {
        case .none: drawCompletions(on: terminal)
        case .unknown(let place):
            guard !draft[place].isEmpty else {
                return terminal.endLine(say(.typedMissing, ["position": "\(place + 1)"]))
            }
            terminal.write(say(.typedUnknown, ["position": "\(place + 1)"]))
            drawNearest(to: place, on: terminal)
        case .wordCount(let count):
            let wanted = wordCount.map { "\($0)" } ?? say(.anyWordCount)
            terminal.endLine(say(.typedWrongCount, ["wanted": wanted, "count": "\(count)"]))
        case .full: terminal.endLine(say(.typedAll, ["count": "\(draft.limit)"]))
        case .checksum(let corrections, let shown):
            terminal.endLine(say(.typedChecksum))
            if let shown { drawCorrection(corrections[shown], on: terminal) } else { draw(corrections, on: terminal) }
        }
    }

    private func drawCompletions(on terminal: borrowing Terminal) {
        let typed = draft[draft.cursor]
        guard !typed.isEmpty else { return drawState(on: terminal) }
        let completions = WordList.english.completions(of: typed)
        if completions.isEmpty {
            terminal.write(say(.typedNoWord))
            drawNearest(to: draft.cursor, on: terminal)
        } else if completions.count <= Self.completionLimit {
            terminal.write(say(completions.count == 1 && !draft.isWord(draft.cursor) ? .typedTab : .typedInList))
            for number in completions { terminal.write(number) }
            terminal.endLine()
        } else {
            terminal.endLine(say(.countedWordsBegin, completions.count))
        }
    }

    /// Shows, between two words, that the phrase could end there.
    private func drawState(on terminal: borrowing Terminal) {
        let count = draft.count
        if let fault = draft.firstFault {
            terminal.write(say(.typedUnknown, ["position": "\(fault + 1)"]))
            drawNearest(to: fault, on: terminal)
        } else if count == wordCount ?? count, (try? SeedPhrase(parsing: draft.text())) != nil {
            let key: TextKey = count < draft.limit ? .typedFitsIfAll : .typedFits
            terminal.endLine(say(key, ["count": "\(count)"]))
        } else {
            terminal.endLine()
        }
    }

    private func drawNearest(to place: Int, on terminal: borrowing Terminal) {
        var found = false
        WordList.english.forEachNearest(to: draft[place]) { number in
            if !found { terminal.write(" " + say(.typedNear)) }
            found = true
            terminal.write(number)
        }
        terminal.endLine()
    }

    /// Names positions only. The user asks for the words that are meant.
    private func draw(_ corrections: [PhraseCorrection], on terminal: borrowing Terminal) {
        guard !corrections.isEmpty else {
            return terminal.endLine(say(.typedNoSlip))
        }
        terminal.endLine(say(.typedSlips, ["positions": corrections.positions]))
    }

    private func drawCorrection(_ correction: PhraseCorrection, on terminal: borrowing Terminal) {
        guard let number = correction.number(in: draft.text()) else { return terminal.endLine() }
        let place = correction.position - 1
        let key: TextKey = correction.change == .exchange ? .typedExchanged : .typedMeant
        // Put together here: no string ever holds a word of the phrase.
        for piece in say.pieces(key) {
            switch piece {
            case .text(let text): terminal.write(text)
            case .placeholder("meant"): terminal.write(WordList.english[number])
            case .placeholder("typed"): terminal.write(draft[place])
            case .placeholder("second"): terminal.write("\(correction.position + 1)")
            case .placeholder: terminal.write("\(correction.position)")
            }
        }
        terminal.endLine()
    }
}

extension [PhraseCorrection] {
    /// The positions of the words that the corrections would change, in words.
    var positions: String {
        var places: [String] = []
        for correction in self {
            let place =
                switch correction.change {
                case .replacement: say(.slipWord, ["position": "\(correction.position)"])
                case .exchange:
                    say(
                        .slipExchanged,
                        ["first": "\(correction.position)", "second": "\(correction.position + 1)"])
                }
            if !places.contains(place) { places.append(place) }
        }
        return places.joined(separator: say(.slipOr))
    }
}

extension Terminal {
    /// Writes a word of the list, with a space before it.
    fileprivate func write(_ number: Int) {
        write(" ")
        write(WordList.english[number])
    }

    /// Ends a line, and wipes the rest of an earlier screen after it.
    fileprivate func endLine(_ text: String = "") { write(text + "\u{1B}[K\n") }
}
