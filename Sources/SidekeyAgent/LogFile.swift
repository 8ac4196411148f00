import AgentSocket
import Logging
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `agent.log` in the wallet's folder: the agent's actions, one line each, for the analysis of a failure.
///
/// The content of a frame is never logged. At 1 MiB the file becomes `agent.log.old` and a new one begins.
final class LogFile: Sendable {
    private static let limit = 1 << 20

    private let path: String
    private let file: Mutex<Int32>

    /// - Throws: `system` if the file can't be opened; a symbolic link in its place is not followed.
    init(path: String) throws(AgentSocketError) {
        self.path = path
        let descriptor = Self.open(path)
        guard descriptor >= 0 else { throw .failed(.open, path: path, errno: errno) }
        file = Mutex(descriptor)
    }

    deinit { file.withLock { _ = close($0) } }

    var logger: Logger { Logger(label: "agent") { _ in Handler(file: self) } }

    private static func open(_ path: String) -> Int32 {
        #if canImport(Darwin)
            Darwin.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        #else
            Glibc.open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        #endif
    }

    fileprivate func append(_ text: String) {
        let line = Array("\(Self.date()) \(text)\n".utf8)
        file.withLock { descriptor in
            _ = write(descriptor, line, line.count)
            guard lseek(descriptor, 0, SEEK_END) > Self.limit, rename(path, path + ".old") == 0 else { return }
            let next = Self.open(path)
            guard next >= 0 else { return }
            close(descriptor)
            descriptor = next
        }
    }

    /// Returns the date by RFC 3339, in UTC and seconds.
    private static func date() -> String {
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private struct Handler: LogHandler {
        let file: LogFile
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .info

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            let details = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            // One event is one line, whatever an error's description holds.
            let text = "\(event.level) \(event.message)\(details)".map { $0.isNewline ? " " : $0 }
            file.append(String(text))
        }
    }
}
