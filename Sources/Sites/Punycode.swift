/// The decoding of internationalised labels: `xn--jp-lia` is `jüp`.
package enum Punycode {
    /// Returns the characters of a label after `xn--` (RFC 3492, section 6.2); nil if it isn't well-formed.
    ///
    /// - Parameter label: At most 63 bytes, in lower case.
    package static func decoded(_ label: some Collection<UInt8>) -> [Unicode.Scalar]? {
        let label = Array(label)
        guard label.count <= 63 else { return nil }
        let split = label.lastIndex(of: UInt8(ascii: "-"))
        var scalars: [Unicode.Scalar] = []
        for byte in label[..<(split ?? 0)] {
            guard byte < 0x80 else { return nil }
            scalars.append(Unicode.Scalar(byte))
        }
        var digits = label[(split.map { $0 + 1 } ?? 0)...]
        // 63 digits can't overflow 64 bits before a code point passes the last one, which ends it.
        var (code, place, bias) = (128, 0, 72)
        while !digits.isEmpty {
            guard let delta = delta(&digits, bias) else { return nil }
            let count = scalars.count + 1
            bias = adapted(delta, count: count, isFirst: place == 0 && scalars.count == (split ?? 0))
            place += delta
            code += place / count
            place %= count
            guard code <= 0x10FFFF, let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: code)) else { return nil }
            scalars.insert(scalar, at: place)
            place += 1
        }
        return scalars
    }

    /// Reads one number of variable length.
    private static func delta(_ digits: inout ArraySlice<UInt8>, _ bias: Int) -> Int? {
        var (delta, weight, step) = (0, 1, 36)
        while let byte = digits.popFirst() {
            let digit: Int
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = Int(byte - UInt8(ascii: "a"))
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = Int(byte - UInt8(ascii: "0")) + 26
            default: return nil
            }
            let (part, isOver) = digit.multipliedReportingOverflow(by: weight)
            guard !isOver, part <= maximumDelta - delta else { return nil }
            delta += part
            let threshold = min(max(step - bias, 1), 26)
            if digit < threshold { return delta }
            let (next, isHeavy) = weight.multipliedReportingOverflow(by: 36 - threshold)
            guard !isHeavy else { return nil }
            weight = next
            step += 36
        }
        return nil
    }

    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var bias = 0
        while delta > 455 {
            delta /= 35
            bias += 36
        }
        return bias + 36 * delta / (delta + 38)
    }

    /// The greatest number that can lead to a code point: 63 places of each.
    private static let maximumDelta = 0x110000 * 64
}
