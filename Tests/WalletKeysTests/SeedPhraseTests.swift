import Foundation
import Salt
import TestSupport
import Testing
import WalletKeys

struct SeedPhraseTests {
    @Test func `a new phrase has 24 words that can be read again`() throws {
        let phrase = SeedPhrase.generate()
        #expect(phrase.wordCount == 24)
        let again = try SeedPhrase(parsing: phrase.withText { SecretBytes(copying: $0) })
        #expect(text(again) == text(phrase))
        #expect(text(phrase).split(separator: " ").count == 24)
    }

    @Test(arguments: [12, 15, 18, 21, 24])
    func `a new phrase can have fewer words`(_ count: Int) throws {
        let phrase = try SeedPhrase.generate(wordCount: count)
        #expect(phrase.wordCount == count)
        #expect(text(try SeedPhrase(parsing: secret(text(phrase)))).split(separator: " ").count == count)
    }

    @Test(arguments: [0, 3, 9, 13, 25, 27, -12, Int.max])
    func `a new phrase has no other number of words`(_ count: Int) {
        #expect(throws: SeedPhraseError.wordCount(count)) { _ = try SeedPhrase.generate(wordCount: count) }
    }

    @Test(
        arguments: [
            ([0xFF], .notUTF8), ([0x0A], .controlCharacter), (Array(repeating: 0x78, count: 1025), .tooLong),
        ] as [([UInt8], PassphraseFault)])
    func `what can't be a BIP-39 passphrase is refused`(_ bytes: [UInt8], _ fault: PassphraseFault) throws {
        let phrase = try SeedPhrase(parsing: secret(Wallet.phrase))
        #expect(throws: SeedPhraseError.passphrase(fault)) {
            _ = try phrase.seed(passphrase: SecretBytes(copying: bytes) as SecretBytes)
        }
    }

    @Test func `two new phrases differ`() {
        let first = SeedPhrase.generate()
        let second = SeedPhrase.generate()
        #expect(text(first) != text(second))
    }

    @Test(arguments: [
        "  abandon ABANDON\tabandon\nabandon abandon abandon\r\nabandon abandon abandon abandon  abandon About \n",
        Wallet.phrase,
    ])
    func `case and white space don't matter`(_ typed: String) throws {
        #expect(text(try SeedPhrase(parsing: secret(typed))) == Wallet.phrase)
    }

    @Test(arguments: [0, 1, 11, 13, 14, 16, 23, 25, 27, 48])
    func `other counts of words are refused`(_ count: Int) {
        let typed = Array(repeating: "abandon", count: count).joined(separator: " ")
        #expect(throws: SeedPhraseError.wordCount(count)) { _ = try SeedPhrase(parsing: secret(typed)) }
    }

    @Test(arguments: ["abando", "abandons", "zzzz", "a", "ábandon", "\u{0}", "zoos", "abandon\u{a0}about", "about,"])
    func `a word that isn't in the list is named by its position`(_ word: String) {
        let typed = "abandon abandon \(word) " + Array(repeating: "abandon", count: 9).joined(separator: " ")
        #expect(throws: SeedPhraseError.unknownWord(position: 3)) { _ = try SeedPhrase(parsing: secret(typed)) }
    }

    @Test func `bytes that aren't UTF-8 are refused`() {
        let bytes: [UInt8] = [0xFF, 0x20] + Array(Wallet.phrase.utf8.dropFirst(8))
        #expect(throws: SeedPhraseError.unknownWord(position: 1)) {
            _ = try SeedPhrase(parsing: SecretBytes(copying: bytes))
        }
    }

    @Test func `a phrase with a wrong checksum is refused, and fifteen of sixteen last words have one`() {
        let start = Array(repeating: "abandon", count: 11).joined(separator: " ")
        let accepted = [
            "about", "above", "absent", "absorb", "abstract", "absurd", "abuse", "access", "zoo", "abandon",
        ]
        .filter { (try? SeedPhrase(parsing: secret("\(start) \($0)"))) != nil }
        #expect(accepted == ["about"])
        #expect(throws: SeedPhraseError.checksum) { _ = try SeedPhrase(parsing: secret("\(start) abandon")) }
    }

    @Test func `words can be walked through`() throws {
        let phrase = try SeedPhrase(parsing: secret(Wallet.phrase))
        var words: [String] = []
        phrase.forEachWord { position, word in
            words.append(String(decoding: word, as: UTF8.self))
            #expect(position == words.count)
        }
        #expect(words.joined(separator: " ") == Wallet.phrase)
    }

    @Test(arguments: [
        ("about", 12, true), (" About\n", 12, true), ("about", 11, false), ("about", 0, false), ("about", 13, false),
        ("abou", 12, false), ("abandon about", 12, false), ("", 12, false), ("abandon", 1, true),
    ])
    func `a word can be asked back`(_ typed: String, at position: Int, _ isRight: Bool) throws {
        let phrase = try SeedPhrase(parsing: secret(Wallet.phrase))
        let found = phrase.isWord(secret(typed), at: position)
        #expect(found == isRight)
    }

    private func text(_ phrase: borrowing SeedPhrase) -> String {
        phrase.withText { String(decoding: $0, as: UTF8.self) }
    }
}
