import Glibc

/// The memory of a running process, searched for what must not be in it; needs root for a process that isn't dumpable.
public enum ProcessMemory {
    /// Whether `bytes` stand anywhere in the writable memory of a process.
    ///
    /// - Throws: `TestFault` where the memory can't be read, so that a search that saw nothing doesn't count as one that found nothing.
    public static func contains(_ bytes: [UInt8], pid: Int32) throws -> Bool {
        let memory = open("/proc/\(pid)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw TestFault.system("open of a process's memory", errno) }
        defer { close(memory) }
        guard let maps = SystemFile.read("/proc/\(pid)/maps") else { throw TestFault("no map of the memory") }
        var searched = 0
        for line in maps.split(separator: UInt8(ascii: "\n")) {
            let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
            let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard ends.count == 2, fields[1].hasPrefix("rw") else { continue }
            var part = [UInt8](repeating: 0, count: Int(ends[1] - ends[0]))
            let count = pread(memory, &part, part.count, off_t(ends[0]))
            guard count > 0 else { continue }
            searched += count
            if part.withUnsafeBytes({ contains(bytes, in: UnsafeRawBufferPointer(rebasing: $0[..<count])) }) {
                return true
            }
        }
        guard searched > 0 else { throw TestFault("no memory could be read") }
        return false
    }

    /// `memmem(3)`, which Glibc hides from Swift.
    private static func contains(_ bytes: [UInt8], in memory: UnsafeRawBufferPointer) -> Bool {
        guard let first = bytes.first else { return true }
        var rest = memory
        while rest.count >= bytes.count, let base = rest.baseAddress {
            guard let hit = memchr(base, Int32(first), rest.count - bytes.count + 1) else { return false }
            if memcmp(hit, bytes, bytes.count) == 0 { return true }
            rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(hit) - base + 1)...])
        }
        return false
    }
}
