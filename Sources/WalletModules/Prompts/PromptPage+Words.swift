import JSONRPC
import Localization
import Pinentry

extension PromptPage {
    /// Pages with the heading of all prompts.
    static func pages(_ lines: [String], in words: Phrasebook) throws(PromptPageError) -> [PromptPage] {
        try pages(heading: words(.promptHeading), lines: lines) { page, pages in
            words(.promptPage, ["page": "\(page)", "pages": "\(pages)"])
        }
    }

    /// A text that has to stand on one page.
    ///
    /// - Throws: -32000 (`prompt-too-long`).
    static func page(_ lines: [String], in words: Phrasebook) throws(RPCError) -> String {
        let pages: [PromptPage]
        do throws(PromptPageError) {
            pages = try self.pages(lines, in: words)
        } catch {
            throw RPCError(.invalidInput, .promptTooLong, "\(error)")
        }
        guard pages.count == 1 else {
            throw RPCError(.invalidInput, .promptTooLong, "the text takes more than a page")
        }
        return pages[0].text
    }

    /// The user's own word above everything else, where there is one.
    static func recognition(_ word: String?, in words: Phrasebook) -> [String] {
        word.map { [words(.promptRecognition, ["word": $0]), ""] } ?? []
    }
}
