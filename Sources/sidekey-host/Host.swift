import AgentSocket
import CPlatform
import JSONRPC
import NativeMessaging

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `sidekey-host`: the program that a browser starts when the extension asks for the wallet.
///
/// It waits for the extension's `hello` and connects to the agent, which it starts if there is none. It names its
/// caller, and from then on copies frames. It keeps nothing, and ends when either side does.
@main enum Host {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments == ["--version"] {
            print("sidekey-host \(Release.version)")
            return
        }
        exit(run(BrowserCaller(arguments: arguments)))
    }

    /// Returns the exit status: 0 if the browser or the agent ended the session, 1 if the wallet can't be reached, 64
    /// (`EX_USAGE`) if no browser calls.
    private static func run(_ caller: BrowserCaller?) -> Int32 {
        if caller == nil {
            report("a browser starts this program for its extension; there is nothing to do by hand")
            if isatty(Browser.input) == 1 { return EX_USAGE }
        }
        // Passphrases pass through: no core file, and no reader of this memory but root.
        guard platform_harden() == 0, var browser = Browser() else {
            report("the system refuses what the host needs")
            return 1
        }
        while let frame = browser.readFrame() {
            do throws(RPCFault) {
                guard let id = try frame.checkHello() else { continue }
                guard let caller else {
                    _ = browser.deliver(Answer.callerRefused(id: id))
                    return EX_USAGE
                }
                return serve(frame, id: id, caller, browser)
            } catch {
                guard browser.deliver(Answer.fault(error)) else { return 0 }
            }
        }
        return 0
    }

    private static func serve(
        _ hello: borrowing FirstFrame, id: String, _ caller: BrowserCaller, _ browser: borrowing Browser
    ) -> Int32 {
        let environment = ProcessEnvironment(
            reading: AgentProgram.variables + AgentProgram.testVariables + AttachNotification.variables)
        do {
            let attach = try AttachNotification.frame(for: caller, environment: environment)
            let folder = try WalletFolder(environment: environment)
            let program = try AgentProgram.besideThisProgram()
            let agent = try AgentConnection.open(
                folder, starting: program, environment: environment,
                pause: { milliseconds in !browser.hasGone(within: milliseconds) },
                greeting: { agent, patience in
                    Opening.send(attach, hello, to: agent, for: browser, within: patience)
                })
            confine()
            var session = Session(agent: agent)
            return session.run(browser) == .agentFault ? 1 : 0
        } catch AgentSocketError.abandoned {
            return 0
        } catch {
            report("\(error)")
            _ = browser.deliver(Answer.agentUnavailable(id: id, error))
            return 1
        }
    }

    /// Takes everything from this process but its pipes, the agent's socket and its memory, once both are there.
    ///
    /// Not earlier: an agent that it has to start would be confined with it. A host that can't be confined still copies: it has no
    /// key, and the browser's own cage, in which that could be, is as narrow.
    private static func confine() {
        var held = platform_confinement()
        let failed = CStringArray([]).withPointer { platform_confine(PLATFORM_REACH_NOTHING, $0, nil, &held) }
        if failed != 0 { report("the system doesn't confine the host: errno \(failed)") }
    }

    /// Writes to standard error, which is the browser's. A person who looks for such a line finds it there.
    private static func report(_ text: String) {
        let line = Array("sidekey-host: \(text)\n".utf8)
        _ = write(STDERR_FILENO, line, line.count)
    }
}

/// The frames that the host itself writes to the browser. Everything else comes from the agent.
enum Answer {
    static func tooLarge(_ count: Int) -> [UInt8] {
        frame(
            nil,
            RPCError(
                .invalidRequest, .frameTooLarge, "a frame of \(count) bytes is longer than \(Frame.maximumCount)"))
    }

    static let empty = frame(nil, RPCError(.invalidRequest, .frameEmpty, "a frame of no bytes"))

    static func callerRefused(id: String?) -> [UInt8] {
        frame(id, RPCError(.invalidRequest, .callerRefused, "the host's arguments name no extension"))
    }

    /// - Parameter error: its description names paths and numbers and nothing from a frame.
    static func agentUnavailable(id: String?, _ error: any Error) -> [UInt8] {
        let reason: RPCReason =
            switch error as? AgentSocketError {
            case .diskFull: .diskFull
            case .diskReadOnly: .diskReadOnly
            default: .agentUnavailable
            }
        return frame(id, RPCError(.internalError, reason, "\(error)"))
    }

    /// Returns the answer for a frame of the agent that is too large for a browser: one byte too many ends the browser's port.
    static func agentFault(count: Int) -> [UInt8] {
        frame(nil, RPCError(.internalError, .internal, "the agent sent a frame of \(count) bytes"))
    }

    static func fault(_ fault: RPCFault) -> [UInt8] { frame(fault.id, fault.error) }

    private static func frame(_ id: String?, _ error: RPCError) -> [UInt8] {
        let payload = RPCResponse(id: id, outcome: .failure(error)).serialized()
        return Frame.header(count: payload.count) + payload
    }
}
