import Testing
import Wording

/// A language that `sidekey` is started in, and how to see that it says nothing of English.
struct SpokenLanguage: CustomTestStringConvertible {
    let language: Language

    static let all = Language.allCases.map(SpokenLanguage.init)
    static let others = all.filter { $0.language != .english }

    var testDescription: String { language.rawValue }

    var words: Phrasebook { Phrasebook(language) }

    /// What the locale's name in the environment is.
    var variables: [String: String] {
        let locales: [Language: String] = [
            .english: "en_US.UTF-8", .brazilianPortuguese: "pt_BR.UTF-8", .greek: "el_GR.UTF-8",
            .turkish: "tr_TR.UTF-8",
        ]
        return ["LC_ALL": locales[language] ?? ""]
    }

    /// The texts with one blank wherever an output may have broken or padded its lines.
    static func flat(_ text: String) -> String { text.split { $0.isWhitespace }.joined(separator: " ") }

    /// Records what an output says in English: a part of a text of two words or more, or a name before a value.
    func expectNoEnglish(in output: String, _ command: [String]) {
        let flat = Self.flat(output)
        let pairs = Self.pairs(flat)
        for english in Self.english {
            let own = words(english.key)
            for part in english.parts where part.pair.isSubset(of: pairs) && !own.contains(part.text) {
                #expect(!flat.contains(part.text), "\(command): \(english.key) in \(language.rawValue)")
            }
            guard let name = english.name, name != own else { continue }
            for line in output.split(separator: "\n") {
                let line = line.drop { $0 == " " }
                #expect(!line.hasPrefix(name + ": ") && !line.hasPrefix("sidekey: \(name): "), "\(command): \(line)")
            }
        }
    }

    private struct EnglishText: Sendable {
        let key: TextKey
        /// What stands between its placeholders, where it is more than one word, each with its first two words.
        let parts: [(text: String, pair: Set<String>)]
        /// The text, where it is one that stands before a value.
        let name: String?
    }

    /// What a refusal says in English is the agent's to say.
    private static let english = TextKey.allCases.filter { !$0.name.hasPrefix("refusal_") }.map { key in
        let text = Phrasebook.english(key)
        let isName = key.name.hasPrefix("name") || key.name.hasPrefix("label")
        return EnglishText(
            key: key,
            parts: parts(of: text).map { ($0, pairs($0.split(separator: " ").prefix(2).joined(separator: " "))) },
            name: isName ? text : nil)
    }

    /// Each word with the one behind it: what a text can't stand in without.
    private static func pairs(_ flat: String) -> Set<String> {
        let words = flat.split(separator: " ")
        return Set(zip(words, words.dropFirst()).map { "\($0) \($1)" })
    }

    private static func parts(of text: String) -> [String] {
        var parts = [""]
        for piece in TextPiece.pieces(of: text) {
            if case .text(let text) = piece { parts[parts.count - 1] += text } else { parts.append("") }
        }
        // A word that something is put next to isn't whole.
        return parts.map(flat).filter { $0.count >= 8 && $0.contains(" ") && !$0.contains("sidekey ") }
    }
}
