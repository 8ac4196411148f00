/// Names that a person could take for each other: those of sites, and those that people give to addresses.
///
/// ```
/// a1ice    аlice    al-ice      have the same letters as alice, as the eye sees them
/// laice    allice               differ by a slip of the keyboard
/// alice-pay    aliceofficial    have the whole name in them
/// ```
package enum LookalikeName {
    /// Letters as ``Lookalike`` folds them; a letter that looks like no Latin one stands for itself.
    package typealias Letters = [UInt32]

    /// Returns the letters of a name, without spaces and hyphens.
    package static func letters(of scalars: some Sequence<Unicode.Scalar>) -> Letters {
        var letters: Letters = []
        for scalar in scalars {
            guard let folded = Lookalike.folded(scalar) else { continue }
            let letter = folded == 0 ? scalar.value : UInt32(folded)
            if let before = letters.last, let one = pairs[[before, letter]] {
                letters[letters.count - 1] = one
            } else {
                letters.append(letter)
            }
        }
        return letters
    }

    /// Two letters that look like one.
    private static let pairs: [Letters: UInt32] = [
        [UInt32(UInt8(ascii: "r")), UInt32(UInt8(ascii: "n"))]: UInt32(UInt8(ascii: "m")),
        [UInt32(UInt8(ascii: "v")), UInt32(UInt8(ascii: "v"))]: UInt32(UInt8(ascii: "w")),
        [UInt32(UInt8(ascii: "c")), UInt32(UInt8(ascii: "l"))]: UInt32(UInt8(ascii: "d")),
    ]

    /// Returns true if two names differ as far as a slip of the keyboard goes.
    ///
    /// Short names are close to each other by chance. So a changed letter counts from seven letters on, and two from eleven on. In names of five and
    /// six letters, only two letters in the wrong order or one that is doubled count.
    package static func isSlip(_ one: Letters, _ other: Letters) -> Bool {
        let most = max(one.count, other.count)
        guard abs(one.count - other.count) <= 2 else { return false }
        switch most {
        case ..<5: return false
        case 5...6: return isSwapped(one, other) || isDoubled(one, other) || isDoubled(other, one)
        default: return EditDistance.between(one, other) <= (most < 11 ? 1 : 2)
        }
    }

    /// Returns true if two letters that stand beside each other have changed places.
    private static func isSwapped(_ one: Letters, _ other: Letters) -> Bool {
        guard one.count == other.count else { return false }
        let places = one.indices.filter { one[$0] != other[$0] }
        guard places.count == 2, places[1] == places[0] + 1 else { return false }
        return one[places[0]] == other[places[1]] && one[places[1]] == other[places[0]]
    }

    /// Returns true if the longer name has one letter twice that the other has once.
    private static func isDoubled(_ longer: Letters, _ other: Letters) -> Bool {
        guard longer.count == other.count + 1 else { return false }
        return longer.indices.dropFirst().contains { place in
            longer[place] == longer[place - 1] && Array(longer[..<place] + longer[(place + 1)...]) == other
        }
    }
}

extension LookalikeName {
    /// Returns true if a name that somebody chose could be taken for one that the user knows, which has spaces and capitals as the user likes.
    ///
    /// It is stricter than the same question about sites: there is no ending that would tell two people apart. The same letters always count. A whole
    /// name within the other counts from three letters on where it stands by itself, and from five on at the other's beginning or end.
    ///
    /// - Parameters:
    ///   - name: The name without its ending: `alice` for `alice.sns`.
    ///   - known: A label of 64 bytes at most, or a name without its ending.
    package static func resembles(_ name: String, _ known: String) -> Bool {
        let (parts, knownParts) = (self.parts(of: name), self.parts(of: known))
        let (whole, knownWhole) = (parts.flatMap(\.self), knownParts.flatMap(\.self))
        guard !whole.isEmpty, !knownWhole.isEmpty else { return false }
        if whole == knownWhole || isSlip(whole, knownWhole) { return true }
        let (shorter, longer) = whole.count < knownWhole.count ? (whole, knownWhole) : (knownWhole, whole)
        let (few, many) = whole.count < knownWhole.count ? (parts, knownParts) : (knownParts, parts)
        if shorter.count >= 3, few.count <= many.count,
            (0...(many.count - few.count)).contains(where: { many[$0...].starts(with: few) })
        {
            return true
        }
        return shorter.count >= 5
            && (longer.starts(with: shorter) || longer.reversed().starts(with: shorter.reversed()))
    }

    /// The letters between blanks, hyphens and other signs.
    private static func parts(of text: String) -> [Letters] {
        text.unicodeScalars.split { scalar in
            switch scalar.properties.generalCategory {
            case .spaceSeparator, .lineSeparator, .paragraphSeparator, .dashPunctuation, .connectorPunctuation,
                .openPunctuation, .closePunctuation, .otherPunctuation:
                // Drawn like an l, and stands in the place of one.
                scalar != "!"
            default: false
            }
        }.map { letters(of: $0) }.filter { !$0.isEmpty }
    }
}
