/// The number of slips between two words: letters that are changed, added, left out, or swapped with their neighbour.
///
/// "Optimal string alignment": no letter is touched twice. It takes time and memory in proportion to the product of the lengths, so callers bound them.
package enum EditDistance {
    package static func between<Letter: Equatable>(_ one: [Letter], _ other: [Letter]) -> Int {
        var before: [Int] = []
        var last = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var next = [row + 1]
            for (column, another) in other.enumerated() {
                var least = min(
                    last[column] + (letter == another ? 0 : 1), last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == another {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, last) = (last, next)
        }
        return last[other.count]
    }
}
