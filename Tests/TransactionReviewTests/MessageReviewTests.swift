import SolanaTransactions
import Testing
import TransactionReview

@Suite struct MessageReviewTests {
    @Test func `plain text is shown as it is, line breaks too`() {
        let text = "example.org wants you to sign in:\nΑριθμός 7, ação, İstanbul, 漢字, e\u{301}, 👍"
        let review = MessageReview(Array(text.utf8))
        #expect(review.encoding == .text)
        #expect(review.content == text)
        #expect(review.count == text.utf8.count)
    }

    @Test(arguments: [
        ("line\tone\r\nαβγ", false), ("", false), ("a\u{0}b", true), ("\u{1b}[2K", true), ("a\u{7f}", true),
    ])
    func `a text with control characters that no text needs counts as binary`(_ text: String, _ isBinary: Bool) {
        #expect(MessageReview(Array(text.utf8)).isBinary == isBinary)
        #expect(MessageReview([0xFF] + Array(text.utf8)).isBinary)
    }

    /// Each of these makes a text look like another one, or draws nothing.
    static let hidden: [(text: String, shown: String)] = [
        ("a\u{0}b", #"a\u{0}b"#),
        ("a\rb", #"a\u{d}b"#),
        ("a\tb", #"a\u{9}b"#),
        ("a\r\nb", "a\\u{d}\nb"),
        ("\u{1b}[2K", #"\u{1b}[2K"#),
        ("a\u{7f}b", #"a\u{7f}b"#),
        ("a\u{85}b", #"a\u{85}b"#),
        ("pay \u{202e}eciN", #"pay \u{202e}eciN"#),
        ("\u{2066}a\u{2069}", #"\u{2066}a\u{2069}"#),
        ("\u{61c}a\u{200f}", #"\u{61c}a\u{200f}"#),
        ("exam\u{200b}ple", #"exam\u{200b}ple"#),
        ("exam\u{ad}ple", #"exam\u{ad}ple"#),
        ("a\u{200d}b", #"a\u{200d}b"#),
        ("a\u{feff}b", #"a\u{feff}b"#),
        ("a\u{fe0f}b", #"a\u{fe0f}b"#),
        ("a\u{34f}b", #"a\u{34f}b"#),
        ("a\u{180b}b", #"a\u{180b}b"#),
        ("a\u{e0041}b", #"a\u{e0041}b"#),
        ("a\u{a0}b", #"a\u{a0}b"#),
        ("a\u{3000}b", #"a\u{3000}b"#),
        ("a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
        ("a\u{115f}\u{3164}\u{ffa0}\u{2800}b", #"a\u{115f}\u{3164}\u{ffa0}\u{2800}b"#),
        ("a\u{e000}b\u{10ffff}", #"a\u{e000}b\u{10ffff}"#),
    ]

    @Test(arguments: hidden) func `what can't be seen is written out`(text: String, shown: String) {
        #expect(MessageReview(Array(text.utf8)).content == shown)
    }

    @Test func `a text can't pretend an escape`() {
        #expect(MessageReview(Array(#"\u{202e}"#.utf8)).content == #"\u{5c}u{202e}"#)
        #expect(MessageReview(Array(#"C:\users \\u{0}"#.utf8)).content == #"C:\users \\u{5c}u{0}"#)
    }

    @Test func `what isn't UTF-8 is shown as hex`() {
        for bytes: [UInt8] in [[0x61, 0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]] {
            let review = MessageReview(bytes)
            #expect(review.encoding == .hex)
            #expect(review.count == bytes.count)
        }
        #expect(MessageReview([0x00, 0x9f, 0xff]).content == "009fff")
        #expect(MessageReview([]).encoding == .text)
    }

    @Test func `whole transactions and messages of every version are recognised`() throws {
        for transaction in try ReviewSamples.transactions() {
            #expect(MessageReview.isWholeTransaction(transaction.encoded()))
            #expect(MessageReview.isWholeTransaction(transaction.messageBytes))
            #expect(!MessageReview.isWholeTransaction(transaction.encoded() + [0]))
            #expect(!MessageReview.isWholeTransaction(transaction.messageBytes.dropLast()))
        }
    }

    @Test func `a message beyond today's size limit is recognised too`() throws {
        let sample = try #require(try ReviewSamples.transactions().first)
        let bytes = sample.messageBytes
        // The only instruction's data, made longer than any packet.
        var longer = Array(bytes.dropLast(13)) + [0xd0, 0x0f]
        longer += [UInt8](repeating: 0, count: 2_000)
        #expect(throws: CodingError(.tooLarge, at: 1_232)) { try Message(decoding: longer) }
        #expect(MessageReview.isWholeTransaction(longer))
    }

    @Test func `texts and random bytes are no transactions`() {
        var random = SystemRandomNumberGenerator()
        #expect(!MessageReview.isWholeTransaction([]))
        #expect(!MessageReview.isWholeTransaction(Array("Sign in to example.org".utf8)))
        #expect(!MessageReview.isWholeTransaction([UInt8](repeating: 0, count: 37)))
        for count in 0..<2_000 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(!MessageReview.isWholeTransaction(bytes))
        }
    }

    @Test func `off-chain messages are recognised by their first sixteen bytes`() {
        let prefix: [UInt8] = [0xff] + Array("solana offchain".utf8)
        #expect(MessageReview.isOffchain(prefix + [0, 1, 2]))
        #expect(MessageReview.isOffchain(prefix))
        #expect(!MessageReview.isOffchain(Array(prefix.dropLast())))
        #expect(!MessageReview.isOffchain(Array("solana offchain".utf8)))
    }
}
