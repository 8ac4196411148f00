import CPlatform

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The file this process was started from, and whether another one has taken its place.
public struct RunningProgram: Sendable {
    private let path: String
    private let running: FileStatus

    /// Notes which file runs; call it as the process starts.
    ///
    /// - Throws: `system`.
    public init() throws(AgentSocketError) {
        path = try Self.path()
        #if os(Linux)
            running = try FileStatus(followingLinksAt: "/proc/self/exe")
        #else
            running = try FileStatus(followingLinksAt: path)
        #endif
    }

    /// Whether an installation has put another file at the path this process was started from. A path with no file is
    /// not a replacement: an installation may be between its two steps.
    public var isReplaced: Bool {
        guard let installed = try? FileStatus(followingLinksAt: path) else { return false }
        return !installed.isSameFile(as: running)
    }

    /// The absolute path of a program in the folder of the running one, by the running file and never by `argv[0]` or `PATH`.
    ///
    /// - Throws: `system`.
    package static func sibling(_ name: String) throws(AgentSocketError) -> String {
        let own = try path()
        return "\(own.utf8.lastIndex(of: UInt8(ascii: "/")).map { own[..<$0] } ?? "")/\(name)"
    }

    /// The absolute path this process was started from, also when that file has been replaced since.
    static func path() throws(AgentSocketError) -> String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let failed = platform_executable_path(&bytes, bytes.count)
        guard failed == 0 else { throw .system(.executablePath, path: "the running program", errno: failed) }
        let path = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let replaced = " (deleted)"
        return path.hasSuffix(replaced) ? String(path.dropLast(replaced.count)) : path
    }
}
