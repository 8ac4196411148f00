#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where a user's wallet lives: the data folder, and the folder of the agent's socket.
///
/// | | data | socket |
/// |---|---|---|
/// | `SIDEKEY_HOME` set | `$SIDEKEY_HOME` | `$SIDEKEY_HOME/agent.sock` |
/// | Linux | `$XDG_DATA_HOME/sidekey`, else `~/.local/share/sidekey` | `$XDG_RUNTIME_DIR/sidekey/agent.sock`, else in the data folder |
/// | macOS | `~/Library/Application Support/Sidekey` | in the data folder |
///
/// Both folders are 0700 and the user's own; nothing here follows a symbolic link in their last component.
public struct WalletFolder: Sendable, Hashable {
    /// The folder of vault, database, lock and log; absolute, without a trailing slash.
    public let data: String
    /// The folder of the socket; the data folder itself where there is no runtime folder.
    public let runtime: String
    /// Whether `SIDEKEY_HOME` moved both: a test or a demo, and every surface says so.
    public let isMoved: Bool

    /// The Unix socket on which the agent listens.
    public var socket: String { runtime + "/agent.sock" }
    /// The file whose lock the one agent holds for as long as it lives.
    public var lock: String { data + "/agent.lock" }
    /// What the agent did, in lines of text.
    public var log: String { data + "/agent.log" }

    /// The database, and what SQLite puts beside it.
    private var database: [String] { ["", "-wal", "-shm"].map { data + "/wallet.sqlite" + $0 } }

    /// The files besides lock and vault, which are checked as they are opened.
    var files: [String] { [log] + database }

    /// Whether a socket stands at `socket`; it may be a dead one.
    public var hasSocket: Bool { (try? FileStatus(at: socket))?.kind == .socket }

    /// The variables that decide where the folder is.
    public static let variables = ["SIDEKEY_HOME", "HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"]

    /// Finds the folder for an environment; creates and checks nothing.
    ///
    /// `XDG_RUNTIME_DIR` is passed over where it is not a folder of this user, as after `sudo -E`.
    ///
    /// - Parameter homes: Further home folders of the user's, which variables may hide: a wallet that stands there is no test's.
    /// - Throws: `noHome`, `homeRelative`.
    /// - Note: XDG Base Directory Specification 0.8: relative values are ignored, data goes to `~/.local/share` by default.
    public init(environment: ProcessEnvironment, homes: [String] = []) throws(AgentSocketError) {
        let named = environment.absolutePath("HOME")
        #if os(Linux)
            let place = "/.local/share/sidekey"
            let chosen = environment.absolutePath("XDG_DATA_HOME").map { Self.withoutTrailingSlashes($0) + "/sidekey" }
        #else
            let place = "/Library/Application Support/Sidekey"
            let chosen: String? = nil
        #endif
        let own = chosen ?? named.map { Self.withoutTrailingSlashes($0) + place }
        if environment["SIDEKEY_HOME"] != nil {
            guard let home = environment.absolutePath("SIDEKEY_HOME") else { throw .homeRelative }
            data = Self.withoutTrailingSlashes(home)
            runtime = data
            // Whatever a test may do, nobody does it to the user's own wallet by calling its folder a test's.
            let all =
                (homes + [named].compactMap { $0 }).map { Self.withoutTrailingSlashes($0) + place }
                + [own].compactMap { $0 }
            isMoved = !all.contains { Self.isSame($0, home) }
            return
        }
        isMoved = false
        guard let own else { throw .noHome }
        data = own
        #if os(Linux)
            if let root = environment.absolutePath("XDG_RUNTIME_DIR"), Self.isOwnFolder(root) {
                runtime = Self.withoutTrailingSlashes(root) + "/sidekey"
            } else {
                runtime = data
            }
        #else
            runtime = data
        #endif
    }

    private static func isSame(_ one: String, _ other: String) -> Bool {
        guard let one = try? FileStatus(followingLinksAt: one), let other = try? FileStatus(followingLinksAt: other)
        else { return one == withoutTrailingSlashes(other) }
        return (one.device, one.inode) == (other.device, other.inode)
    }

    private static func withoutTrailingSlashes(_ path: String) -> String {
        var path = path[...]
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return String(path)
    }

    private static func isOwnFolder(_ path: String) -> Bool {
        guard let status = try? FileStatus(followingLinksAt: path) else { return false }
        return status.kind == .folder && status.owner == geteuid()
    }
}
