import Salt

/// An estimate of the guesses that a passphrase takes: attackers guess in the order in which people choose.
///
/// It is the cheapest way to make the passphrase of words, names of common things, runs of keys, repetitions, years and single characters. Each has
/// its cost to guess, as in zxcvbn (D. Wheeler, USENIX Security 2016), with a short list of words. A text that looks like a word counts as one, in
/// any language. Nothing is copied out of the locked memory: words are known by their hashes.
enum PassphraseStrength {
    /// The minimum for a new wallet's passphrase: about 3 * 10^10 guesses, each of which costs 256 MiB and a third of a second. Two words are less.
    static let minimumBits = 35.0

    /// The guesses as a power of two.
    static func bits(of passphrase: borrowing SecretBytes) -> Double {
        passphrase.withBytes { estimate($0) }
    }

    private static func estimate(_ bytes: UnsafeRawBufferPointer) -> Double {
        let count = bytes.count
        // A repetition is guessed as what is repeated.
        if count > 1, let block = (1...count / 2).first(where: { isRepeated(bytes, every: $0) }) {
            return estimate(UnsafeRawBufferPointer(rebasing: bytes[..<block])) + bits(Double(count / block))
        }
        // The least cost of the first bytes, by their count.
        var costs = [0.0] + [Double](repeating: .infinity, count: count)
        for start in 0..<count {
            func reach(_ end: Int, _ cost: Double) { costs[end] = min(costs[end], costs[start] + cost) }
            reach(start + 1, single(bytes[start]))
            for form in Form.allCases { words(bytes, from: start, form) { reach($0, $1) } }
            let run = keyRun(bytes, from: start)
            if run > 2 { for end in start + 3...start + run { reach(end, 5 + bits(Double(end - start))) } }
            if let (end, letters) = spokenRun(bytes, from: start) { reach(end, spokenBits * Double((letters + 8) / 9)) }
            if isYear(bytes, at: start) { reach(start + 4, 7) }
        }
        return costs[count]
    }

    private static func bits(_ guesses: Double) -> Double {
        // The logarithm without the C library: a rounded one is enough for an estimate.
        Double(guesses.exponent) + (guesses.significand - 1)
    }

    /// The cost of a single character; one of several bytes is counted with its first.
    private static func single(_ byte: UInt8) -> Double {
        switch byte {
        case 0x20: 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 3.3
        case 0x80...0xBF: 0
        case 0xC0...: 5
        default: 4
        }
    }

    private static func isRepeated(_ bytes: UnsafeRawBufferPointer, every block: Int) -> Bool {
        bytes.indices.dropFirst(block).allSatisfy { bytes[$0] == bytes[$0 - block] }
    }
}

/// Words.
extension PassphraseStrength {
    /// The ways to write letters.
    private enum Form: CaseIterable {
        case plain
        /// `p4$$w0rd`, with the 1 as an i.
        case digits
        /// The same with the 1 as an l.
        case digitsWithL

        func letter(_ byte: UInt8) -> UInt8 {
            let small = lowercased(byte)
            guard self != .plain else { return small }
            switch small {
            case UInt8(ascii: "@"), UInt8(ascii: "4"): return UInt8(ascii: "a")
            case UInt8(ascii: "3"): return UInt8(ascii: "e")
            case UInt8(ascii: "1"), UInt8(ascii: "!"): return UInt8(ascii: self == .digits ? "i" : "l")
            case UInt8(ascii: "0"): return UInt8(ascii: "o")
            case UInt8(ascii: "5"), UInt8(ascii: "$"): return UInt8(ascii: "s")
            case UInt8(ascii: "7"): return UInt8(ascii: "t")
            default: return small
            }
        }
    }

    private static let longestWord = 16
    private static let usualBits = 7.0
    private static let listedBits = 11.0
    /// The cost of up to nine letters that can be spoken and stand in no list of ours: attackers' lists are longer.
    private static let spokenBits = 16.0

    private static let usual: Set<UInt64> = Set(UsualPassphrases.all.map { hash($0.utf8) })
    private static let listed: Set<UInt64> = Set(
        (0..<WordList.count).map { hash(WordList.english[$0]) })

    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    /// FNV-1a, one byte further.
    private static func hash(_ state: UInt64, _ byte: UInt8) -> UInt64 { (state ^ UInt64(byte)) &* 0x100_0000_01B3 }

    private static func hash(_ word: some Sequence<UInt8>) -> UInt64 { word.reduce(seed) { hash($0, $1) } }

