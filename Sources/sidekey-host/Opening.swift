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
    /// - Parameters:
    ///   - agent: a connected socket; it is made non-blocking.
    ///   - patience: how long all of it may take; an agent that hangs is as good as none.
    static func send(
        _ attach: [UInt8], _ first: borrowing FirstFrame, to agent: Int32, for browser: borrowing Browser,
        within patience: Duration
    ) -> AgentConnection.Greeting {
        let deadline = MonotonicTime.now + patience
        _ = fcntl(agent, F_SETFL, fcntl(agent, F_GETFL) | O_NONBLOCK)
        var outcome = attach.withUnsafeBytes { transmit($0, to: agent, browser, deadline) }
        if outcome == nil { outcome = first.withBytes { transmit($0, to: agent, browser, deadline) } }
        return outcome ?? waitForAnswer(from: agent, browser, deadline)
    }

    private static func transmit(
        _ bytes: UnsafeRawBufferPointer, to agent: Int32, _ browser: borrowing Browser, _ deadline: Duration
    ) -> AgentConnection.Greeting? {
        var rest = bytes
        while !rest.isEmpty {
            let count = write(agent, rest.baseAddress, rest.count)
            if count > 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                if let ending = wait(for: agent, POLLOUT, browser, deadline) { return ending }
            } else if errno != EINTR {
                return .unanswered
            }
        }
        return nil
    }

    private static func waitForAnswer(
        from agent: Int32, _ browser: borrowing Browser, _ deadline: Duration
    ) -> AgentConnection.Greeting {
        while true {
            if let ending = wait(for: agent, POLLIN, browser, deadline) { return ending }
            var byte: UInt8 = 0
            let count = recv(agent, &byte, 1, Int32(MSG_PEEK))
            if count > 0 { return .answered }
            guard count < 0, errno == EINTR || errno == EAGAIN else { return .unanswered }
        }
    }

    /// Waits until the agent's socket is ready. Returns how the opening ends where it isn't.
    private static func wait(
        for agent: Int32, _ events: Int32, _ browser: borrowing Browser, _ deadline: Duration
    ) -> AgentConnection.Greeting? {
        let left = (deadline - MonotonicTime.now).wholeMilliseconds
        guard left > 0 else { return .unanswered }
        switch browser.staysUntil(agent, is: events, within: Int32(clamping: left)) {
        case .ready: return nil
        case .timedOut: return .unanswered
        case .browserGone: return .abandoned
        }
    }
}
