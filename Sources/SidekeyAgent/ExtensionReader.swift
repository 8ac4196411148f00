import AgentSocket
import BrowserExtensions
import CPlatform
import Logging
import Pinentry
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The process that reads for a confined agent where browsers have the extension: a copy of the agent from before it had a thread or a secret.
///
/// It can open files for reading and see other processes, and nothing else: it makes no socket, starts nothing and changes nothing. It has no Landlock, by
/// which a process may look at no process outside of it. ``ExtensionReaderService`` says what it does, ``ReaderAnswer`` what it can tell.
package struct ReaderProcess: Sendable {
    let pid: Int32
    let socket: Int32

    /// Starts it. Call it while there is one thread.
    ///
    /// - Parameter extensions: The extensions whose files it looks for.
    /// - Throws: `system`.
    static func begin(extensions: [String]) throws(AgentSocketError) -> ReaderProcess {
        var (pid, socket): (pid_t, Int32) = (-1, -1)
        let agent = getpid()
        let failed = platform_begin_companion("sidekey-reader", &pid, &socket)
        guard failed == 0 else { throw .system(.spawn, path: "the agent's reader", errno: failed) }
        guard pid == 0 else { return ReaderProcess(pid: pid, socket: socket) }
        var held = platform_confinement()
        // Where the system refuses, it refuses the agent too, which tells of it.
        _ = CStringArray([]).withPointer { platform_confine(PLATFORM_REACH_READING, $0, nil, &held) }
        var service = ExtensionReaderService(extensions: extensions, client: agent)
        service.serve(on: socket)
        _exit(0)
    }

    /// True if it has ended: no copy of the extension can be known any more.
    var hasEnded: Bool { platform_child_ended(pid) }
}

/// The agent's end of the socket to its reader: one question at a time, each with its number and a time limit.
final class ExtensionReader: ExtensionReading {
    private struct Talk {
        var number: UInt32 = 0
        /// True if the last question is still unanswered.
        var isWaiting = false
        /// Why the last question has no answer; it is logged once.
        var silence: String?
    }

    /// Something that came from the reader, or didn't.
    private enum Arrival {
        case answer(ReaderAnswer)
        case nothing
        case ended
        case wild
    }

    /// The time limit for an answer. Each copy may take two seconds.
    private static let patience: Duration = .seconds(10)

    private let process: ReaderProcess
    private let extensions: [String]
    private let logger: Logger
    private let thread: ConversationThread
    private let talk = Mutex(Talk())

    /// - Parameter extensions: Those with which the process was started.
    /// - Throws: `notStarted`, if there can be no further thread.
    init(_ process: ReaderProcess, extensions: [String], logger: Logger) throws(PinentryError) {
        (self.process, self.extensions, self.logger) = (process, extensions, logger)
        thread = try ConversationThread()
    }

    deinit { thread.end() }

    /// True if it answers, as far as anyone has asked it.
    var isAnswering: Bool { !process.hasEnded && !talk.withLock { $0.isWaiting } }

    func finding(of caller: String, behind host: Int32) async throws(ExtensionReadingFault) -> ExtensionFinding {
        guard let place = extensions.firstIndex(of: caller).flatMap(UInt8.init(exactly:)),
            case .copies(let finding) = await ask(.copies(extension: place, host: host))
        else { throw .unanswered }
        return finding
    }

    func folder(at path: String) async throws(ExtensionReadingFault) -> String? {
        // What is no path is no folder's, and no question either.
        guard ReaderQuestion(ReaderQuestion(number: 0, .folder(path: path)).packet) != nil else { return nil }
        guard case .folder(let found) = await ask(.folder(path: path)) else { throw .unanswered }
        return found
    }

    private func ask(_ subject: ReaderQuestion.Subject) async -> ReaderAnswer.Content? {
        let deadline = MonotonicTime.now + Self.patience
        return await withCheckedContinuation { continuation in
            thread.enqueue { continuation.resume(returning: self.exchange(subject, until: deadline)) }
        }
    }

    /// Sends a question and waits for its answer; nil if the reader is silent. On the thread.
    private func exchange(_ subject: ReaderQuestion.Subject, until deadline: Duration) -> ReaderAnswer.Content? {
        // An answer that comes after its time is no answer to another question.
        if isBehind, case .answer = receive() { talk.withLock { $0.isWaiting = false } }
        guard !isBehind else { return silent("slow") }
        let number = talk.withLock { talk in
            talk.number &+= 1
            talk.isWaiting = true
            return talk.number
        }
        let packet = ReaderQuestion(number: number, subject).packet
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        guard send(process.socket, packet, packet.count, flags) == packet.count else { return silent("gone") }
        while true {
            switch receive() {
            case .answer(let answer):
                if case .untold = answer.content { return silent("untold") }
                talk.withLock { ($0.isWaiting, $0.silence) = (false, nil) }
                return answer.content
            case .ended: return silent("gone")
            case .wild:
                // It was taken over, or this program is wrong: either way nobody asks it again.
                kill(process.pid, SIGKILL)
                return silent("wild")
            case .nothing:
                let rest = (deadline - MonotonicTime.now).wholeMilliseconds
                guard rest > 0 else { return silent("slow") }
                var entry = pollfd(fd: process.socket, events: Int16(POLLIN), revents: 0)
                _ = poll(&entry, 1, Int32(clamping: rest))
            }
        }
    }

    /// True if an earlier question is unanswered.
    private var isBehind: Bool { talk.withLock { $0.isWaiting } }

    /// Takes the answer to the last question, if it is there, and waits for none.
    private func receive() -> Arrival {
        var packet = [UInt8](repeating: 0, count: ReaderAnswer.mostBytes + 1)
        let count = recv(process.socket, &packet, packet.count, Int32(MSG_DONTWAIT))
        if count < 0 { return [EAGAIN, EINTR].contains(errno) ? .nothing : .ended }
        if count == 0 { return .ended }
        guard let answer = ReaderAnswer(Array(packet[..<count])), answer.number == talk.withLock({ $0.number }) else {
            return .wild
        }
        return .answer(answer)
    }

    private func silent(_ reason: String) -> ReaderAnswer.Content? {
        let isNew = talk.withLock { talk in
            defer { talk.silence = reason }
            // It did answer.
            if reason == "untold" { talk.isWaiting = false }
            return talk.silence != reason
        }
        if isNew { logger.warning("the reader of extensions tells nothing", metadata: ["reason": "\(reason)"]) }
        return nil
    }
}
