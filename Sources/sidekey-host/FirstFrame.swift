import AgentSocket
import JSONRPC
import NativeMessaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The first frame from a browser, held whole: the `hello` that the agent is started for.
///
/// A frame that isn't a `hello` is answered here, at once and without an agent. The frame is kept until the agent's
/// first answer, so that it can be sent again to the next agent if the first was just leaving.
struct FirstFrame: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer
    private var count = 0

    /// - Parameter payloadCount: 1 to `Frame.maximumCount`.
    init(payloadCount: Int) {
        memory = .allocate(byteCount: Frame.headerCount + payloadCount, alignment: 16)
        append(Frame.header(count: payloadCount))
    }

    deinit {
        memory.wipe(memory.count)
        memory.deallocate()
    }

    /// The room for the payload's next bytes; empty once it is whole.
    var room: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(rebasing: memory[count...]) }

    mutating func didRead(_ bytes: Int) { count += bytes }

    /// Lends header and payload.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(memory))
    }

    /// Checks that this is a `hello` that the agent can judge, and returns its id; nil for a notification or a response,
    /// which gets no answer.
    ///
    /// It checks only `protocol`: another protocol's `hello` may have other parameters.
    ///
    /// - Throws: The answer: the faults of JSON and of requests, `hello-first`, or those of the parameter `protocol`.
    func checkHello() throws(RPCFault) -> String? {
        let payload = UnsafeRawBufferPointer(rebasing: memory[Frame.headerCount...])
        guard case .request(let request) = try RPCMessage(parsing: JSONSource(copying: payload)) else { return nil }
        guard request.method == "hello" else {
            throw RPCFault(
                id: request.id, error: RPCError(.invalidRequest, .helloFirst, "the first request must be hello"))
        }
        do throws(RPCError) {
            var parameters = RPCParameters(request.params)
            _ = try parameters.int("protocol")
        } catch {
            throw RPCFault(id: request.id, error: error)
        }
        return request.id
    }

    private mutating func append(_ bytes: [UInt8]) {
        room.copyBytes(from: bytes)
        count += bytes.count
    }
}

/// The first messages to an agent: `host.attach` and the browser's first frame, sent whole and answered before anything else.
enum Opening {
    /// - Parameters:
    ///   - agent: a connected socket; it is made non-blocking.
    ///   - patience: the time for all of it; an agent that hangs counts as none.
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

    /// Waits until the agent's socket is ready. If it isn't, returns the outcome of the opening.
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

/// `host.attach`, the first frame on the socket. It names the host's caller before any byte from the browser.
enum AttachNotification {
    /// The variables of the browser's environment that the agent may see: those that a prompt needs to appear on the user's screen.
    static let variables = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP", "XDG_RUNTIME_DIR",
        "LANG", "LC_ALL", "DBUS_SESSION_BUS_ADDRESS",
    ]

    /// Returns the notification as a frame.
    ///
    /// - Throws: `tooLarge`, which the bounds of arguments and variables keep from happening.
    static func frame(for caller: BrowserCaller, environment: ProcessEnvironment) throws(FrameError) -> [UInt8] {
        var variables: JSONObject = [:]
        for (name, value) in environment.selecting(Self.variables) where value.utf8.count <= 4096 {
            variables[name] = .string(JSONString(value))
        }
        let notification = RPCNotification(
            method: "host.attach",
            params: [
                "arguments": .array(caller.arguments.map { .string(JSONString($0)) }),
                "browser": .string(JSONString(caller.browser.rawValue)),
                "caller": .string(JSONString(caller.name)),
                "environment": .object(variables),
                "version": .string(JSONString(Release.version)),
            ])
        return try Frame.encode(notification.serialized())
    }
}
