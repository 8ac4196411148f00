import Glibc
import Synchronization

/// The memory of a running process, searched for what must not be in it; needs root for a process that isn't dumpable.
public enum ProcessMemory {
    private static let windowSize = 1 << 20
    private static let pageSize: UInt64 = 4096
    /// A sanitizer's own tables span terabytes and hold no copies.
    private static let largestMapping: UInt64 = 1 << 34

    /// Whether `bytes` stand anywhere in the writable memory of a process.
    ///
    /// - Throws: `TestFault` where the memory can't be read, so that a search that saw nothing doesn't count as one that found nothing.
    public static func contains(_ bytes: [UInt8], pid: Int32) throws -> Bool {
        try bytes.withUnsafeBytes { try !addresses(of: $0, pid: pid).isEmpty }
    }

    /// Where `bytes` stand in the writable memory of a process, each address once.
    ///
    /// The process may run on meanwhile. A mapping that shrinks or splits behind the list is read around its holes, and one that
    /// grew into the next isn't read twice: neither makes a copy that stays in place go uncounted or count double.
    ///
    /// - Throws: `TestFault` where no memory can be read.
    public static func addresses(of bytes: UnsafeRawBufferPointer, pid: Int32) throws -> [UInt64] {
        guard pid == getpid() else { return try search(for: bytes, pid: pid) }
        return try ownSearch.withLock { _ in try search(for: bytes, pid: pid) }
    }

    /// One search of this process at a time: what one has read would be found by the other.
    private static let ownSearch = Mutex(())

    private static func search(for bytes: UnsafeRawBufferPointer, pid: Int32) throws -> [UInt64] {
        let memory = open("/proc/\(pid)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw TestFault.system("open of a process's memory", errno) }
        defer { close(memory) }
        guard let maps = SystemFile.read("/proc/\(pid)/maps") else { throw TestFault("no map of the memory") }
        // Mapped apart: what was read last stands in it, and it must not be found when this process searches itself.
        let base = mmap(nil, windowSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let base, base != MAP_FAILED else { throw TestFault.system("mmap of a window", errno) }
        defer { munmap(base, windowSize) }
        let own = UInt64(UInt(bitPattern: base))..<UInt64(UInt(bitPattern: base)) + UInt64(windowSize)

        var (found, searched, address): ([UInt64], Int, UInt64) = ([], 0, 0)
        for line in maps.split(separator: UInt8(ascii: "\n")) {
            let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
            let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard ends.count == 2, fields[1].hasPrefix("rw"), ends[1] - ends[0] < largestMapping else { continue }
            address = max(address, ends[0])
            while address < ends[1] {
                let wanted = min(windowSize, Int(ends[1] - address))
                let count = pread(memory, base, wanted, off_t(truncatingIfNeeded: address))
                guard count > 0 else {
                    address = (address / pageSize + 1) * pageSize
                    continue
                }
                searched += count
                for offset in offsets(of: bytes, in: UnsafeRawBufferPointer(start: base, count: count)) {
                    let place = address + UInt64(offset)
                    if pid != getpid() || !own.contains(place) { found.append(place) }
                }
                // Windows overlap, lest a copy on the border be missed; not by a whole copy, lest it count twice.
                let isLast = count < wanted || address + UInt64(count) >= ends[1]
                address += UInt64(isLast || count < bytes.count ? count : count - bytes.count + 1)
            }
        }
        guard searched > 0 else { throw TestFault("no memory could be read") }
        return found
    }

    /// `memmem(3)`, which Glibc hides from Swift, for every hit.
    private static func offsets(of bytes: UnsafeRawBufferPointer, in memory: UnsafeRawBufferPointer) -> [Int] {
        guard let first = bytes.first, let wanted = bytes.baseAddress, let base = memory.baseAddress else { return [] }
        var (offsets, start): ([Int], Int) = ([], 0)
        while start + bytes.count <= memory.count,
            let hit = memchr(base + start, Int32(first), memory.count - bytes.count + 1 - start)
        {
            let offset = base.distance(to: UnsafeRawPointer(hit))
            if memcmp(hit, wanted, bytes.count) == 0 { offsets.append(offset) }
            start = offset + 1
        }
        return offsets
    }
}
