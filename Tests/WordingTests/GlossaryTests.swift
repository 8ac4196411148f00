import Foundation
import Testing
import Wording

/// The prompts say the words that the extension's screens say (docs/glossary.md).
@Suite struct GlossaryTests {
    private static let columns: [Language] = [.english, .brazilianPortuguese, .greek, .turkish]

    /// The rows of a table of the glossary, by the cells of its heading.
    private static func table(_ heading: String) throws -> [[String]] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "docs/glossary.md")
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0 == heading }) + 2
        return lines[start...].prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    /// Where a form of a word stands: `stem-` for every word that begins so.
    private static func places(of form: String, in text: String) -> [Range<String.Index>] {
        let needle = form.hasSuffix("-") ? String(form.dropLast()) : form
        return text.ranges(of: needle.lowercased()).filter { range in
            let isStart = range.lowerBound == text.startIndex || !text[text.index(before: range.lowerBound)].isLetter
            let isEnd = form.hasSuffix("-") || range.upperBound == text.endIndex || !text[range.upperBound].isLetter
            return isStart && isEnd
        }
    }

    private static func forms(_ cell: String) -> [String] { cell.split(separator: ", ").map(String.init) }

    /// A text as it is said, without the names of its placeholders.
    private static func text(_ key: CountedKey, _ language: Language) -> String {
        lowered(Phrasebook(language)(key, "2") { _ in "" })
    }

    private static let texts: [(key: String, said: [Language: String])] =
        TextKey.allCases.map { key in (key.name, inEach { spoken(Phrasebook($0)(key)) }) }
        + CountedKey.allCases.map { key in (key.rawValue, inEach { text(key, $0) }) }

    private static func inEach(_ said: (Language) -> String) -> [Language: String] {
        Dictionary(uniqueKeysWithValues: columns.map { ($0, said($0)) })
    }

    /// What is said in words: neither placeholders nor what is typed, which is spelled alike in all languages.
    private static func spoken(_ text: String) -> String {
        lowered(
            text.replacing(/\{[A-Za-z]+\}|`[^`]*`|--[a-z-]+|\(popup\)|\(risky\b|\(native\)|BIP-39/, with: "")
                .replacing(/sidekey [a-z]+( (list|show|set|stop|verify))?/, with: ""))
    }

    /// In small letters; the Turkish `İ` is an `i` then, and not one with a second dot.
    private static func lowered(_ text: String) -> String { text.replacing("İ", with: "i").lowercased() }

    @Test func `where English has a term, the others have theirs`() throws {
        let rows = try Self.table("| en | pt_BR | el | tr |")
        // Longer ones first, or `sign in` would be taken for `sign`.
        let terms = rows.sorted { $0[0].count > $1[0].count }
        #expect(terms.count > 30)
        var found = 0
        for (key, said) in Self.texts {
            var english = try #require(said[.english])
            for term in terms {
                let places = Self.forms(term[0]).flatMap { Self.places(of: $0, in: english) }
                guard !places.isEmpty else { continue }
                found += 1
                for form in Self.forms(term[0]) {
                    while let place = Self.places(of: form, in: english).first {
                        english.replaceSubrange(place, with: "_")
                    }
                }
                for (index, language) in Self.columns.enumerated().dropFirst() {
                    let own = try #require(said[language])
                    let isSaid = Self.forms(term[index]).contains { !Self.places(of: $0, in: own).isEmpty }
                    #expect(isSaid, "\(key): \(term[0]) in \(language.rawValue)")
                }
            }
        }
        #expect(found > 100)
    }

    @Test func `what says something else stands in no text`() throws {
        let rows = try Self.table("| language | not | but |")
        #expect(rows.count > 10)
        for row in rows {
            let language = try #require(Language(row[0]))
            for (key, said) in Self.texts {
                let own = try #require(said[language])
                for form in Self.forms(row[1]) {
                    #expect(Self.places(of: form, in: own).isEmpty, "\(key): \(form)")
                }
            }
        }
    }
}
