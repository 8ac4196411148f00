import DisplayText
import JSONRPC

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The output for results.
enum StandardOutput {
    static func write(_ text: String) { writeAll(Array(text.utf8), to: STDOUT_FILENO) }

    /// A value as one line of JSON.
    static func write(_ json: JSON) { writeAll(json.serialized() + [UInt8(ascii: "\n")], to: STDOUT_FILENO) }
}

/// The output for errors and hints.
enum StandardError {
    static func write(_ text: String) { writeAll(Array(text.utf8), to: STDERR_FILENO) }
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
}

/// Writes every byte, or as many as the other end takes. If it takes none, there is nobody left to tell.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}

extension String {
    /// The text with everything written out that a terminal would obey or hide: control, bidirectional and invisible
    /// characters. A page's words must not move the cursor, colour a warning away or reverse an address.
    var visible: String { VisibleText.spellingOut(self, keepingLines: false) }

    /// The text with everything written out that a terminal would obey or hide, except line breaks.
    var visibleLines: String { VisibleText.spellingOut(self, keepingLines: true) }
}
