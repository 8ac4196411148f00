import TestSupport

/// A file of `Tests/CommandLine`: lines that are done one after the other, and files that are there before (`Tests/CommandLine/README.md`).
struct CommandScript {
    /// A line: its number from 1, and its words.
    struct Step {
        let number: Int
        let words: [String]
    }

    let name: String
    let steps: [Step]
    let files: [(name: String, text: String)]

    static let folder: String = {
        let file = #filePath
        let end = file.firstRange(of: "/CommandLineTests/")?.lowerBound ?? file.startIndex
        return file.prefix(upTo: end) + "/CommandLine"
    }()

    /// The names of all scripts, sorted.
    static let names = SystemFile.names(in: folder).filter { $0.hasSuffix(".txt") }.sorted()

    init(_ name: String) throws {
        guard let bytes = SystemFile.read("\(Self.folder)/\(name)") else {
            throw TestFault("there is no script \(name)")
        }
        self.name = name
        var steps: [Step] = []
        var files: [(name: String, text: String)] = []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            if line.hasPrefix("-- "), line.hasSuffix(" --") {
                files.append((String(line.dropFirst(3).dropLast(3)), ""))
            } else if !files.isEmpty {
                files[files.count - 1].text += line + "\n"
            } else if !line.hasPrefix("#") {
                let words = try Self.words(of: line)
                if !words.isEmpty { steps.append(Step(number: index + 1, words: words)) }
            }
        }
        // The end of the script's last line is no line of the last file.
        if files.last?.text.hasSuffix("\n\n") == true { files[files.count - 1].text.removeLast() }
        self.files = files.map { name, text in
            let mark = " (without its line's end)"
            return name.hasSuffix(mark) ? (String(name.dropLast(mark.count)), String(text.dropLast())) : (name, text)
        }
        self.steps = steps
    }

    /// Parts at blanks; what stands between apostrophes is one word, and two of them in there are one of its characters.
    private static func words(of line: Substring) throws -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var rest = line
        while let character = rest.popFirst() {
            switch character {
            case "'" where isQuoted && rest.first == "'":
                rest.removeFirst()
                word = (word ?? "") + "'"
            case "'":
                isQuoted.toggle()
                word = word ?? ""
            case " " where !isQuoted:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        guard !isQuoted else { throw TestFault("an apostrophe is missing: \(line)") }
        if let word { words.append(word) }
        return words
    }
}
