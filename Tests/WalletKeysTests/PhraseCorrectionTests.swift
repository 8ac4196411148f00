import Salt
import Testing
import WalletKeys

struct PhraseCorrectionTests {
    private let words = (0..<WordList.count).map { String(decoding: WordList.english[$0], as: UTF8.self) }

    private func phrase(of count: Int) throws -> [String] {
        try SeedPhrase.generate(wordCount: count).withText { String(decoding: $0, as: UTF8.self) }
            .split(separator: " ").map(String.init)
    }

    private func corrected(_ words: [String], by correction: PhraseCorrection) throws -> [String] {
        var corrected = words
        let text = secret(words.joined(separator: " "))
        let found = correction.number(in: text)
        let number = try #require(found)
        if correction.change == .exchange {
            corrected.swapAt(correction.position - 1, correction.position)
            #expect(corrected[correction.position - 1] == self.words[number])
        } else {
            corrected[correction.position - 1] = self.words[number]
        }
        return corrected
    }

    /// A phrase, and the same after a slip that its checksum shows.
    private func slip(_ count: Int, _ make: (inout [String]) -> Void) throws -> (right: [String], wrong: [String]) {
        while true {
            let right = try phrase(of: count)
            var wrong = right
            make(&wrong)
            if wrong != right, (try? SeedPhrase(parsing: secret(wrong.joined(separator: " ")))) == nil {
                return (right, wrong)
            }
        }
    }

    private func near(_ word: String) -> [String] {
        var near: [String] = []
        Array(word.utf8).withUnsafeBytes { word in
            WordList.english.forEachWord(1, slipsFrom: word) { number in
                near.append(words[number])
                return true
            }
        }
        return near
    }

    @Test(arguments: [12, 15, 18, 21, 24])
    func `a word misread as one spelled nearly the same is found`(_ count: Int) throws {
        for _ in 0..<4 {
            let (right, wrong) = try slip(count) { words in
                // Some phrases have no word with a neighbour in the list.
                guard let position = words.indices.filter({ !near(words[$0]).isEmpty }).randomElement(),
                    let other = near(words[position]).randomElement()
                else { return }
                words[position] = other
            }
            let text = secret(wrong.joined(separator: " "))
            let found = PhraseCorrection.search(text)
            #expect(found.count <= PhraseCorrection.limit)
            #expect(found.count == Set(found).count)
            for correction in found {
                let corrected = try corrected(wrong, by: correction).joined(separator: " ")
                #expect(throws: Never.self) { _ = try SeedPhrase(parsing: secret(corrected)) }
            }
            if found.count < PhraseCorrection.limit {
                #expect(try found.contains { try corrected(wrong, by: $0) == right })
            }
        }
    }

    @Test(arguments: [12, 24])
    func `two words in each other's place are found`(_ count: Int) throws {
        for _ in 0..<4 {
            var position = 0
            let (right, wrong) = try slip(count) { words in
                position = Int.random(in: 0..<count - 1)
                words.swapAt(position, position + 1)
            }
            let text = secret(wrong.joined(separator: " "))
            let found = PhraseCorrection.search(text)
            if found.count < PhraseCorrection.limit {
                #expect(found.contains(PhraseCorrection(position: position + 1, change: .exchange)))
                #expect(try found.contains { try corrected(wrong, by: $0) == right })
            }
        }
    }

    @Test func `a known slip in a long phrase is the first that is found`() throws {
        let start = Array(repeating: "abandon", count: 23).joined(separator: " ")
        #expect(throws: Never.self) { _ = try SeedPhrase(parsing: secret("\(start) art")) }
        let text = secret("\(start) arm")
        let found = PhraseCorrection.search(text)
        #expect(try #require(found.first).position == 24)
        let meant = found.map { correction in correction.number(in: text).map { words[$0] } }
        #expect(meant.contains("art"))
    }

    @Test(arguments: ["", "abandon", "abandon abandon zzz", Array(repeating: "zzzz", count: 12).joined(separator: " ")])
    func `what can't be a phrase has no corrections`(_ text: String) {
        #expect(PhraseCorrection.search(secret(text)).isEmpty)
        let number = PhraseCorrection(position: 3, change: .exchange).number(in: secret(text))
        #expect(number == nil)
    }
}
