import Glibc
import Synchronization

/// The memory of a running process, searched for what must not be in it; needs root for a process that isn't dumpable.
///
/// Each search reads every page once, however many texts it is for.
public enum ProcessMemory {
    /// Returns whether `bytes` stand anywhere in the writable memory of a process.
    ///
    /// - Throws: `TestFault` where the memory can't be read, so that a search that saw nothing doesn't count as one that found nothing.
    public static func contains(_ bytes: [UInt8], pid: Int32) throws -> Bool {
        try found([bytes], pid: pid) == [0]
    }

    /// Which of `texts`, by their numbers, stand anywhere in the writable memory of a process.
    ///
    /// - Throws: `TestFault` where the memory can't be read.
    public static func found(_ texts: [[UInt8]], pid: Int32) throws -> Set<Int> {
        // One after the other in one place, so that they are there as long as they are looked for.
        let all = texts.flatMap { $0 }
        return try all.withUnsafeBytes { all in
            var (pieces, start): ([UnsafeRawBufferPointer], Int) = ([], 0)
            for text in texts {
                pieces.append(UnsafeRawBufferPointer(rebasing: all[start..<start + text.count]))
                start += text.count
            }
            let addresses = try addresses(of: pieces, pid: pid)
            return Set(addresses.indices.filter { !addresses[$0].isEmpty })
        }
    }

    /// Where `bytes` stand in the writable memory of a process, each address once.
    ///
    /// - Throws: `TestFault` where no memory can be read.
    public static func addresses(of bytes: UnsafeRawBufferPointer, pid: Int32) throws -> [UInt64] {
        try addresses(of: [bytes], pid: pid)[0]
    }

    /// Where each of several texts stands in the writable memory of a process, each address once. No copy of them is made.
    ///
    /// The process may run on meanwhile. A mapping that shrinks or splits behind the list is read around its holes, and one that
    /// grew into the next isn't read twice: neither makes a copy that stays in place go uncounted or count double.
    ///
    /// - Parameter texts: Each of two bytes or more.
    /// - Throws: `TestFault` where no memory can be read.
    public static func addresses(of texts: [UnsafeRawBufferPointer], pid: Int32) throws -> [[UInt64]] {
        guard pid == getpid() else { return try search(for: texts, pid: pid) }
        return try ownSearch.withLock { _ in try search(for: texts, pid: pid) }
    }

    /// One search of this process at a time: what one has read would be found by the other.
    private static let ownSearch = Mutex(())

    private static func search(for texts: [UnsafeRawBufferPointer], pid: Int32) throws -> [[UInt64]] {
        guard let longest = texts.map(\.count).max(), let shortest = texts.map(\.count).min(), shortest >= 2 else {
            throw TestFault("a text of less than two bytes stands anywhere")
        }
        let places = SkipTable(texts, count: min(shortest, 8))
        var found = [[UInt64]](repeating: [], count: texts.count)
        try forEachPart(pid: pid, overlap: longest - 1) { part in
            guard let base = part.memory.baseAddress else { return }
            places.forEach(in: part.memory) { offset in
                for (number, text) in texts.enumerated() {
                    guard offset + text.count <= part.memory.count, let wanted = text.baseAddress else { continue }
                    // What ends before this is in the part before it as well.
                    guard offset + text.count > part.known, memcmp(base + offset, wanted, text.count) == 0 else {
                        continue
                    }
                    let place = part.address + UInt64(offset)
                    if pid != getpid() || !part.window.contains(place) { found[number].append(place) }
                }
            }
        }
        return found
    }
}
