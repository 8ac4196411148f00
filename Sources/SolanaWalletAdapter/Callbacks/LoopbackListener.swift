#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Takes one callback over HTTP on 127.0.0.1, for programs without a scheme of their own (RFC 8252, section 7.3).
///
/// The system draws the port and ``DeeplinkFetcher`` the path. A request for another path, by another method or under another host's name
/// gets an error and changes nothing. A page whose own name points here sends such a host name. The listener's thread ends with the first
/// callback or with ``close()``.
final class LoopbackListener: Sendable {
    /// The redirect link: `http://127.0.0.1:PORT/PATH`.
    let address: String

    private let host: String
    private let path: String
    private let socket: Int32
    /// A pipe that becomes readable when the wait is over.
    private let wake: (reading: Int32, writing: Int32)

    /// The number of connections held at once; a browser opens some that it never uses.
    private static let connectionLimit = 16

    /// - Throws: `noListener`.
    init(path: String) throws(WalletAdapterError) {
        let socket = try LoopbackSocket.listen()
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            let number = errno
            closeDescriptor(socket)
            throw .noListener(errno: number)
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        self.socket = socket
        wake = (ends[0], ends[1])
        host = "127.0.0.1:\(LoopbackSocket.port(of: socket))"
        address = "http://\(host)/\(path)"
        self.path = "/\(path)"
    }

    deinit {
        for descriptor in [socket, wake.reading, wake.writing] { closeDescriptor(descriptor) }
    }

    /// Waits for the callback on a thread of its own.
    func listen(for pending: Pending<String>) {
        OwnThread.start { [self] in run(pending) }
    }

    /// Ends the wait; the thread sees it at once.
    func close() {
        _ = write(wake.writing, "x", 1)
    }

    private func run(_ pending: Pending<String>) {
        var connections: [LoopbackConnection] = []
        while pending.isOpen {
            var entries = [wake.reading, socket].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            entries += connections.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { return }
            if entries[0].revents != 0 { return }
            for (connection, entry) in zip(connections, entries.dropFirst(2)) where entry.revents != 0 {
                if serve(connection, pending) { return }
            }
            connections.removeAll(where: \.isOver)
            if entries[1].revents != 0, let connection = LoopbackConnection(accepting: socket) {
                // The oldest one makes room, so that a client that holds connections open can't keep the browser out.
                if connections.count == Self.connectionLimit { connections.removeFirst() }
                connections.append(connection)
            }
        }
    }

    /// Reads the bytes that have arrived; true if they completed the callback.
    private func serve(_ connection: LoopbackConnection, _ pending: Pending<String>) -> Bool {
        guard let head = connection.read() else { return false }
        switch LoopbackRequest.target(of: head, host: host) {
        case .success(let target):
            guard target.utf8.elementsEqual(path.utf8) || target.hasPrefix(path + "?") else {
                connection.answer(.notFound)
                return false
            }
            // Answered first: once the app has its callback, it may be gone.
            connection.answer(pending.isOpen ? .taken : .gone)
            return pending.end(.success("http://\(host)\(target)"))
        case .failure(let fault):
            connection.answer(fault)
            return false
        }
    }
}
