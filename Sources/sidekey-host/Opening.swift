import AgentSocket

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The first words to an agent: `host.attach` and the browser's first frame, sent whole and answered before anything else.
enum Opening {
    /// - Parameter agent: a connected socket; it is made non-blocking.
    static func send(
        _ attach: [UInt8], _ first: borrowing FirstFrame, to agent: Int32, for browser: borrowing Browser
    ) -> AgentConnection.Greeting {
        _ = fcntl(agent, F_SETFL, fcntl(agent, F_GETFL) | O_NONBLOCK)
        var outcome = attach.withUnsafeBytes { transmit($0, to: agent, browser) }
        if outcome == nil { outcome = first.withBytes { transmit($0, to: agent, browser) } }
        return outcome ?? waitForAnswer(from: agent, browser)
    }

    private static func transmit(
        _ bytes: UnsafeRawBufferPointer, to agent: Int32, _ browser: borrowing Browser
    ) -> AgentConnection.Greeting? {
        var rest = bytes
        while !rest.isEmpty {
            let count = write(agent, rest.baseAddress, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                guard browser.staysUntil(agent, is: POLLOUT) else { return .abandoned }
            } else if errno != EINTR {
                return .unanswered
            }
        }
        return nil
    }

    private static func waitForAnswer(from agent: Int32, _ browser: borrowing Browser) -> AgentConnection.Greeting {
        while true {
            guard browser.staysUntil(agent, is: POLLIN) else { return .abandoned }
            var byte: UInt8 = 0
            let count = recv(agent, &byte, 1, Int32(MSG_PEEK))
            if count > 0 { return .answered }
            guard count < 0, errno == EINTR || errno == EAGAIN else { return .unanswered }
        }
    }
}
