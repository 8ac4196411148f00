/// Words by how they are spelled: what somebody may have meant who typed another word.
extension WordList {
    /// The longest text that is compared with the list, in bytes: twice the longest word.
    private static let longestTyped = 2 * longest
    /// From how many slips on a word is another word.
    private static let slipLimit = 2

    /// Calls `body` with the number of every word that is exactly so many slips away, in alphabetical order, until it answers false.
    ///
    /// A slip is a letter too many, too few or wrong, or two neighbouring letters exchanged. Going through the list costs at most 2,048
    /// times 16 by 8 steps.
    package func forEachWord(_ slips: Int, slipsFrom typed: UnsafeRawBufferPointer, _ body: (_ number: Int) -> Bool) {
        guard typed.count <= Self.longestTyped else { return }
        for number in 0..<Self.count {
            let word = self[number]
            guard abs(word.count - typed.count) <= slips, Self.slips(from: typed, to: word) == slips else { continue }
            guard body(number) else { return }
        }
    }

    /// Calls `body` with the numbers of the words with the fewest slips from what was typed, if those are one or two: at most `limit`,
    /// in alphabetical order.
    package func forEachNearest(
        to typed: UnsafeRawBufferPointer, limit: Int = 4, _ body: (_ number: Int) -> Void
    ) {
        var found = 0
        for slips in 1...Self.slipLimit where found == 0 {
            forEachWord(slips, slipsFrom: typed) { number in
                body(number)
                found += 1
                return found < limit
            }
        }
    }

    /// How many slips lead from one text of at most 16 bytes to another, no letter being touched twice (optimal string alignment).
    private static func slips(from typed: UnsafeRawBufferPointer, to word: UnsafeRawBufferPointer) -> Int {
        let width = word.count + 1
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: 3 * width) { rows in
            // The row of the letter before the last one, of the last one, and of the present one.
            var (before, last, present) = (0, width, 2 * width)
            for column in 0..<width { rows[last + column] = column }
            for row in typed.indices {
                rows[present] = row + 1
                for column in word.indices {
                    let isSame = lowercased(typed[row]) == word[column]
                    var count = min(rows[last + column + 1], rows[present + column]) + 1
                    count = min(count, rows[last + column] + (isSame ? 0 : 1))
                    if row > 0, column > 0, lowercased(typed[row]) == word[column - 1],
                        lowercased(typed[row - 1]) == word[column]
                    {
                        count = min(count, rows[before + column - 1] + 1)
                    }
                    rows[present + column + 1] = count
                }
                (before, last, present) = (last, present, before)
            }
            return rows[last + width - 1]
        }
    }
}
