import AgentSocket
import JSONRPC
import NativeMessaging
import Pinentry
import Salt
import WalletKeys
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One conversation with the agent, in the class "command line" (`docs/protocol.md`, "Who is calling").
struct AgentClient: ~Copyable {
    /// The agent's answer to `hello`.
    let greeting: JSON
    private var frames: FileDescriptorFrames
    private let socket: Int32
    private var calls = 0

    /// The time that an answer may take. Deriving a key from a passphrase takes under a second, and somewhat more on a busy machine.
    private static let patience = Duration.seconds(60)

    /// The time that a command goes on waiting once it has heard that something is being sent or signed on a device; the agent waits as long.
    private static let sendingPatience = Duration.seconds(330)

    /// The environment variables for the wallet's location and for the agent to inherit.
    static var environment: ProcessEnvironment {
        ProcessEnvironment(reading: AgentProgram.variables + AgentProgram.testVariables)
    }

    /// The display and terminal of this command. With the passphrase, it tells the agent where the user sits.
    static var place: JSON {
        var variables: JSONObject = [:]
        let environment = ProcessEnvironment(reading: DisplayEnvironment.names)
        for (name, value) in environment.selecting(DisplayEnvironment.names) {
            variables[name] = .string(JSONString(value))
        }
        return .object(variables)
    }

    /// Connects and says hello. If the agent isn't running and `starting` is true, starts it.
    ///
    /// An agent that is just leaving closes the connection without an answer, as one does that was replaced by a newer
    /// one. The next agent is greeted then.
    static func connect(starting: Bool = true) throws(CommandError) -> AgentClient {
        let socket: Int32
        do throws(AgentSocketError) {
            let environment = environment
            socket = try AgentConnection.open(
                WalletFolder(environment: environment),
                starting: starting ? AgentProgram.besideThisProgram() : nil, environment: environment,
                greeting: greet)
        } catch {
            throw CommandError(error)
        }
        return try AgentClient(greeted: socket)
    }

    /// Waits a moment before the agent is asked again.
    static func waitBriefly() { _ = AgentConnection.sleep(milliseconds: 20) }

    /// The files of the wallet that the agent has open, or that the next one opens.
    static func walletFolder() throws(AgentSocketError) -> String {
        WalletList(folder: try WalletFolder(environment: environment).data).current().folder
    }

    /// Waits until the agent that was told to stop is gone, so that the next command doesn't meet an agent that is leaving.
    static func waitForEnd() throws(CommandError) {
        do throws(AgentSocketError) {
            try AgentConnection.waitForEnd(in: WalletFolder(environment: environment))
        } catch {
            throw CommandError(error)
        }
    }

    /// Takes over a socket on which hello was said, and reads the answer.
    private init(greeted socket: Int32) throws(CommandError) {
        var frames = FileDescriptorFrames(reading: socket, writing: socket)
        do throws(CommandError) {
            greeting = try Self.answer(id: Self.hello.id, on: &frames)
        } catch {
            close(socket)
            throw error
        }
        self.socket = socket
        self.frames = frames
    }

    private static let hello = RPCRequest(
        id: "hello", method: "hello",
        params: [
            "protocol": .number(Release.protocolNumber), "client": "cli", "version": .string(Release.version),
        ])

