import Glibc
import Salt

/// The reason why the files of an extension can't be hashed. Append-only.
public enum ExtensionFault: String, Error, Sendable, CaseIterable {
    /// There is no such folder or archive.
    case missing
    /// A symbolic link is among the files: what it leads to could be replaced without a trace here.
    case link
    /// Something that is neither a file nor a folder is among them.
    case special
    /// More than 1,000 files, 16 MiB, or 16 levels of folders.
    case tooLarge = "too-large"
    /// The files were changed while they were read.
    case changed
    /// The system refuses to let them be read.
    case unreadable
    /// The archive isn't one that every program reads in the same way.
    case archive
    /// It takes longer than two seconds.
    case slow
    /// A file that Chromium writes as it installs an archive isn't as Chromium writes it, or programs could read it differently.
    case rewritten
}

/// A file's identity, size and times: they differ once it is replaced or written to. A program can set the time of writing back, but not the time of that change (`ctime`).
package struct FileStamp: Sendable, Hashable {
    let device: UInt64
    let inode: UInt64
    let size: Int64
    let modified: Int64
    let changed: Int64

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        modified = Self.nanoseconds(status.st_mtim)
        changed = Self.nanoseconds(status.st_ctim)
    }

    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue &+ Int64(time.tv_nsec)
    }
}

/// A walk through an extension's folder that follows no link, waits at no FIFO, and is bounded in everything.
package struct ExtensionFiles {
    static let mostFiles = 1000
    static let mostBytes = 16 << 20
    private static let mostLevels = 16
    private static let patience: Int = 2

    /// The stamps of all files and folders, by their paths from the root; the root's own is "".
    private(set) var stamps: [String: FileStamp] = [:]
    /// The SHA-256 of each file; none where only stamps were asked for.
    private(set) var digests: [String: [UInt8]] = [:]
    private let reads: Bool
    private let shape: KnownExtension.Shape
    private let end: Int
    private var bytes = 0

    /// - Parameters:
    ///   - root: an absolute path without links in it.
    ///   - reads: False for stamps alone.
    ///   - shape: The form in which the folder is hashed.
    init(
        in root: String, reading reads: Bool, as shape: KnownExtension.Shape = .unpacked
    ) throws(ExtensionFault) {
        (self.reads, self.shape) = (reads, shape)
        end = Self.seconds + Self.patience
        let descriptor = open(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .unreadable }
        try walk(descriptor, "", level: 0)
    }

    private static var seconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }

    /// Reads a folder, whose descriptor it closes.
    private mutating func walk(_ descriptor: Int32, _ path: String, level: Int) throws(ExtensionFault) {
        guard let folder = fdopendir(descriptor) else {
            close(descriptor)
            throw .unreadable
        }
        defer { closedir(folder) }
        guard level <= Self.mostLevels else { throw .tooLarge }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable }
        try note(path, FileStamp(status))
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            guard let name else { throw .unreadable }
            guard name != ".", name != ".." else { continue }
            let place = path.isEmpty ? name : "\(path)/\(name)"
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .changed }
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                let inner = openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                guard inner >= 0 else { throw .unreadable }
                try walk(inner, place, level: level + 1)
            case S_IFREG:
                let stamp = FileStamp(status)
                try note(place, stamp)
                if reads { digests[place] = try digest(of: name, at: place, in: descriptor, stamp) }
            case S_IFLNK: throw .link
            default: throw .special
            }
        }
    }

    private mutating func note(_ path: String, _ stamp: FileStamp) throws(ExtensionFault) {
        stamps[path] = stamp
        guard stamps.count <= Self.mostFiles else { throw .tooLarge }
        guard Self.seconds <= end else { throw .slow }
    }

    /// Hashes a file that is still the one that was found, from its first byte to its last; nil for one that is left out.
    private mutating func digest(
        of name: String, at place: String, in folder: Int32, _ stamp: FileStamp
    ) throws(ExtensionFault) -> [UInt8]? {
        let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw errno == ELOOP ? .link : .unreadable }
        defer { close(file) }
        let contents = try Self.contents(of: file, stamp, most: Self.mostBytes - bytes)
        bytes += contents.count
        guard Self.seconds <= end else { throw .slow }
        return shape == .chromium
            ? try InstalledArchive.digest(of: contents, at: place) : SaltHash.sha256(contents)
    }

    /// The bytes of an open file.
    ///
    /// - Throws: `changed` if it isn't the file of the stamp, before or after it was read.
    package static func contents(of file: Int32, _ stamp: FileStamp?, most: Int) throws(ExtensionFault) -> [UInt8] {
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .unreadable }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .special }
        let found = FileStamp(status)
        if let stamp, stamp != found { throw .changed }
        guard found.size <= most else { throw .tooLarge }
        var contents = [UInt8](repeating: 0, count: Int(found.size) + 1)
        var count = 0
        while count < contents.count {
            let read = contents.withUnsafeMutableBytes {
                systemRead(file, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            if read < 0 {
                guard errno == EINTR else { throw .unreadable }
                continue
            }
            if read == 0 { break }
            count += read
        }
        guard count == Int(found.size), fstat(file, &status) == 0, FileStamp(status) == found else { throw .changed }
        contents.removeLast()
        return contents
    }

    /// The bytes of a file by its path, and its stamp. Links are followed to it: it isn't one of the extension's files.
    static func contents(at path: String, most: Int) throws(ExtensionFault) -> (bytes: [UInt8], stamp: FileStamp) {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw errno == ENOENT ? .missing : .unreadable }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .unreadable }
        let stamp = FileStamp(status)
        return (try contents(of: file, stamp, most: most), stamp)
    }
}

private func systemRead(_ file: Int32, _ memory: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(file, memory, count)
}
