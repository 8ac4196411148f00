import CUTF8Proc
import Salt

/// Text in Unicode's normalization form KD, made without a `String` (UAX #15).
enum CompatibilityDecomposition {
    /// The decomposed text in UTF-8, at most 11 times as long; nil where the bytes aren't UTF-8.
    ///
    /// utf8proc works in the one buffer that it is lent and allocates nothing in these calls.
    static func decompose(_ text: borrowing SecretBytes) -> SecretBytes? {
        text.withBytes { text in
            let source = text.baseAddress?.assumingMemoryBound(to: utf8proc_uint8_t.self)
            let needed = utf8proc_decompose(source, text.count, nil, 0, options)
            guard needed >= 0 else { return nil }
            // Room for one code point more, since a zero is put behind the text.
            let scratch = SecretBytes(capacity: (needed + 1) * MemoryLayout<utf8proc_int32_t>.stride) { buffer in
                let points = buffer.bindMemory(to: utf8proc_int32_t.self)
                let count = utf8proc_decompose(source, text.count, points.baseAddress, needed, options)
                guard count == needed else { return 0 }
                return max(0, utf8proc_reencode(points.baseAddress, count, options))
            }
            return scratch
        }
    }

    private static let options = utf8proc_option_t(UTF8PROC_COMPAT.rawValue | UTF8PROC_DECOMPOSE.rawValue)
}
