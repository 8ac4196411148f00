import Salt
import Testing
import WalletKeys

struct WordListTests {
    private let list = WordList.english
    private let words = (0..<WordList.count).map { String(decoding: WordList.english[$0], as: UTF8.self) }

    private func bytes<Result>(_ text: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        Array(text.utf8).withUnsafeBytes(body)
    }

    private func words(_ slips: Int, slipsFrom typed: String) -> [String] {
        var found: [String] = []
        bytes(typed) { typed in
            list.forEachWord(slips, slipsFrom: typed) { number in
                found.append(words[number])
                return true
            }
        }
        return found
    }

    @Test func `every beginning of every word finds all the words that begin so`() {
        var beginnings: Set<String> = ["", "zz", "abc", "aba!", "{"]
        for word in words { for count in 1...word.count { beginnings.insert(String(word.prefix(count))) } }
        for beginning in beginnings {
            let found = bytes(beginning, list.completions(of:))
            #expect(found.map { words[$0] } == words.filter { $0.hasPrefix(beginning) })
            #expect(bytes(beginning.uppercased(), list.completions(of:)) == found)
        }
    }

    @Test func `four letters leave at most one word`() {
        for word in words where word.count >= 4 {
            #expect(list.completions(of: secret(String(word.prefix(4)))).count == 1)
        }
    }

    @Test func `a word is found in either case, and nothing else is`() {
        for (index, word) in words.enumerated() {
            #expect(bytes(word, list.index(of:)) == index)
            #expect(bytes(word.uppercased(), list.index(of:)) == index)
        }
        for other in ["", "abandonn", "zooo", "a", "@bandon", "~"] { #expect(bytes(other, list.index(of:)) == nil) }
    }

    @Test(arguments: [
        ("abandn", ["abandon"]), ("abandno", ["abandon"]), ("abbandon", ["abandon"]), ("avandon", ["abandon"]),
        ("ABNDON", ["abandon"]), ("beeef", ["beef"]), ("zooo", ["zoo"]), ("wrod", ["wood", "word"]),
        ("acqire", ["acquire"]), ("axqire", ["acquire", "expire"]), ("bananananananananana", []), ("xxxxxx", []),
    ])
    func `words are near what was typed`(_ typed: String, _ near: [String]) {
        var found: [String] = []
        bytes(typed) { typed in list.forEachNearest(to: typed) { found.append(words[$0]) } }
        #expect(found == near)
    }

    @Test func `no more words are near than are asked for`() {
        var found: [String] = []
        bytes("cat") { typed in list.forEachNearest(to: typed, limit: 2) { found.append(words[$0]) } }
        #expect(found == Array(words(1, slipsFrom: "cat").prefix(2)) && found.count == 2)
    }

    @Test func `one slip finds the word again, whatever it was`() {
        var source = SystemRandomNumberGenerator()
        for word in words.shuffled().prefix(200) {
            var letters = Array(word)
            let place = Int.random(in: 0..<letters.count, using: &source)
            switch Int.random(in: 0..<4, using: &source) {
            case 0: letters.remove(at: place)
            case 1: letters.insert("q", at: place)
            case 2: letters[place] = letters[place] == "q" ? "z" : "q"
            default: letters.swapAt(place, place > 0 ? place - 1 : place + 1)
            }
            let typed = String(letters)
            #expect(typed == word || words(1, slipsFrom: typed).contains(word), "\(typed)")
        }
    }

    @Test func `slips are those of the textbook`() {
        // By Wagner and Fischer over the whole list, without bounds and exchanges; exchanges only ever make it less.
        func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
            var last = Array(0...right.count)
            for (row, letter) in left.enumerated() {
                var present = [row + 1]
                for column in right.indices {
                    present.append(
                        min(
                            last[column] + (letter == right[column] ? 0 : 1), last[column + 1] + 1, present[column] + 1)
                    )
                }
                last = present
            }
            return last[right.count]
        }
        for typed in ["abandon", "cart", "stil", "qwerty", "about", "zo"] {
            let within = words.filter { distance(Array(typed.utf8), Array($0.utf8)) <= 1 }
            let found = Set(words(0, slipsFrom: typed) + words(1, slipsFrom: typed))
            #expect(found.isSuperset(of: within))
            for extra in found.subtracting(within) { #expect(extra.sorted() == typed.sorted(), "an exchange") }
        }
    }
}
