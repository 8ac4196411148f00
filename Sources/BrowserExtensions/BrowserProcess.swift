import AgentSocket
import Glibc

/// The browser that started a host, as the system knows it: the nearest of the host's ancestors that is one.
struct BrowserProcess {
    private static let mostGenerations = 8

    let pid: Int32
    /// The name of the program's file.
    let program: String
    let arguments: [String]

    /// - Parameter host: the process at the other end of the agent's socket.
    init?(startedBy host: Int32, isBrowser: (BrowserProcess) -> Bool) {
        var pid = host
        for _ in 0..<Self.mostGenerations {
            guard let parent = ProcessAncestry.parent(of: pid), parent > 1 else { return nil }
            pid = parent
            let process = BrowserProcess(pid)
            if isBrowser(process) {
                self = process
                return
            }
        }
        return nil
    }

    private init(_ pid: Int32) {
        self.pid = pid
        arguments = Self.words(in: "/proc/\(pid)/cmdline")
        let path = Self.target(of: "/proc/\(pid)/exe") ?? arguments.first ?? ""
        program = String(path.split(separator: "/").last ?? "")
    }

    /// The values of an argument, in all of its spellings: `-name VALUE`, `--name VALUE`, `--name=VALUE`.
    func values(of name: String) -> [String] {
        var found: [String] = []
        for (index, argument) in arguments.enumerated() {
            if argument.hasPrefix("--\(name)=") {
                found.append(String(argument.dropFirst(name.count + 3)))
            } else if ["-\(name)", "--\(name)"].contains(argument), index + 1 < arguments.count {
                found.append(arguments[index + 1])
            }
        }
        return found
    }

    /// A variable of the browser's environment.
    func variable(_ name: String) -> String? {
        Self.words(in: "/proc/\(pid)/environ").first { $0.hasPrefix("\(name)=") }.map {
            String($0.dropFirst(name.count + 1))
        }
    }

    /// The paths of the files that it has open.
    var openFiles: [String] {
        guard let folder = opendir("/proc/\(pid)/fd") else { return [] }
        defer { closedir(folder) }
        var files: [String] = []
        while let entry = readdir(folder), files.count < 4096 {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
            }
            if let name, let file = Self.target(of: "/proc/\(pid)/fd/\(name)") { files.append(file) }
        }
        return files
    }

    private static func words(in path: String) -> [String] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < 1 << 21 {
            let count = read(file, &piece, piece.count)
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func target(of link: String) -> String? {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = readlink(link, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
