import JSONRPC
import Pinentry
import Wording

extension PromptPage {
    /// Pages with the heading of all prompts.
    ///
    /// - Parameters:
    ///   - recognition: The user's own word, which stands at the top of each.
    ///   - head: What stands below it on each.
    static func pages(
        _ lines: [String], head: [String] = [], recognition: String?, in words: Phrasebook
    ) throws(PromptPageError) -> [PromptPage] {
        let word = recognition.map { [words(.promptRecognition, ["word": $0])] } ?? []
        return try pages(heading: words(.promptHeading), head: word + head, lines: lines) { page, pages in
            words(.promptPage, ["page": "\(page)", "pages": "\(pages)"])
        }
    }

    /// A text that has to stand on one page.
    ///
    /// - Throws: -32000 (`prompt-too-long`).
    static func page(
        _ lines: [String], recognition: String?, in words: Phrasebook
    ) throws(RPCError) -> String {
        let pages: [PromptPage]
        do throws(PromptPageError) {
            pages = try self.pages(lines, recognition: recognition, in: words)
        } catch {
            throw RPCError(.invalidInput, .promptTooLong, "\(error)")
        }
        guard pages.count == 1 else {
            throw RPCError(.invalidInput, .promptTooLong, "the text takes more than a page")
        }
        return pages[0].text
    }
}
