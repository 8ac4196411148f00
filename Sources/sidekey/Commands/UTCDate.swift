#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A date in UTC, whatever zone the terminal is in.
struct UTCDate {
    private let milliseconds: Int
    private var parts = tm()

    /// Nil where the system has no such date.
    ///
    /// - Parameter milliseconds: Since 1970.
    init?(milliseconds: Int) {
        self.milliseconds = milliseconds
        var seconds = time_t(milliseconds / 1000)
        guard gmtime_r(&seconds, &parts) != nil else { return nil }
    }

    /// For people: `2026-11-22 16:08:00 UTC`.
    var text: String { formatted("%Y-%m-%d %H:%M:%S UTC") }

    /// To the millisecond (RFC 3339).
    var exact: String {
        let rest = String(abs(milliseconds % 1000))
        return formatted("%Y-%m-%dT%H:%M:%S.") + String(repeating: "0", count: 3 - rest.count) + rest + "Z"
    }

    private func formatted(_ format: String) -> String {
        var parts = parts
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
