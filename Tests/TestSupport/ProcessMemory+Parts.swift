import Glibc

extension ProcessMemory {
    /// A piece of a process's memory, as it was when it was read.
    struct Part {
        /// Its place in the process.
        let address: UInt64
        let memory: UnsafeRawBufferPointer
        /// The number of its first bytes that the part before it has as well.
        let known: Int
        /// The place in which this process keeps what it has read, which isn't to be found when it searches itself.
        let window: Range<UInt64>
    }

    private static let windowSize = 1 << 20
    private static let pageSize: UInt64 = 4096
    /// A sanitizer's own tables span terabytes and hold no copies.
    private static let largestMapping: UInt64 = 1 << 34
    private static let largestSecret: UInt64 = 1 << 20

    /// Hands out what is writable, in parts that overlap.
    ///
    /// - Parameters:
    ///   - overlap: How many bytes a part begins with that the one before ended with.
    ///   - closed: Whether the small closed mappings count in which secrets lie.
    /// - Throws: `TestFault` where no memory can be read.
    static func forEachPart(pid: Int32, overlap: Int, closed: Bool = false, _ body: (Part) -> Void) throws {
        let memory = open("/proc/\(pid)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw TestFault.system("open of a process's memory", errno) }
        defer { close(memory) }
        let pages = PresentPages(of: pid)
        guard let maps = SystemFile.read("/proc/\(pid)/maps") else { throw TestFault("no map of the memory") }
        // Mapped apart: what was read last stands in it, and its place is known.
        let base = mmap(nil, windowSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let base, base != MAP_FAILED else { throw TestFault.system("mmap of a window", errno) }
        defer { munmap(base, windowSize) }
        let window = UInt64(UInt(bitPattern: base))..<UInt64(UInt(bitPattern: base)) + UInt64(windowSize)

        var (searched, address, end): (Int, UInt64, UInt64) = (0, 0, 0)
        for line in maps.split(separator: UInt8(ascii: "\n")) {
            let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
            let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard ends.count == 2, fields.count >= 5 else { continue }
            let size = ends[1] - ends[0]
            let isSecret = closed && fields[1].hasPrefix("---p") && size <= largestSecret
            guard fields[1].hasPrefix("rw") && size < largestMapping || isSecret else { continue }
            // What is of no file and was never written reads as zeros.
            let isOfNoFile = fields[4] == "0" && fields[1].hasSuffix("p")
            address = max(address, ends[0])
            while address < ends[1] {
                if isOfNoFile, let next = pages.firstPresent(from: address, to: ends[1]), next > address {
                    address = next
                    continue
                }
                let wanted = min(windowSize, Int(ends[1] - address))
                let count = pread(memory, base, wanted, off_t(truncatingIfNeeded: address))
                guard count > 0 else {
                    address = (address / pageSize + 1) * pageSize
                    continue
                }
                searched += count
                body(
                    Part(
                        address: address, memory: UnsafeRawBufferPointer(start: base, count: count),
                        known: address < end ? Int(end - address) : 0, window: window))
                end = address + UInt64(count)
                // Parts overlap, lest a copy on the border be missed.
                let isLast = count < wanted || end >= ends[1]
                address += UInt64(isLast || count <= overlap ? count : count - overlap)
            }
        }
        guard searched > 0 else { throw TestFault("no memory could be read") }
    }
}

/// Which pages of a process were ever written (`/proc/PID/pagemap`): the stacks and heaps that it has reserved are mostly empty.
private final class PresentPages {
    private static let pageSize: UInt64 = 4096
    private let file: Int32

    init(of pid: Int32) { file = open("/proc/\(pid)/pagemap", O_RDONLY | O_CLOEXEC) }

    deinit { if file >= 0 { close(file) } }

    /// The first address from `start` on whose page is in memory or swapped out, or `end`; nil where that can't be read.
    func firstPresent(from start: UInt64, to end: UInt64) -> UInt64? {
        guard file >= 0 else { return nil }
        var entries = [UInt64](repeating: 0, count: 512)
        var page = start / Self.pageSize
        while page * Self.pageSize < end {
            let wanted = min(entries.count, Int((end - page * Self.pageSize + Self.pageSize - 1) / Self.pageSize))
            let count = pread(file, &entries, wanted * 8, off_t(page * 8)) / 8
            guard count > 0 else { return nil }
            // The two highest bits: present, swapped.
            if let index = entries[..<count].firstIndex(where: { $0 >> 62 != 0 }) {
                return max(start, (page + UInt64(index)) * Self.pageSize)
            }
            page += UInt64(count)
        }
        return end
    }
}
