/// A place in a text that has the form of a sign-in's opening, whoever wrote it and however.
///
/// A page that isn't let sign in to another site may ask for a text that only looks otherwise: other case, other spaces, line
/// breaks, letters of other alphabets, invisible characters, dashes. All these are taken off before the text is searched;
/// the domain is read from the text as it stands.
struct SignInForm: Hashable, Sendable {
    /// What stands right before the opening: the word up to the space before it.
    let domain: String

    /// What is signed in with, folded: `solana`, `ethereum`.
    let kind: String

    /// Every opening in the text.
    static func all(in text: String) -> [SignInForm] {
        let scalars = Array(text.unicodeScalars)
        var folded: [UInt8] = []
        var places: [Int] = []
        for (place, scalar) in scalars.enumerated() {
            guard let byte = Lookalike.folded(scalar) else { continue }
            folded.append(byte)
            places.append(place)
        }
        var forms: [SignInForm] = []
        var start = 0
        while let found = folded.firstRange(of: opening, from: start) {
            start = found + 1
            let behind = folded[(found + opening.count)...].prefix(longestKind + account.count)
            guard let end = behind.firstRange(of: account) else { continue }
            let kind = String(decoding: behind[behind.startIndex..<end], as: UTF8.self)
            forms.append(SignInForm(domain: word(before: places[found], in: scalars), kind: kind))
        }
        return forms
    }

    private static let opening = Lookalike.folded("wants you to sign in with your")
    private static let account = Lookalike.folded("account")
    private static let longestKind = 24

    private static func word(before end: Int, in scalars: [Unicode.Scalar]) -> String {
        func isSpace(_ place: Int) -> Bool { scalars[place].properties.isWhitespace }
        var last = end
        while last > 0, isSpace(last - 1) { last -= 1 }
        var first = last
        while first > 0, !isSpace(first - 1) { first -= 1 }
        var word = ""
        word.unicodeScalars.append(contentsOf: scalars[first..<last])
        return word
    }
}

extension Collection<UInt8> where Index == Int {
    /// Where the pattern begins for the first time.
    fileprivate func firstRange(of pattern: [UInt8], from start: Int? = nil) -> Int? {
        var place = start ?? startIndex
        while place + pattern.count <= endIndex {
            if self[place] == pattern[0], self[place..<(place + pattern.count)].elementsEqual(pattern) { return place }
            place += 1
        }
        return nil
    }
}
