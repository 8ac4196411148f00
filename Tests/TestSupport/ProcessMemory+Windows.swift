extension ProcessMemory {
    /// The bytes of a window: so few in a row can't stand somewhere by chance, and eight of a secret are eight too many.
    private static let windowCount = 8

    /// A text of which no four characters stand together elsewhere: those of a language do, in UTF-16 too, since the programs hold the
    /// texts of ICU. Letters and digits take turns.
    public static func strangeText(count: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return String(
            (0..<count).map {
                $0 % 2 == 0 ? letters[Int.random(in: letters.indices)] : Character("\(Int.random(in: 0...9))")
            })
    }

    /// The spellings in which a text may stand in memory: UTF-8, UTF-16 (little endian), and base64 from each of the three places
    /// where a group of three bytes can begin.
    public static func spellings(of text: String) -> [[UInt8]] {
        let utf8 = Array(text.utf8)
        let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        return [utf8, utf16] + (0..<3).map { base64(Array(utf8.dropFirst($0))) }
    }

    /// Returns how many different windows of 8 bytes of the secrets stand in the memory of a process.
    ///
    /// - Throws: `TestFault` where no memory can be read, so that a search that saw nothing doesn't count as one that found nothing.
    public static func windows(of secrets: [[UInt8]], pid: Int32) throws -> Int {
        try foundWindows(of: secrets, pid: pid).count
    }

    /// The windows of 8 bytes of the secrets that stand in the memory of a process: in what is writable, and in the small closed
    /// mappings in which secrets lie.
    ///
    /// - Parameter closed: Whether the closed mappings count.
    /// - Throws: `TestFault` where no memory can be read.
    public static func foundWindows(of secrets: [[UInt8]], pid: Int32, closed: Bool = true) throws -> Set<UInt64> {
        let wanted = windows(in: secrets)
        var found: Set<UInt64> = []
        try forEachWindow(wanted, pid: pid, closed: closed) { window, _ in found.insert(window) }
        return found
    }

    /// The places where windows of 8 bytes of the secrets stand in memory that may be swapped out or dumped: every one but those in locked pages that no
    /// core file has.
    ///
    /// - Throws: `TestFault` where no memory can be read.
    public static func exposedPlaces(of secrets: [[UInt8]], pid: Int32) throws -> [UInt64] {
        let wanted = windows(in: secrets)
        var places: [UInt64] = []
        try forEachWindow(wanted, pid: pid, closed: true) { _, place in places.append(place) }
        guard let maps = SystemFile.read("/proc/\(pid)/smaps") else { throw TestFault("no map of the memory") }
        var safe: [Range<UInt64>] = []
        var present: Range<UInt64>?
        for line in maps.split(separator: UInt8(ascii: "\n")) {
            let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
            let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            if ends.count == 2 { present = ends[0]..<ends[1] }
            if fields[0] == "VmFlags:", fields.contains("lo"), fields.contains("dd"), let present {
                safe.append(present)
            }
        }
        return places.filter { place in !safe.contains { $0.contains(place) } }
    }

    private static func windows(in secrets: [[UInt8]]) -> Set<UInt64> {
        var windows: Set<UInt64> = []
        for secret in secrets where secret.count >= windowCount {
            for start in 0...secret.count - windowCount {
                windows.insert(secret.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt64.self) })
            }
        }
        return windows
    }

    private static func forEachWindow(
        _ wanted: Set<UInt64>, pid: Int32, closed: Bool, _ body: (_ window: UInt64, _ place: UInt64) -> Void
    ) throws {
        let windows = Array(wanted)
        let places = windows.withUnsafeBytes { bytes in
            SkipTable(
                stride(from: 0, to: bytes.count, by: windowCount).map {
                    UnsafeRawBufferPointer(rebasing: bytes[$0..<$0 + windowCount])
                }, count: windowCount)
        }
        try forEachPart(pid: pid, overlap: windowCount - 1, closed: closed) { part in
            places.forEach(in: part.memory) { offset in
                let window = part.memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if wanted.contains(window) { body(window, part.address + UInt64(offset)) }
            }
        }
    }

    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var output: [UInt8] = []
        // Whole groups: what follows them depends on what follows the text.
        for start in stride(from: 0, to: bytes.count - bytes.count % 3, by: 3) {
            let group = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
            for shift in [18, 12, 6, 0] { output.append(alphabet[group >> shift & 63]) }
        }
        return output
    }
}
