import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What is piped into a command. No secret is ever read from here.
enum StandardInput {
    /// Reads to the end.
    ///
    /// - Parameter limit: The most bytes.
    /// - Throws: where it can't be read or there is more.
    static func bytes(limit: Int) throws(CommandError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var end = 0
        while end < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                read(STDIN_FILENO, $0.baseAddress?.advanced(by: end), $0.count - end)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw CommandError(say(.inputUnread)) }
            guard count > 0 else { return Array(bytes[..<end]) }
            end += count
        }
        throw CommandError(say(.countedInputTooLong, limit))
    }
}
