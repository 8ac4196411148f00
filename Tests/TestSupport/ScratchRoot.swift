import CPlatform
public import Foundation
import Glibc

/// The folder in which this process's tests keep all of theirs.
///
/// However the process ends, `Tests/Support/clear_up.py` ends what was started in it and removes it.
public enum ScratchRoot {
    /// Its path: short, since a Unix socket's path has little room.
    public static let path: String = {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        // Other users may go through it to the homes that a test opens to them, and see nothing of it.
        guard let path = make("\(parent)/sidekey-XXXXXX"), chmod(path, 0o711) == 0, start(["\(getpid())", path]) else {
            fatalError("no folder for the tests in \(parent): errno \(errno)")
        }
        // What runs were killed together with who clears up after them.
        _ = start(["--left", parent])
        return path
    }()

    public static let url = URL(filePath: path, directoryHint: .isDirectory)

    /// A new folder of mode 0700.
    public static func newFolder() throws -> String {
        guard let folder = make(path + "/XXXXXX") else { throw TestFault.system("mkdtemp", errno) }
        return folder
    }

    /// Has a path outside the folder removed with it.
    public static func claim(_ elsewhere: String) throws {
        let file = open(path + "/elsewhere", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw TestFault.system("open of \(path)/elsewhere", errno) }
        defer { close(file) }
        let line = Array("\(elsewhere)\n".utf8)
        guard write(file, line, line.count) == line.count else { throw TestFault.system("write", errno) }
    }

    private static func make(_ template: String) -> String? {
        var template = Array(template.utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Starts the script in a session of its own, with no descriptor and no variable of this process: what ends this process by its
    /// group doesn't end it, no pipe is kept open by it, and it isn't taken for what it is to end.
    private static func start(_ arguments: [String]) -> Bool {
        let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        let words = ["/usr/bin/env", "python3", tests + "/Support/clear_up.py"] + arguments
        let search = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let variables: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=\(search)"), nil]
        defer { for pointer in pointers + variables { free(pointer) } }
        var pid: pid_t = 0
        return platform_spawn_child(words[0], pointers, variables, &pid) == 0
    }
}
