import Glibc

/// Files that tests look at and plant.
public enum SystemFile {
    /// The content of a file, or nil where it can't be read; for `/proc` too, whose files have no size.
    public static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var (content, part): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65536))
        while true {
            let count = Glibc.read(file, &part, part.count)
            if count < 0 { return nil }
            if count == 0 { return content }
            content += part[..<count]
        }
    }

    /// Writes a file with the given permissions.
    public static func write(_ path: String, _ content: some Sequence<UInt8>, mode: UInt32 = 0o600) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard file >= 0 else { throw TestFault.system("open of \(path)", errno) }
        defer { close(file) }
        let content = Array(content)
        guard Glibc.write(file, content, content.count) == content.count, fchmod(file, mode) == 0 else {
            throw TestFault.system("write of \(path)", errno)
        }
    }

    /// The names in a folder, sorted.
    public static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a file, or a folder with all that stands in it; symbolic links are removed and not followed.
    public static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in names(in: path) { remove(path + "/" + name) }
        rmdir(path)
    }

    /// Where a symbolic link leads, or nil where there is none.
    public static func linkTarget(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: 4096)
        let count = readlink(path, &target, target.count)
        return count < 0 ? nil : String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Copies a program, to be run.
    public static func copyProgram(_ source: String, to target: String, mode: UInt32 = 0o700) throws {
        guard let content = read(source) else { throw TestFault.system("read of \(source)", errno) }
        try writeProgram(target, content, mode: mode)
    }

    /// Writes a program, to be run.
    ///
    /// Another process writes it: a child that the library under test or another test starts at this moment would hold this one's
    /// open file for a while, and what somebody has open for writing can't be run (`ETXTBSY`).
    public static func writeProgram(_ path: String, _ content: some Sequence<UInt8>, mode: UInt32 = 0o700) throws {
        let written = try ChildProcess.run(
            "/bin/sh", ["-c", "cat >\"$1\" && chmod \(String(mode, radix: 8)) \"$1\"", "sh", path],
            environment: ["PATH": "/usr/bin:/bin"], input: Array(content))
        guard written.ending == .exited(0) else { throw TestFault("write of \(path): \(written.errors)") }
    }

    /// The processes that run, by their pids.
    public static var processes: [Int32] { names(in: "/proc").compactMap { Int32($0) } }
}
