#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Who started a process, and who started that one (`/proc/PID/stat`, proc_pid_stat(5)).
public enum ProcessAncestry {
    /// More generations than any desktop has; a process that is nobody's child ends the line before.
    private static let limit = 64

    /// Whether a process is a child of another, or a child's child. No process is its own.
    ///
    /// A process that has ended, or that this one may not look at, is nobody's child.
    public static func isDescendant(_ process: Int32, of ancestor: Int32) -> Bool {
        var current = process
        for _ in 0..<limit {
            guard let parent = parent(of: current), parent > 0 else { return false }
            if parent == ancestor { return true }
            current = parent
        }
        return false
    }

    private static func parent(of process: Int32) -> Int32? {
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
