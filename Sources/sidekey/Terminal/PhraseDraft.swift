import Salt
import WalletKeys

/// The words of a phrase while they are typed, in borrowed memory that its owner wipes.
///
/// ```
/// | place 1: count (1), letters (10) | place 2: the same | ... 24 places |
/// ```
///
/// A place holds any letters, so that the user can see a pasted word that isn't in the list and correct it in place. Its last letters are
/// dropped only if it is too long for the list in any case.
struct PhraseDraft {
    static let byteCount = SeedPhrase.standardWordCount * placeSize

    private static let letterLimit = WordList.longest + 2
    private static let placeSize = letterLimit + 1

    /// The most words that there can be.
    let limit: Int
    /// The place that is being typed into, counted from 0; `limit` after the last one.
    private(set) var cursor = 0
    private let memory: UnsafeMutableRawBufferPointer

    /// - Parameter memory: at least ``byteCount`` zero bytes.
    init(limit: Int, in memory: UnsafeMutableRawBufferPointer) {
        self.limit = min(limit, SeedPhrase.standardWordCount)
        self.memory = memory
    }

    /// The number of words up to the last one.
    var count: Int { ((0..<limit).last { !self[$0].isEmpty } ?? -1) + 1 }

    /// The first place among those words that holds no word of the list.
    var firstFault: Int? { (0..<count).first { !isWord($0) } }

    subscript(place: Int) -> UnsafeRawBufferPointer {
        guard place < limit else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let start = place * Self.placeSize
        return UnsafeRawBufferPointer(rebasing: memory[start + 1..<start + 1 + Int(memory[start])])
    }

    func isWord(_ place: Int) -> Bool { WordList.english.index(of: self[place]) != nil }

    /// Puts a letter at the end of the word; returns false if there is no room left.
    mutating func type(_ letter: UInt8) -> Bool {
        guard cursor < limit else { return false }
        let start = cursor * Self.placeSize
        let count = Int(memory[start])
        guard count < Self.letterLimit else { return true }
        memory[start + 1 + count] = letter
        memory[start] += 1
        return true
    }

    /// Removes the last letter, or goes back into the word before.
    mutating func erase() {
        let start = cursor * Self.placeSize
        if cursor < limit, memory[start] > 0 { memory[start] -= 1 } else { move(by: -1) }
    }

    /// Completes the word if only one word of the list begins with it; returns false if it isn't in the list even then.
    mutating func complete() -> Bool {
        if isWord(cursor) { return true }
        let completions = WordList.english.completions(of: self[cursor])
        guard completions.count == 1, !self[cursor].isEmpty else { return false }
        set(completions.lowerBound, at: cursor)
        return true
    }

    /// Goes past the typed words, or to the first place that was left empty.
    mutating func advance() { cursor = (0..<limit).first { self[$0].isEmpty } ?? limit }

    mutating func move(by step: Int) { cursor = min(max(0, cursor + step), count, limit) }

    mutating func move(to place: Int) { cursor = place }

    /// Writes a word of the list into a place.
    mutating func set(_ number: Int, at place: Int) {
        let word = WordList.english[number]
        let start = place * Self.placeSize
        memory[start] = UInt8(word.count)
        UnsafeMutableRawBufferPointer(rebasing: memory[(start + 1)...]).copyMemory(from: word)
    }

    /// Applies a correction; `text` is the text that it was found for.
    mutating func apply(_ correction: PhraseCorrection, to text: borrowing SecretBytes) {
        let place = correction.position - 1
        guard let number = correction.number(in: text) else { return }
        if correction.change == .exchange, let other = WordList.english.index(of: self[place]) {
            set(other, at: place + 1)
        }
        set(number, at: place)
    }

    /// Returns the words with single spaces.
    func text() -> SecretBytes {
        SecretBytes(capacity: Self.byteCount) { text in
            var end = 0
            for place in 0..<count {
                if place > 0 {
                    text[end] = 0x20
                    end += 1
                }
                UnsafeMutableRawBufferPointer(rebasing: text[end...]).copyMemory(from: self[place])
                end += self[place].count
            }
            return end
        }
    }
}

/// One key that the entry of words knows.
enum TypedKey: Equatable {
    case letter(UInt8)
    case space
    case tab
    case enter
    case backspace
    case left
    case right
    case question
}

/// A parser that makes keys of a terminal's bytes, and ignores everything else that is typed or pasted.
///
/// It swallows a key that a terminal sends as an escape sequence whole, so that no letter of it gets into a word. Such a sequence (ECMA-48,
/// section 5.4) is `ESC [`, parameters and one final byte; or `ESC O` and one byte. It may arrive in pieces.
struct TypedKeys {
    private enum State { case plain, escape, sequence, single }

    private var state = State.plain

    /// Returns the key that ends with this byte, if one does.
    mutating func key(endingWith byte: UInt8) -> TypedKey? {
        switch state {
        case .plain: return plain(byte)
        case .escape:
            state = byte == UInt8(ascii: "[") ? .sequence : byte == UInt8(ascii: "O") ? .single : .plain
            return nil
        case .sequence:
            guard (0x40...0x7E).contains(byte) else { return nil }
            fallthrough
        case .single:
            state = .plain
            return Self.arrow(byte)
        }
    }

    private mutating func plain(_ byte: UInt8) -> TypedKey? {
        switch byte {
        case 0x1B:
            state = .escape
            return nil
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return .letter(byte)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return .letter(byte | 0x20)
        case UInt8(ascii: " "): return .space
        case UInt8(ascii: "\t"): return .tab
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return .enter
        case UInt8(ascii: "?"): return .question
        case 0x08, 0x7F: return .backspace
        default: return nil
        }
    }

    /// Returns the key of an arrow. Up and down go through the words as left and right do.
    private static func arrow(_ byte: UInt8) -> TypedKey? {
        switch byte {
        case UInt8(ascii: "A"), UInt8(ascii: "D"): .left
        case UInt8(ascii: "B"), UInt8(ascii: "C"): .right
        default: nil
        }
    }
}
