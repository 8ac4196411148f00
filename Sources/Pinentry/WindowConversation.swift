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
/// window: the secrets of the screen, each in a frame that begins with a zero; only where the button takes them
/// window: {"method": "answer", "params": answer}
/// ```
///
/// While a measured field is typed in, the window hands over its text with `typed`, and is answered with `measure`.
///
/// The program gets an environment of its own and inherits nothing. After an error the conversation is over.
public final class WindowConversation: Sendable {
    private let thread: ConversationThread
    private let process: PinentryProcess
    private let state = Mutex(State())
    /// The number of the screen that is shown.
    private let number = Mutex(0)
    /// Held while a frame goes out: a screen can be replaced while its answer is awaited.
    private let sending = Mutex(())

    private struct State: ~Copyable {
        var reader = FrameReader()
    }

    /// A person's press of a button, with the texts and choices of the screen.
    public struct Answer: Sendable {
        public let button: String
        /// The number of the screen.
        public let screen: Int
        /// The choices and texts of the parts with an id.
        public let values: [String: [String]]
        private let secrets: [SecretAnswer]

        package init(
            button: String, screen: Int, values: [String: [String]] = [:], secrets: [SecretAnswer] = []
        ) {
            self.screen = screen
            self.button = button
            self.values = values
            self.secrets = secrets
        }

        /// A copy of a secret; nil if there are fewer.
        public func secret(_ index: Int = 0) -> SecretBytes? {
            secrets.indices.contains(index) ? secrets[index].bytes.clone() : nil
        }
    }

    /// Says how good the text of a field is.
    public typealias Measuring = @Sendable (_ text: borrowing SecretBytes, _ screen: Int) -> ScreenMeasure

    /// Waits for a screen that takes the place of the one that is shown; nil if none follows.
    public typealias Replacing = @Sendable () async -> (@Sendable (_ number: Int) -> Screen)?

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
        let process = try await thread.startProgram(program, environment: display.variables, deadline: deadline)
        let conversation = WindowConversation(thread: thread, process: process)
        do throws(PinentryError) {
            let first = await withTaskCancellationHandler { () async -> Result<Event, PinentryError> in
                do throws(PinentryError) {
                    return .success(try await thread.perform { () throws(PinentryError) in try conversation.next() })
                } catch {
                    return .failure(error)
                }
            } onCancel: {
                process.cancel()
            }
            guard case .ready = try first.get() else { throw .fault(.unexpectedData) }
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
    ///   - measure: Measures what is typed in the screen's field.
    ///   - next: Asked again and again, until the press, for a screen that takes the place of this one. An answer to the one before doesn't count.
    ///   - screen: Gets the number of the screen.
    /// - Throws: `ended`, `timedOut`, `cancelled`, `fault`.
    public func ask(
        showing text: consuming SecretBytes? = nil, measuring measure: Measuring? = nil,
        replacing next: Replacing? = nil, _ screen: @Sendable (_ number: Int) -> Screen
    ) async throws(PinentryError) -> Answer {
        var held: SecretAnswer?
        if let text { held = SecretAnswer(text) }
        let frame = try Self.frame(ScreenMethod.show, screen(newNumber()).json)
        let (shown, isShown) = AsyncStream.makeStream(of: Void.self)
        let replacing = next.map { next in
            Task { [self] in
                // A screen that overtook the first would be taken away by it.
                var first = shown.makeAsyncIterator()
                guard await first.next() != nil else { return }
                while let screen = await next(), !Task.isCancelled { await replace(screen) }
            }
        }
        defer { replacing?.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                thread.enqueue { [self, held] in
                    continuation.resume(returning: exchange(frame, showing: held, measure, isShown))
                }
            }
        } onCancel: {
            process.cancel()
        }
        return try result.get()
    }

    private func newNumber() -> Int {
        number.withLock { number in
            number += 1
            return number
        }
    }

    /// Shows a screen while the answer to the one before is awaited. If it can't be shown, the conversation is over.
    private func replace(_ screen: @Sendable (_ number: Int) -> Screen) async {
        do throws(PinentryError) {
            let frame = try Self.frame(ScreenMethod.show, screen(newNumber()).json)
            // The conversation's own thread waits for the answer.
            let writer = try ConversationThread()
            defer { writer.end() }
            try await writer.perform { [self] () throws(PinentryError) in try send(frame) }
        } catch {
            process.cancel()
        }
    }

    private static func frame(_ method: String, _ params: JSON) throws(PinentryError) -> [UInt8] {
        let message: JSON = ["jsonrpc": "2.0", "method": .string(JSONString(method)), "params": params]
        do throws(FrameError) { return try Frame.encode(message.serialized()) } catch { throw .fault(.lineTooLong) }
    }

    /// Sends a screen and reads until its answer, on the conversation's thread.
    private func exchange(
        _ frame: [UInt8], showing text: SecretAnswer?, _ measure: Measuring?,
        _ isShown: AsyncStream<Void>.Continuation
    ) -> Result<Answer, PinentryError> {
        defer { isShown.finish() }
        do throws(PinentryError) {
            if let text {
                var header = Frame.header(count: text.bytes.count + 1)
                header.append(0)
                try send(header)
                try process.send(text.bytes)
            }
            try send(frame)
            isShown.yield()
            var secrets: [SecretAnswer] = []
            while true {
                switch try next() {
                case .ready: throw .fault(.unexpectedData)
                case .secret(let bytes):
                    guard secrets.count < 2 else { throw .fault(.unexpectedData) }
                    secrets.append(bytes)
                case .typed(let screen):
                    defer { secrets = [] }
                    guard screen == number.withLock({ $0 }) else { continue }
                    guard let measure, let typed = secrets.first else { throw .fault(.unexpectedData) }
                    try send(Self.frame(ScreenMethod.measure, measure(typed.bytes, screen).json))
                case .answer(let answer):
                    // One to the screen before, pressed as this one came.
                    guard answer.screen == number.withLock({ $0 }) else {
                        secrets = []
                        continue
                    }
                    guard answer.secrets == secrets.count else { throw .fault(.unexpectedData) }
                    return .success(
                        Answer(button: answer.button, screen: answer.screen, values: answer.values, secrets: secrets))
                }
            }
        } catch {
            process.end()
            return .failure(error)
        }
    }

    private func send(_ bytes: [UInt8]) throws(PinentryError) {
        try sending.withLock { _ throws(PinentryError) in
            try bytes.withUnsafeBufferPointer { bytes throws(PinentryError) in
                try process.send(UnsafeRawBufferPointer(bytes))
            }
        }
    }

    private enum Event: Sendable {
        case ready
        case secret(SecretAnswer)
        case typed(screen: Int)
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
        if message?["method"]?.text == ScreenMethod.typed, let params = message?["params"]?.object {
            var members = RPCParameters(params)
            guard let screen = try? members.int("screen") else { throw .fault(.malformedLine) }
            return .typed(screen: screen)
        }
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
