import Glibc

extension ProcessMemory {
    /// The bytes of a window: so few in a row can't stand somewhere by chance, and eight of a secret are eight too many.
    private static let windowCount = 8
    private static let chunk = 1 << 20

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

    /// How many different windows of 8 bytes of the secrets stand in the memory of a process.
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
        var wanted: Set<UInt64> = []
        // Most places are passed over by their first two bytes.
        var isBeginning = [Bool](repeating: false, count: 1 << 16)
        for secret in secrets where secret.count >= windowCount {
            for start in 0...secret.count - windowCount {
                let window = secret.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt64.self) }
                wanted.insert(window)
                isBeginning[Int(window & 0xFFFF)] = true
            }
        }
        var found: Set<UInt64> = []
        var searched = 0
        try forEachPart(pid: pid, closed: closed) { memory in
            searched += memory.count
            guard memory.count >= windowCount else { return }
            isBeginning.withUnsafeBufferPointer { isBeginning in
                for offset in 0...memory.count - windowCount {
                    let start = Int(memory.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
                    guard isBeginning[start] else { continue }
                    let window = memory.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    if wanted.contains(window) { found.insert(window) }
                }
            }
        }
        guard searched > 0 else { throw TestFault("no memory could be read") }
        return found
    }

    /// Hands out the memory in parts that overlap by all but one byte of a window.
    private static func forEachPart(
        pid: Int32, closed: Bool, _ body: (UnsafeRawBufferPointer) -> Void
    ) throws {
        let memory = open("/proc/\(pid)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw TestFault.system("open of a process's memory", errno) }
        defer { close(memory) }
        guard let maps = SystemFile.read("/proc/\(pid)/maps") else { throw TestFault("no map of the memory") }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: chunk, alignment: 8)
        defer { buffer.deallocate() }
        for line in maps.split(separator: UInt8(ascii: "\n")) {
            let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
            let ends = fields[0].split(separator: "-").compactMap { UInt64($0, radix: 16) }
            guard ends.count == 2, fields.count > 1 else { continue }
            let size = ends[1] - ends[0]
            let isSecret = closed && fields[1].hasPrefix("---p") && size <= 1 << 20
            guard fields[1].hasPrefix("rw") && size < 1 << 34 || isSecret else { continue }
            var address = ends[0]
            while address < ends[1] {
                let wanted = min(chunk, Int(ends[1] - address))
                let count = pread(memory, buffer.baseAddress, wanted, off_t(truncatingIfNeeded: address))
                guard count > 0 else {
                    address = (address / 4096 + 1) * 4096
                    continue
                }
                body(UnsafeRawBufferPointer(rebasing: buffer.prefix(count)))
                let isLast = count < wanted || address + UInt64(count) >= ends[1]
                address += UInt64(isLast || count < windowCount ? count : count - windowCount + 1)
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
