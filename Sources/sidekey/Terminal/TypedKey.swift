/// One key, as far as the entry of words knows it.
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

/// Makes keys of a terminal's bytes; whatever else is typed or pasted makes none.
///
/// A key that a terminal sends as an escape sequence (ECMA-48, section 5.4: `ESC [`, parameters, one final byte; or `ESC O` and one byte) is
/// swallowed whole, so that no letter of it gets into a word. The sequence may come in pieces.
struct TypedKeys {
    private enum State { case plain, escape, sequence, single }

    private var state = State.plain

    /// The key that ends with this byte, if one does.
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

    /// Up and down go through the words as left and right do.
    private static func arrow(_ byte: UInt8) -> TypedKey? {
        switch byte {
        case UInt8(ascii: "A"), UInt8(ascii: "D"): .left
        case UInt8(ascii: "B"), UInt8(ascii: "C"): .right
        default: nil
        }
    }
}
