internal import Deeplinks

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One connection of a browser's: one request, one answer. It belongs to the listener's thread.
final class LoopbackConnection {
    /// The longest request: a callback and what a browser says of itself, in bytes.
    static let requestLimit = DeeplinkReply.maximumBytes + 16_384

    let descriptor: Int32
    private(set) var isOver = false
    private var bytes: [UInt8] = []

    /// Takes a connection that has arrived; nil where it has gone again.
    init?(accepting socket: Int32) {
        descriptor = accept(socket, nil, nil)
        guard descriptor >= 0 else { return nil }
        guard LoopbackSocket.setUp(descriptor) else {
            closeDescriptor(descriptor)
            return nil
        }
    }

    deinit { closeDescriptor(descriptor) }

    /// Reads what has come; the request's head once all of it is there.
    func read() -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while !isOver {
            let count = systemRead(descriptor, &chunk, chunk.count)
            if count > 0 {
                // The end may stand across two reads.
                let start = max(0, bytes.count - 3)
                bytes += chunk[..<count]
                if let end = Self.end(of: bytes, from: start) { return Array(bytes[..<end]) }
                if bytes.count > Self.requestLimit { answer(.tooLarge) }
            } else if count < 0, errno == EINTR {
                continue
            } else {
                isOver = count == 0 || errno != EAGAIN
                return nil
            }
        }
        return nil
    }

    /// Answers and hangs up. It is a few hundred bytes, which a socket takes at once.
    func answer(_ answer: LoopbackAnswer) {
        isOver = true
        let bytes = answer.bytes
        #if canImport(Darwin)
            _ = send(descriptor, bytes, bytes.count, 0)
        #else
            _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #endif
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Where the head ends: behind the first empty line.
    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (start...(bytes.count - 4)).first { index in
            bytes[index] == 13 && bytes[index + 1] == 10 && bytes[index + 2] == 13 && bytes[index + 3] == 10
        }
    }
}

// `LoopbackConnection` has a `read` of its own, which hides the system's.
private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = read
