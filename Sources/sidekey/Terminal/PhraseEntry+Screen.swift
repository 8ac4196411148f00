import WalletKeys

/// The screen of the entry: what to do, the words so far, a notice, and last the line that is typed into.
extension PhraseEntry {
    /// How many words stand in a row.
    private static let columns = 4
    /// How many words are named at most that begin as what is typed does.
    private static let completionLimit = 6

    func draw(on terminal: borrowing Terminal) {
        // Every line overwrites what stood there, so that a slow terminal doesn't flicker.
        terminal.write("\u{1B}[H")
        terminal.endLine(
            wordCount.map { "Type the \($0) words of your seed phrase." }
                ?? "Type your seed phrase: 12, 15, 18, 21 or 24 words.")
        terminal.endLine("Tab or space completes, Backspace and arrows go back, Enter ends, Ctrl-C leaves.")
        terminal.endLine()
        drawWords(on: terminal)
        terminal.endLine()
        drawNotice(on: terminal)
        terminal.endLine()
        terminal.write("\u{1B}[J")
        if draft.cursor < draft.limit {
            terminal.write("Word \(draft.cursor + 1): ")
            terminal.write(draft[draft.cursor])
        } else {
            terminal.write("Enter goes on: ")
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
            guard !draft[place].isEmpty else { return terminal.endLine("Word \(place + 1) is missing.") }
            terminal.write("Word \(place + 1) is not in the list.")
            drawNearest(to: place, on: terminal)
        case .wordCount(let count):
            let wanted = wordCount.map { "\($0)" } ?? "12, 15, 18, 21 or 24"
            terminal.endLine("A seed phrase of \(wanted) words isn't whole with \(count).")
        case .full: terminal.endLine("These are all \(draft.limit) words.")
        case .checksum(let corrections, let shown):
            terminal.endLine("The checksum does not fit: a word is wrong, or stands in another's place.")
            if let shown { drawCorrection(corrections[shown], on: terminal) } else { draw(corrections, on: terminal) }
        }
    }

    private func drawCompletions(on terminal: borrowing Terminal) {
        let typed = draft[draft.cursor]
        guard !typed.isEmpty else { return drawState(on: terminal) }
        let completions = WordList.english.completions(of: typed)
        if completions.isEmpty {
            terminal.write("No word of the list begins so.")
            drawNearest(to: draft.cursor, on: terminal)
        } else if completions.count <= Self.completionLimit {
            terminal.write(completions.count == 1 && !draft.isWord(draft.cursor) ? "Tab:" : "In the list:")
            for number in completions { terminal.write(number) }
            terminal.endLine()
        } else {
            terminal.endLine("\(completions.count) words of the list begin so.")
        }
    }

    /// Says where the phrase could end, between two words.
    private func drawState(on terminal: borrowing Terminal) {
        let count = draft.count
        if let fault = draft.firstFault {
            terminal.write("Word \(fault + 1) is not in the list.")
            drawNearest(to: fault, on: terminal)
        } else if count == wordCount ?? count, (try? SeedPhrase(parsing: draft.text())) != nil {
            let condition = count < draft.limit ? ", if these are all" : ""
            terminal.endLine("\(count) words whose checksum fits. Enter goes on\(condition).")
        } else {
            terminal.endLine()
        }
    }

    private func drawNearest(to place: Int, on terminal: borrowing Terminal) {
        var found = false
        WordList.english.forEachNearest(to: draft[place]) { number in
            if !found { terminal.write(" Near:") }
            found = true
            terminal.write(number)
        }
        terminal.endLine()
    }

    /// Names places only: which words are meant, the user asks for.
    private func draw(_ corrections: [PhraseCorrection], on terminal: borrowing Terminal) {
        guard !corrections.isEmpty else {
            return terminal.endLine("No single slip explains it. Compare every word with your paper.")
        }
        terminal.endLine("Likely wrong: \(corrections.positions). Press ? to see what it may be.")
    }

    private func drawCorrection(_ correction: PhraseCorrection, on terminal: borrowing Terminal) {
        guard let number = correction.number(in: draft.text()) else { return terminal.endLine() }
        let place = correction.position - 1
        switch correction.change {
        case .replacement:
            terminal.write("Word \(correction.position): did you mean")
            terminal.write(number)
            terminal.write(", not ")
            terminal.write(draft[place])
        case .exchange:
            terminal.write("Words \(correction.position) and \(correction.position + 1): did you mean")
            terminal.write(number)
            terminal.write(" ")
            terminal.write(draft[place])
        }
        terminal.endLine("? Enter changes it, ? shows another.")
    }
}

extension [PhraseCorrection] {
    /// The positions that they would change, in words.
    var positions: String {
        var places: [String] = []
        for correction in self {
            let place =
                switch correction.change {
                case .replacement: "word \(correction.position)"
                case .exchange: "words \(correction.position) and \(correction.position + 1) exchanged"
                }
            if !places.contains(place) { places.append(place) }
        }
        return places.joined(separator: ", or ")
    }
}

extension Terminal {
    /// Writes a word of the list, with a space before it.
    fileprivate func write(_ number: Int) {
        write(" ")
        write(WordList.english[number])
    }

    /// Ends a line, and wipes what an earlier screen had behind it.
    fileprivate func endLine(_ text: String = "") { write(text + "\u{1B}[K\n") }
}
