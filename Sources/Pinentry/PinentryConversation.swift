import Synchronization

/// A conversation with one pinentry, from its start to its end: one question after the other.
///
/// ```
/// pinentry: OK Pleased to meet you
///     wallet: OPTION lc-ctype=C.UTF-8, SETTITLE ..., SETDESC ..., SETTIMEOUT 120, each answered by OK
///     wallet: CONFIRM
/// pinentry: OK | ERR 83886179 cancelled | ERR 83886194 not confirmed | ERR 83886142 timeout
/// ```
///
/// The program gets an environment of its own and inherits nothing. After an error it is of no more use. It is killed and waited for by
/// ``close()``, or when this object goes.
///
/// - Note: The protocol is in `pinentry.info`, node "Protocol".
public final class PinentryConversation: Sendable {
    private let thread: ConversationThread
    private let process: PinentryProcess

    /// Where a terminal is to be asked on, its name (`/dev/pts/3`) and kind (`xterm`).
    public struct Terminal: Sendable, Hashable {
        let name: String
        let kind: String

        public init(name: String, kind: String) {
            self.name = name
            self.kind = kind
        }
    }

    private init(thread: ConversationThread, process: PinentryProcess) {
        self.thread = thread
        self.process = process
    }

    deinit {
        process.cancel()
        // The process may be in use on its thread until it has seen that; it ends when that lets it go.
        thread.end()
    }

    /// Starts a program and hears its greeting.
    ///
    /// - Parameter limit: For everything that follows, until it is closed.
    /// - Throws: `noDisplay`, `notStarted`, `ended`, `timedOut`, `cancelled`, `fault`, `refused`.
    public static func open(
        _ program: PinentryProgram, display: DisplayEnvironment, terminal: Terminal? = nil, limit: Duration
    ) async throws(PinentryError) -> PinentryConversation {
        guard display.hasDisplay || terminal != nil else { throw .noDisplay }
        let deadline = ContinuousClock.now + limit
        let thread = try ConversationThread()
        let started = await withCheckedContinuation { continuation in
            thread.enqueue {
                do throws(PinentryError) {
                    let process = try PinentryProcess(program, environment: display.variables, deadline: deadline)
                    continuation.resume(returning: Result<PinentryProcess, PinentryError>.success(process))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        guard case .success(let process) = started else {
            thread.end()
            _ = try started.get()
            throw .ended
        }
        let conversation = PinentryConversation(thread: thread, process: process)
        var options = ["lc-ctype=\(display.locale)", "lc-messages=\(display.locale)"]
        if let terminal { options += ["ttyname=\(terminal.name)", "ttytype=\(terminal.kind)"] }
        do throws(PinentryError) {
            try await conversation.greet(options, isOnTerminal: terminal != nil)
        } catch {
            await conversation.close()
            throw error
        }
        return conversation
    }

    /// Ends the program and waits until it is gone.
    public func close() async {
        process.cancel()
        await withCheckedContinuation { continuation in
            thread.enqueue { [process] in
                process.end()
                continuation.resume()
            }
        }
        thread.end()
    }

    private func greet(_ options: [String], isOnTerminal: Bool) async throws(PinentryError) {
        _ = try await run { process throws(PinentryError) in
            try process.expectOK()
            for option in options { try process.command("OPTION", option) }
            // One that was made for windows and finds no display turns to the terminal, and there may be none.
            if !isOnTerminal, try process.isForTerminals() { throw .noDisplay }
            return true
        }
    }

    /// Runs a part of the conversation on its thread; cancelling the task ends the program.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable (PinentryProcess) throws(PinentryError) -> Value
    ) async throws(PinentryError) -> Value {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                thread.enqueue { [process] in
                    let result: Result<Value, PinentryError>
                    do throws(PinentryError) {
                        result = .success(try body(process))
                    } catch {
                        // What it still says would be taken for the next answer.
                        process.end()
                        result = .failure(error)
                    }
                    continuation.resume(returning: result)
                }
            }
        } onCancel: {
            process.cancel()
        }
        return try result.get()
    }
}
