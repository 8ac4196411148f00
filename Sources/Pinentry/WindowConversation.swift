import CPlatform
import JSONRPC
import NativeMessaging
public import Salt
public import Screens
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A conversation with one `sidekey-window` from its start to its end, one screen at a time.
///
/// ```
/// window: {"method": "ready"}
/// agent:  {"method": "show", "params": screen}
/// window: the secret of the screen's field, in a frame that begins with a zero; only where the button takes it
/// window: {"method": "answer", "params": answer}
/// ```
///
/// The program gets an environment of its own and inherits nothing. After an error the conversation is over.
public final class WindowConversation: Sendable {
    private let thread: ConversationThread
    private let process: PinentryProcess
    private let state = Mutex(State())

    private struct State: ~Copyable {
        var reader = FrameReader()
        var number = 0
    }

    /// What a person pressed, with the secret that they typed.
    public struct Answer: ~Copyable, Sendable {
        public let button: String
        private var secret: SecretBytes?

        init(button: String, secret: consuming SecretBytes?) {
            self.button = button
            self.secret = secret
        }

        /// Gives the secret away, once.
        public mutating func takeSecret() -> SecretBytes? { secret.take() }
    }

    private init(thread: ConversationThread, process: PinentryProcess) {
        self.thread = thread
        self.process = process
    }

    deinit {
        process.cancel()
        thread.end()
    }

    /// Starts the window's program, which shows nothing yet.
    ///
    /// - Parameter limit: The time limit for everything until the conversation is closed.
    /// - Throws: `noDisplay`, `notStarted`.
    public static func open(
        _ program: PinentryProgram, display: DisplayEnvironment, limit: Duration
    ) async throws(PinentryError) -> WindowConversation {
        guard display.hasDisplay else { throw .noDisplay }
        let deadline = ContinuousClock.now + limit
        let thread = try ConversationThread()
        let process = try await thread.start(program, environment: display.variables, deadline: deadline)
        let conversation = WindowConversation(thread: thread, process: process)
        do throws(PinentryError) {
            let first = try await thread.run { () throws(PinentryError) in try conversation.next() }
            guard case .ready = first else { throw .fault(.unexpectedData) }
        } catch {
            await conversation.close()
            // Without GTK's libraries, or without a display that it can reach, it has ended.
            throw error == .ended ? .noDisplay : error
        }
        return conversation
    }

    /// Shows a screen and waits for a press.
    ///
    /// - Parameters:
    ///   - text: The text of the screen's part for secrets, which goes to the window apart.
    ///   - screen: Gets the number of the screen.
    /// - Throws: `ended`, `timedOut`, `cancelled`, `fault`.
    public func ask(
        showing text: consuming SecretBytes? = nil, _ screen: @Sendable (_ number: Int) -> Screen
    ) async throws(PinentryError) -> Answer {
        var held: SecretAnswer?
        if let text { held = SecretAnswer(text) }
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let message: JSON = [
            "jsonrpc": "2.0", "method": .string(JSONString(ScreenMethod.show)), "params": screen(number).json,
        ]
        let frame: [UInt8]
        do throws(FrameError) { frame = try Frame.encode(message.serialized()) } catch { throw .fault(.lineTooLong) }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                thread.enqueue { [self, held] in continuation.resume(returning: exchange(frame, number, showing: held))
                }
            }
        } onCancel: {
            process.cancel()
        }
        let pressed = try result.get()
        return Answer(button: pressed.button, secret: pressed.secret?.bytes.clone())
    }

    private struct Held: Sendable {
        let button: String
        let secret: SecretAnswer?
    }

    /// Sends a screen and reads until its answer, on the conversation's thread.
    private func exchange(
        _ frame: [UInt8], _ number: Int, showing text: SecretAnswer?
    ) -> Result<Held, PinentryError> {
        do throws(PinentryError) {
            if let text {
                var header = Frame.header(count: text.bytes.count + 1)
                header.append(0)
                try send(header)
                try process.send(text.bytes)
            }
            try send(frame)
            var secret: SecretAnswer?
            while true {
                switch try next() {
                case .ready: throw .fault(.unexpectedData)
                case .secret(let bytes): secret = bytes
                case .answer(let answer):
                    // One to the screen before, pressed as this one came.
                    guard answer.screen == number else {
                        secret = nil
                        continue
                    }
                    guard answer.hasSecret == (secret != nil) else { throw .fault(.unexpectedData) }
                    return .success(Held(button: answer.button, secret: secret))
                }
            }
        } catch {
            process.end()
            return .failure(error)
        }
    }

    private func send(_ bytes: [UInt8]) throws(PinentryError) {
        try bytes.withUnsafeBufferPointer { bytes throws(PinentryError) in
            try process.send(UnsafeRawBufferPointer(bytes))
        }
    }

    private enum Event: Sendable {
        case ready
        case secret(SecretAnswer)
        case answer(ScreenAnswer)
    }

    private func next() throws(PinentryError) -> Event {
        while true {
            let event = try state.withLock { state throws(PinentryError) -> Event? in
                guard let event = state.reader.next() else { return nil }
                guard case .frame = event else { throw .fault(.lineTooLong) }
                return try state.reader.withFrame { frame throws(PinentryError) in try Self.event(in: frame) }
            }
            if let event { return event }
            let count = try state.withLock { state throws(PinentryError) in
                try state.reader.fill { buffer throws(PinentryError) in try process.receive(into: buffer) }
            }
            guard count > 0 else { throw .ended }
        }
    }

    private static func event(in frame: UnsafeRawBufferPointer) throws(PinentryError) -> Event {
        if frame.first == 0 {
            guard frame.count <= PinentryProcess.maximumSecretCount + 1 else { throw .fault(.lineTooLong) }
            return .secret(SecretAnswer(SecretBytes(copying: UnsafeRawBufferPointer(rebasing: frame.dropFirst()))))
        }
        let message = try? JSON(parsing: JSONSource(copying: frame))
        if message?["method"]?.text == ScreenMethod.ready { return .ready }
        guard let message, message["method"]?.text == ScreenMethod.answer, let params = message["params"]?.object,
            let answer = try? ScreenAnswer(params)
        else { throw .fault(.malformedLine) }
        return .answer(answer)
    }

    /// Ends the program and waits until it has ended.
    public func close() async {
        process.cancel()
        await withCheckedContinuation { continuation in
            thread.enqueue { [process] in
                process.end(patience: .zero)
                continuation.resume()
            }
        }
        thread.end()
    }
}
