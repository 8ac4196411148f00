internal import Deeplinks

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One connection from a browser: one request, one answer. It belongs to the listener's thread.
final class LoopbackConnection {
    /// The longest request in bytes: a callback and the browser's own headers.
    static let requestLimit = DeeplinkReply.maximumBytes + 16_384

    let descriptor: Int32
    private(set) var isOver = false
    private var bytes: [UInt8] = []

    /// Takes a connection that has arrived; nil if it has gone again.
    init?(accepting socket: Int32) {
        descriptor = accept(socket, nil, nil)
        guard descriptor >= 0 else { return nil }
        guard LoopbackSocket.setUp(descriptor) else {
            closeDescriptor(descriptor)
            return nil
        }
    }

    deinit { closeDescriptor(descriptor) }

    /// Reads the bytes that have arrived; the request's head once it is complete.
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

    /// The end of the head: behind the first empty line.
    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        guard bytes.count >= 4 else { return nil }
        return (start...(bytes.count - 4)).first { index in
            bytes[index] == 13 && bytes[index + 1] == 10 && bytes[index + 2] == 13 && bytes[index + 3] == 10
        }
    }
}

// `LoopbackConnection` has a `read` of its own, which hides the system's.
private let systemRead: @Sendable (Int32, UnsafeMutableRawPointer?, Int) -> Int = read

/// A browser's request to the listener.
enum LoopbackRequest {
    /// The path and query of a request's head.
    ///
    /// - Parameter host: the host that the browser must have meant to reach. Another person's page whose name points here sends its own.
    static func target(of head: [UInt8], host: String) -> Result<String, LoopbackAnswer> {
        let lines = head.split(separator: 10).map { $0.last == 13 ? $0.dropLast() : $0 }
        guard let first = lines.first else { return .failure(.badRequest) }
        let words = first.split(separator: 0x20, omittingEmptySubsequences: false)
        guard words.count == 3, words[2].starts(with: Array("HTTP/1.".utf8)),
            words[1].first == UInt8(ascii: "/"), words[1].allSatisfy({ (0x21...0x7E).contains($0) })
        else { return .failure(.badRequest) }
        guard words[0].elementsEqual("GET".utf8) else { return .failure(.wrongMethod) }
        let hosts = lines.dropFirst().filter { String(decoding: $0.prefix(5), as: UTF8.self).lowercased() == "host:" }
        guard hosts.count == 1, let value = hosts.first?.dropFirst(5).split(separator: 0x20),
            value.count == 1, value[0].elementsEqual(host.utf8)
        else { return .failure(.badRequest) }
        return .success(String(decoding: words[1], as: UTF8.self))
    }
}

/// The listener's answer to a browser.
enum LoopbackAnswer: Error {
    /// The callback was taken.
    case taken
    /// It came late.
    case gone
    case notFound
    case badRequest
    case wrongMethod
    case tooLarge

    private var status: String {
        switch self {
        case .taken: "200 OK"
        case .gone: "410 Gone"
        case .notFound: "404 Not Found"
        case .badRequest: "400 Bad Request"
        case .wrongMethod: "405 Method Not Allowed"
        case .tooLarge: "414 URI Too Long"
        }
    }

    private var text: String {
        switch self {
        case .taken: "The wallet has answered. You can close this page and go back to the app."
        case .gone: "The app does not wait for this answer any more."
        case .notFound, .badRequest, .wrongMethod, .tooLarge: "There is nothing here."
        }
    }

    /// The whole response. It runs no script, isn't cached, and tells no other page the address, which holds the sealed answer.
    var bytes: [UInt8] {
        let page = """
            <!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>Wallet</title><p>\(text)</p>

            """
        let head = [
            "HTTP/1.1 \(status)", "Content-Type: text/html; charset=utf-8", "Content-Length: \(page.utf8.count)",
            "Cache-Control: no-store", "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
            "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'", "Connection: close",
        ]
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + page).utf8)
    }
}

/// Makes a socket that only this machine reaches.
enum LoopbackSocket {
    /// A socket that listens on 127.0.0.1 at a port of the system's choice; it doesn't block, and is closed on exec.
    ///
    /// - Throws: `noListener`.
    static func listen() throws(WalletAdapterError) -> Int32 {
        #if canImport(Darwin)
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw .noListener(errno: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let count = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, count) == 0 }
        }
        guard isBound, Self.setUp(descriptor), systemListen(descriptor, 16) == 0 else {
            let number = errno
            closeDescriptor(descriptor)
            throw .noListener(errno: number)
        }
        return descriptor
    }

    /// The port that the system chose.
    static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var count = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &count) }
        }
        return status == 0 ? UInt16(bigEndian: address.sin_port) : 0
    }

    static func setUp(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
            // A browser that hangs up mustn't end the app.
            var on: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 && fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    }
}

/// `close`, `listen`, `read` and `send` for types that have methods of these names.
func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }
private let systemListen: @Sendable (Int32, Int32) -> Int32 = listen