    /// The words that begin at a place: the end and the cost of each.
    private static func words(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ form: Form, _ found: (Int, Double) -> Void
    ) {
        var state = seed
        var (capitals, signs) = (0, 0)
        for end in start..<min(start + longestWord, bytes.count) {
            let byte = bytes[end]
            let letter = form.letter(byte)
            state = hash(state, letter)
            if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) {
                capitals += 1
            } else if byte != letter {
                signs += 1
            }
            guard end - start >= 2 else { continue }
            let written = (capitals > 0 ? 1.0 : 0) + (signs > 0 ? 1.5 : 0)
            if usual.contains(state) {
                found(end + 1, usualBits + written)
            } else if listed.contains(state) {
                found(end + 1, listedBits + written)
            }
        }
    }

    /// The end of the letters that begin at a place, and their number; nil if they can't be spoken. Spoken letters have vowels, and no five
    /// consonants in a row. Other alphabets' letters count as vowels.
    private static func spokenRun(_ bytes: UnsafeRawBufferPointer, from start: Int) -> (end: Int, letters: Int)? {
        if start > 0, isLetter(bytes[start - 1]) { return nil }
        var (end, vowels, consonants, letters) = (start, 0, 0, 0)
        while end < bytes.count, isLetter(bytes[end]) {
            let byte = bytes[end]
            end += 1
            if (0x80...0xBF).contains(byte) { continue }
            letters += 1
            if byte >= 0xC0 || "aeiouyAEIOUY".utf8.contains(byte) {
                vowels += 1
                consonants = 0
            } else {
                consonants += 1
                if consonants > 4 { return nil }
            }
        }
        return letters >= 4 && vowels * 5 >= letters ? (end, letters) : nil
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

/// Runs of keys, and years.
extension PassphraseStrength {
    private static let rows = [
        "1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm",
        "wxcvbn",
    ].map { Array($0.utf8) }

    /// The number of bytes from a place on that are neighbours in the alphabet or on a keyboard, forwards or backwards, or are all the same.
    private static func keyRun(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        var longest = 1
        for step in [-1, 0, 1] {
            longest = max(longest, length(bytes, from: start) { Int($1) - Int($0) == step })
            guard step != 0 else { continue }
            for row in rows {
                longest = max(
                    longest,
                    length(bytes, from: start) { one, other in
                        guard let place = row.firstIndex(of: lowercased(one)), row.indices.contains(place + step) else {
                            return false
                        }
                        return row[place + step] == lowercased(other)
                    })
            }
        }
        return longest
    }

    private static func length(
        _ bytes: UnsafeRawBufferPointer, from start: Int, _ follows: (UInt8, UInt8) -> Bool
    ) -> Int {
        var end = start + 1
        while end < bytes.count, follows(bytes[end - 1], bytes[end]) { end += 1 }
        return end - start
    }

    private static func isYear(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Bool {
        guard start + 4 <= bytes.count else { return false }
        let century = (bytes[start], bytes[start + 1])
        return (century == (0x31, 0x39) || century == (0x32, 0x30))
            && (0x30...0x39).contains(bytes[start + 2]) && (0x30...0x39).contains(bytes[start + 3])
    }
}

/// The passphrases that people choose before anything else: those that every list begins with, first names, teams, and this field's own words.
///
/// A selection of those that lists of leaked passwords share; three letters at least, small. A missing one counts as a word all the same.
enum UsualPassphrases {
    static let all: [String] = """
        password passwort passwords passphrase passcode pass pwd admin administrator root user guest login logon letmein welcome
        hello test testing tester demo default changeme secret private access master mypassword qwerty qwertz azerty abc iloveyou
        love lovely loveme baby babygirl angel princess prince sunshine flower monkey dragon shadow tiger lion eagle panther
        football soccer baseball basketball hockey superman batman spiderman pokemon starwars starwarz matrix ninja samurai
        killer hunter ranger trustno thunder summer winter spring autumn freedom whatever cookie chocolate banana orange apple
        cheese pepper ginger buster charlie jordan michael michelle jennifer jessica ashley amanda daniel andrew joshua matthew
        thomas robert william david george nicole anthony justin taylor maggie sophie maria anna joao pedro lucas gabriel
        mehmet mustafa ahmet ayse fatma yorgos giorgos kostas maria eleni nikos google facebook amazon microsoft windows
        computer internet samsung iphone android gmail yahoo bitcoin ethereum solana crypto wallet sidekey phantom metamask
        blockchain satoshi nakamoto hodl moon lambo money dollar million billion rich asdf asdfgh zxcvbn qazwsx 1qaz2wsx 1qaz2wsx3edc 1q2w3e 1q2w3e4r
        1q2w3e4r5t zaq1zaq1 onetwothree
        senha senhas brasil flamengo corinthians palmeiras santos deus jesus christ parola sifre galatasaray fenerbahce besiktas
        istanbul kodikos ellada olympiakos panathinaikos athens london paris berlin newyork america china india russia
        january february march april june july august september october november december monday tuesday wednesday thursday
        friday saturday sunday
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
}
