import DisplayText
import JSONRPC

/// The words of a program's author about an instruction: what only they say, marked as theirs, beside what the bytes show.
struct AuthorWording {
    private let names: AddressWording
    private let words: Phrasebook

    init(_ names: AddressWording, in words: Phrasebook) {
        self.names = names
        self.words = words
    }

    /// What the author published about an instruction that nothing else can read.
    func claim(_ claim: JSON?) -> [ReviewSummary.Detail] {
        guard let claim else { return [] }
        guard let name = claim["name"]?.text, let display = claim["display"] else {
            return [.text(words(.instructionAuthorRefused, ["reason": claim["refused"]?.text?.visible ?? "?"]))]
        }
        let rows = display["fields"]?.array ?? []
        var arguments: [String] = []
        for row in rows where row["account"]?.bool == false {
            // A list has a row for each element.
            if let name = row["name"]?.text, name != arguments.last { arguments.append(name) }
        }
        let call = QuotedText.inline("\(name)(\(arguments.joined(separator: ", ")))")
        let warning: [TextKey] = claim["kind"] == "anchor" ? [.instructionAuthorAnchor] : []
        return [.text(words(.instructionAuthor, ["call": call]))]
            + ([.instructionAuthorOnly] + warning).map { .text(words($0)) } + sentence(of: display)
            + rows.flatMap(row)
            + ((display["moreFields"]?.int ?? 0) > 0 ? [.text(words(.instructionAuthorMore))] : [])
    }

    /// The author's sentence, or a few words; none for an instruction without a description.
    func sentence(of display: JSON?) -> [ReviewSummary.Detail] {
        guard let text = display?["sentence"]?.text ?? display?["intent"]?.text else { return [] }
        return [.text(words(.instructionAuthorSentence, ["text": QuotedText.inline(text, most: 512)]))]
    }

    private func row(_ row: JSON) -> [ReviewSummary.Detail] {
        let value = row["value"]?.text ?? "?"
        let name = QuotedText.inline(row["label"]?.text ?? row["name"]?.text ?? "?", most: 64)
        if row["quoted"]?.bool == true { return [.text("\(name):"), .quote(value)] }
        // The digits stay beside what the author makes of them.
        let meant = row["meant"]?.text.map { " (\(QuotedText.inline($0)))" } ?? ""
        return [.fact(ReviewSummary.Fact(name: name, value: names.named(value) + meant, form: .address))]
    }
}
