import Salt

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A list of sites, in a file that is asked where it lies.
///
/// ```
/// "sidekey sites 1\n" (16) | for each site, in ascending order: the first 8 bytes of the SHA-256 digest of its host name
/// ```
///
/// A list of 200,000 sites takes 1.6 MB of disk and nothing of the agent's memory: a search reads 18 numbers of 8 bytes. The file isn't mapped, since a
/// mapped file that somebody shortens ends the process that reads it.
package final class SiteTable: Sendable {
    private let file: Int32
    /// The state of the file when its digest was checked.
    private let checked: Stamp
    /// The number of sites.
    package let count: Int

    /// Opens a table.
    ///
    /// - Parameter digest: The SHA-256 digest of the whole file, which must be the one that was written.
    /// - Returns: nil if there is no such file, or if it is another one.
    package init?(path: String, digest: [UInt8]) {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        self.file = file
        // Before it is read: a change in the meantime is seen then.
        checked = Stamp(of: file)
        var hash = SaltHash.SHA256()
        var (size, begin): (Int, [UInt8]) = (0, [])
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let read = pread(file, &part, part.count, off_t(size))
            if read < 0, errno == EINTR { continue }
            guard read > 0 else { break }
            if size == 0 { begin = Array(part.prefix(min(read, Self.header.count))) }
            part.withUnsafeBytes { hash.update(UnsafeRawBufferPointer(rebasing: $0[..<read])) }
            size += read
            guard size <= Self.maximumSize else { break }
        }
        count = max(0, size - Self.header.count) / Self.width
        guard hash.digest() == digest, begin == Self.header, size <= Self.maximumSize else { return nil }
    }

    deinit { close(file) }

    /// Returns true if the list has a host, or a domain that the host belongs to.
    ///
    /// - Returns: nil if the file was changed, moved or removed since it was opened: it says nothing then, not even that the host isn't in it.
    package func contains(host: String) -> Bool? {
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        var isFound: Bool? = false
        if RegistrableDomain.isAddress(host) {
            isFound = holds(Self.key(of: host))
        } else {
            var rest = host[...]
            while isFound == false, !rest.isEmpty {
                isFound = holds(Self.key(of: String(rest)))
                guard let dot = rest.firstIndex(of: "."), rest[rest.index(after: dot)...].contains(".") else { break }
                rest = rest[rest.index(after: dot)...]
            }
        }
        // After it was read, so that no change can come in between.
        return Stamp(of: file) == checked ? isFound : nil
    }

    /// - Returns: nil if the file can't be read.
    private func holds(_ key: UInt64) -> Bool? {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            guard let found = number(at: middle) else { return nil }
            if found == key { return true }
            if found < key { low = middle + 1 } else { high = middle }
        }
        return false
    }

    private func number(at place: Int) -> UInt64? {
        var bytes: UInt64 = 0
        let offset = off_t(Self.header.count + place * Self.width)
        guard withUnsafeMutableBytes(of: &bytes, { pread(file, $0.baseAddress, Self.width, offset) }) == Self.width
        else { return nil }
        return UInt64(bigEndian: bytes)
    }

    private static func key(of host: String) -> UInt64 {
        SaltHash.sha256(Array(host.utf8)).prefix(width).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The file's size and the times of its last changes. The system sets the second time itself, when the file is renamed or removed too.
    private struct Stamp: Equatable {
        private let size: Int64
        private let times: [Int]

        init(of file: Int32) {
            var status = stat()
            guard fstat(file, &status) == 0 else {
                (size, times) = (-1, [])
                return
            }
            size = Int64(status.st_size)
            #if canImport(Darwin)
                let (content, change) = (status.st_mtimespec, status.st_ctimespec)
            #else
                let (content, change) = (status.st_mtim, status.st_ctim)
            #endif
            times = [content.tv_sec, content.tv_nsec, change.tv_sec, change.tv_nsec]
        }
    }

    /// A list in the form of the file.
    package struct Compiled: Sendable {
        package let bytes: [UInt8]
        /// The number of sites in it.
        package let count: Int
        /// The number of lines that name none.
        package let skipped: Int

        /// The SHA-256 digest of the bytes.
        package var digest: [UInt8] { SaltHash.sha256(bytes) }

        /// Writes the file in place of any that is there, whole or not at all, and waits for the disk.
        ///
        /// - Returns: False if it can't be written.
        package func write(to path: String) -> Bool {
            let new = path + ".new"
            unlink(new)
            let file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard file >= 0 else { return false }
            let isWritten = bytes.withUnsafeBytes { bytes -> Bool in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                    if count < 0, errno == EINTR { continue }
                    guard count > 0 else { return false }
                    rest = rest.dropFirst(count)
                }
                return fsync(file) == 0
            }
            close(file)
            guard isWritten, rename(new, path) == 0 else {
                unlink(new)
                return false
            }
            // Makes the rename last before the file's digest is recorded.
            let end = path.lastIndex(of: "/") ?? path.startIndex
            let folder = open(String(path[..<end]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard folder >= 0 else { return false }
            defer { close(folder) }
            return fsync(folder) == 0
        }
    }

    /// Compiles a list as people write it: UTF-8, a host name a line, which stands for all hosts below it too. A line may begin with `*.`. What follows a
    /// `#` is a comment.
    ///
    /// Lines that aren't host names, or whole public suffixes (`github.io`), are skipped and counted.
    /// - Returns: nil if it has more than ``maximumCount`` sites, or no site at all.
    package static func compile(_ list: [UInt8]) -> Compiled? {
        var keys: [UInt64] = []
        var skipped = 0
        for line in list.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            let text = line.prefix { $0 != UInt8(ascii: "#") }
            guard let first = text.firstIndex(where: { $0 > 0x20 }), let last = text.lastIndex(where: { $0 > 0x20 })
            else { continue }
            guard let host = host(of: text[first...last]) else {
                skipped += 1
                continue
            }
            keys.append(key(of: host))
            guard keys.count <= maximumCount else { return nil }
        }
        keys.sort()
        var bytes = header
        bytes.reserveCapacity(header.count + keys.count * width)
        var (last, count): (UInt64?, Int) = (nil, 0)
        for key in keys where key != last {
            withUnsafeBytes(of: key.bigEndian) { bytes.append(contentsOf: $0) }
            last = key
            count += 1
        }
        return count > 0 ? Compiled(bytes: bytes, count: count, skipped: skipped) : nil
    }

    private static func host(of line: ArraySlice<UInt8>) -> String? {
        let name = line.starts(with: Array("*.".utf8)) ? line.dropFirst(2) : line
        guard name.count <= 253, name.contains(UInt8(ascii: ".")) else { return nil }
        var host: [UInt8] = []
        for byte in name {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): host.append(byte | 0x20)
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "."):
                host.append(byte)
            default: return nil
            }
        }
        if host.last == UInt8(ascii: ".") { host.removeLast() }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy({ (1...63).contains($0.count) }) else { return nil }
        let text = String(decoding: host, as: UTF8.self)
        return RegistrableDomain.isSuffix(text) ? nil : text
    }

    /// The most sites of a list.
    package static let maximumCount = 1_000_000

    private static let header = Array("sidekey sites 1\n".utf8)
    private static let width = 8
    private static let maximumSize = header.count + maximumCount * width
}