    /// Ignores what is left of the time for a connection, since a command waits longer for an answer.
    private static func greet(_ socket: Int32, _: Duration) -> AgentConnection.Greeting {
        let frames = FileDescriptorFrames(reading: socket, writing: socket)
        do throws(FrameError) {
            try frames.writeFrame(hello.serialized(), deadline: .now + patience)
        } catch {
            return .unanswered
        }
        var state = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        // That it waited so long is said by whoever called this.
        guard poll(&state, 1, Int32(patience.components.seconds) * 1000) > 0 else { return .unanswered }
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK)) > 0 ? .answered : .unanswered
    }

    deinit { close(socket) }

    /// Calls a method and returns its result.
    mutating func call(_ method: String, _ params: JSONObject = [:]) throws(CommandError) -> JSON {
        calls += 1
        return try Self.answer(to: RPCRequest(id: "\(calls)", method: method, params: params), on: &frames)
    }

    /// Calls a method that waits for a decision of the user.
    mutating func call(
        _ method: String, _ params: JSONObject, within patience: Duration
    ) throws(CommandError) -> JSON {
        calls += 1
        let request = RPCRequest(id: "\(calls)", method: method, params: params)
        do throws(FrameError) {
            try frames.writeFrame(request.serialized(), deadline: .now + Self.patience)
        } catch {
            throw Self.failure(error)
        }
        return try Self.answer(id: request.id, on: &frames, within: patience)
    }

    /// The time that a command waits for nodes before it shows what is known without them.
    private static let pause = Duration.seconds(1)

    /// Calls a method for which the agent asks nodes. If that takes longer than a second, another call shows what is known meanwhile.
    ///
    /// - Parameters:
    ///   - other: The call that asks no node.
    ///   - tell: Receives its result, unless that is a refusal.
    mutating func call(
        _ method: String, _ params: JSONObject, meanwhile other: (method: String, params: JSONObject),
        tell: (JSON) -> Void
    ) throws(CommandError) -> JSON {
        calls += 2
        let request = RPCRequest(id: "\(calls - 1)", method: method, params: params)
        let second = RPCRequest(id: "\(calls)", method: other.method, params: other.params)
        let start = ContinuousClock.now
        var isLate = false
        try write(request)
        while true {
            let source: JSONSource
            do throws(FrameError) {
                source = try frames.readFrame(deadline: start + (isLate ? Self.patience : Self.pause)) {
                    JSONSource(copying: $0)
                }
            } catch {
                guard !isLate, case .timedOut = error else { throw Self.failure(error) }
                isLate = true
                try write(second)
                continue
            }
            guard let message = try? RPCMessage(parsing: source) else {
                throw CommandError(say(.agentAnswerUnclear), hint: say(.hintInstallAgain))
            }
            guard case .response(let response) = message else { continue }
            switch (response.id, response.outcome) {
            case (second.id, .success(let known)): tell(known)
            case (second.id, .failure): continue
            case (request.id, .success(let result)): return result
            case (request.id, .failure(let error)), (nil, .failure(let error)): throw CommandError(error)
            default: continue
            }
        }
    }

    private func write(_ request: RPCRequest) throws(CommandError) {
        do throws(FrameError) {
            try frames.writeFrame(request.serialized(), deadline: .now + Self.patience)
        } catch {
            throw Self.failure(error)
        }
    }

    /// Calls a method with a request whose secrets are sealed for this conversation.
    mutating func call(
        _ request: borrowing SecretRequest, within patience: Duration = patience
    ) throws(CommandError) -> JSON {
        try Self.answer(to: request.sealed(to: greeting), on: &frames, within: patience)
    }

    /// Calls a method with the passphrase that allows it.
    ///
    /// - Parameter params: The parameters that aren't secret; nil is left out.
    mutating func call(
        _ method: String, _ params: KeyValuePairs<String, JSON?> = [:], passphrase: borrowing SecretBytes,
        within patience: Duration = patience
    ) throws(CommandError) -> JSON {
        calls += 1
        let id = "\(calls)"
        let request = try passphrase.withBytes { passphrase throws(CommandError) in
            try SecretRequest(id: id, method: method, params: params, passphrase: passphrase)
        }
        return try call(request, within: patience)
    }

    /// Sends a request that waits for a decision, and returns the id under which it waits in the queue.
    ///
    /// - Throws: the agent's refusal.
    mutating func begin(_ method: String, _ params: JSONObject) throws(CommandError) -> String {
        calls += 1
        let request = RPCRequest(id: "\(calls)", method: method, params: params)
        let deadline = ContinuousClock.now + Self.patience
        var refusal: RPCResponse?
        do throws(FrameError) {
            try frames.writeFrame(request.serialized(), deadline: deadline)
            read: while true {
                let source = try frames.readFrame(deadline: deadline) { JSONSource(copying: $0) }
                switch try? RPCMessage(parsing: source) {
                case .notification(let notification)
                where notification.method == "com.wallet.request" && notification.params["own"] == true:
                    if let id = notification.params["id"]?.text { return id }
                case .response(let response) where response.id == request.id || response.id == nil:
                    refusal = response
                    break read
                default: continue
                }
            }
        } catch {
            throw Self.failure(error)
        }
        if case .failure(let error) = refusal?.outcome { throw CommandError(error) }
        throw CommandError(say(.agentDecidedAlone), hint: say(.hintInstallAgain))
    }

    /// Returns the answer to the request that ``begin(_:_:)`` sent last.
    mutating func finish() throws(CommandError) -> JSON {
        try Self.answer(id: "\(calls)", on: &frames, within: Self.sendingPatience)
    }

    /// Follows a list's cursors to its end.
    ///
    /// - Parameters:
    ///   - params: the parameters of the request for each page.
    ///   - member: the result's array.
    mutating func all(
        _ method: String, _ params: JSONObject = [:], member: String
    ) throws(CommandError) -> [JSON] {
        var first: JSON?
        return try all(method, params, member: member, first: &first)
    }

    /// Follows a list's cursors to its end, and hands over the first page.
    mutating func all(
        _ method: String, _ params: JSONObject = [:], member: String, first: inout JSON?
    ) throws(CommandError) -> [JSON] {
        var rows: [JSON] = []
        var params = params
        params["limit"] = 100
        // More pages than any bound of the agent's allows means an agent that doesn't end its lists.
        for _ in 0..<1000 {
            let page = try call(method, params)
            first = first ?? page
            rows += page[member]?.array ?? []
            guard let cursor = page["cursor"] else { return rows }
            params["cursor"] = cursor
        }
        throw CommandError(say(.agentListEndless))
    }

    private static func answer(
        to request: RPCRequest, on frames: inout FileDescriptorFrames, within patience: Duration = patience
    ) throws(CommandError) -> JSON {
        do throws(FrameError) {
            try frames.writeFrame(request.serialized(), deadline: .now + Self.patience)
        } catch {
            throw failure(error)
        }
        return try answer(id: request.id, on: &frames, within: patience)
    }

    /// Reads on to the response with this id; skips notifications before it, which aren't for this client.
    private static func answer(
        id: String, on frames: inout FileDescriptorFrames, within patience: Duration = patience
    ) throws(CommandError) -> JSON {
        let begun = ContinuousClock.now
        var deadline = begun + patience
        while true {
            let source: JSONSource
            do throws(FrameError) {
                source = try frames.readFrame(deadline: deadline) { JSONSource(copying: $0) }
            } catch {
                throw failure(error, after: deadline - begun)
            }
            guard let message = try? RPCMessage(parsing: source) else {
                throw CommandError(say(.agentAnswerUnclear), hint: say(.hintInstallAgain))
            }
            // Something is being sent, or the user reads on a device and presses there when they like.
            if case .notification(let notification) = message,
                ["com.wallet.progress", "com.wallet.approved"].contains(notification.method)
            {
                deadline = .now + sendingPatience
            }
            guard case .response(let response) = message, response.id == id || response.id == nil else { continue }
            switch response.outcome {
            case .success(let result): return result
            case .failure(let error): throw CommandError(error)
            }
        }
    }

    /// - Parameter waited: The time that was spent waiting for an answer.
    private static func failure(_ error: FrameError, after waited: Duration = patience) -> CommandError {
        switch error {
        case .closed, .truncated, .brokenPipe: CommandError(say(.agentClosed), status: .unreachable)
        case .timedOut:
            CommandError(say(.agentSilent, ["seconds": "\(waited.components.seconds)"]), status: .unreachable)
        case .tooLarge(let count): CommandError(say(.countedMessageTooLarge, count))
        case .empty, .system: CommandError(say(.agentConnectionFailed), status: .unreachable)
        }
    }
}
