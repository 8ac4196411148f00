#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The few environment variables that Sidekey reads, taken once.
///
/// A browser passes its whole environment to the host. Only variables from a list are read or passed on; a value that is empty or
/// isn't UTF-8 counts as not set.
public struct ProcessEnvironment: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var values: [String: String]

    /// Reads `names` from the environment of this process.
    public init(reading names: [String]) {
        values = [:]
        for name in names {
            guard let value = getenv(name), let text = String(validatingCString: value), !text.isEmpty else { continue }
            values[name] = text
        }
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        values = [:]
        for (name, value) in elements where !value.isEmpty { values[name] = value }
    }

    /// The value of one variable; nil if it is not set.
    public subscript(name: String) -> String? { values[name] }

    /// The value of a variable that names a folder; nil if it is not set or not absolute. By the XDG Base Directory Specification
    /// relative values are ignored.
    func absolutePath(_ name: String) -> String? {
        guard let path = values[name], path.utf8.first == UInt8(ascii: "/") else { return nil }
        return path
    }

    /// The variables among `names` that are set, in the order of `names`.
    public func selecting(_ names: [String]) -> [(name: String, value: String)] {
        names.compactMap { name in values[name].map { (name, $0) } }
    }
}

/// The ancestors of a process (`/proc/PID/stat`, proc_pid_stat(5)).
public enum ProcessAncestry {
    /// More generations than any desktop has; a detached process ends the line earlier.
    private static let limit = 64

    /// True if a process descends from another. No process descends from itself.
    ///
    /// A process that has ended, or that this one may not inspect, descends from none.
    public static func isDescendant(_ process: Int32, of ancestor: Int32) -> Bool {
        var current = process
        for _ in 0..<limit {
            guard let parent = parent(of: current), parent > 0 else { return false }
            if parent == ancestor { return true }
            current = parent
        }
        return false
    }

    package static func parent(of process: Int32) -> Int32? {
        let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(file, &bytes, bytes.count)
        // The program's name stands in parentheses and may hold any byte, parentheses too; behind it are state and parent.
        guard count > 0, let end = bytes[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = bytes[(end + 1)..<count].split(separator: UInt8(ascii: " "), maxSplits: 2)
        return fields.count > 1 ? Int32(String(decoding: fields[1], as: UTF8.self)) : nil
    }
}

/// The monotonic clock without the concurrency library, which the host would otherwise carry only for this.
package enum MonotonicTime {
    /// Time since some moment before this process began; it never goes back.
    package static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, so that a short wait doesn't become zero.
    package var wholeMilliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
