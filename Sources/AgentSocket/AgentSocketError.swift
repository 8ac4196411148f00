#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The reason the agent can't be reached, started or be the only one. Cases are only ever added.
public enum AgentSocketError: Error, Sendable, Hashable {
    /// Neither `SIDEKEY_HOME`, `XDG_DATA_HOME` nor `HOME` names an absolute path.
    case noHome
    /// `SIDEKEY_HOME` is a relative path, which would mean another folder to every process.
    case homeRelative
    /// A folder, lock or socket is not what it must be.
    case refused(path: String, PathFault)
    /// The socket's path doesn't fit into a Unix socket address (`limit` bytes).
    case socketPathTooLong(path: String, count: Int, limit: Int)
    /// The disk is full: nothing can be written to this path.
    case diskFull(path: String)
    /// The disk of this path is read-only.
    case diskReadOnly(path: String)
    /// A call of the system failed with `errno`.
    case system(SystemCall, path: String, errno: Int32)
    /// The process that serves the socket belongs to another user.
    case foreignServer(uid: UInt32)
    /// A socket in the wallet's folder is served by a process that doesn't hold the lock; it is left alone.
    case socketServed(path: String)
    /// No agent runs, and the caller asked not to start one.
    case notRunning
    /// There is no program to start at this path.
    case programMissing(path: String)
    /// The agent was started this many times and ended each time before it listened.
    case endsAtStart(starts: Int)
    /// The agent did not take a connection or answer it in time.
    case timedOut(milliseconds: Int)
    /// The caller gave up waiting, because the process that it waited for has gone.
    case abandoned

    /// The fault of a file or folder at a path.
    public enum PathFault: Sendable, Hashable {
        case symbolicLink
        case notAFolder
        case notAFile
        case notASocket
        case owner(uid: UInt32)
        /// Other users may enter or read it; `mode` is its permission bits.
        case openToOthers(mode: UInt32)
        /// The folder above belongs to another user, who could replace this one.
        case parentOwner(uid: UInt32)
        /// Anyone may replace this folder, because the one above is world-writable and not sticky.
        case parentOpenToAll
    }

    /// The system calls whose failure is reported.
    public enum SystemCall: String, Sendable, Hashable {
        case makeFolder = "mkdir"
        case open, status = "stat", lock, write, unlink, socket, connect, credentials = "getsockopt"
        case spawn = "posix_spawn"
        case executablePath = "readlink"
        case harden = "prctl"
        case access
        case bind, listen, accept
    }
}

extension AgentSocketError {
    /// The error of a failed call: the disk's state if the errno tells it, otherwise the call.
    package static func failed(_ call: SystemCall, path: String, errno number: Int32) -> AgentSocketError {
        switch number {
        case ENOSPC, EDQUOT: .diskFull(path: path)
        case EROFS: .diskReadOnly(path: path)
        default: .system(call, path: path, errno: number)
        }
    }
}

extension AgentSocketError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noHome: "HOME is not set to an absolute path"
        case .homeRelative: "SIDEKEY_HOME must be an absolute path"
        case .refused(let path, let fault): "\(path) \(fault)"
        case .socketPathTooLong(let path, let count, let limit):
            "the socket's path has \(count) bytes, the system allows \(limit): \(path)"
        case .diskFull(let path): "the disk is full: nothing can be written to \(path)"
        case .diskReadOnly(let path): "the disk of \(path) is read-only"
        case .system(let call, let path, let number):
            "\(call.rawValue) failed for \(path): \(String(cString: strerror(number)))"
        case .foreignServer(let uid): "the agent's socket is served by user \(uid)"
        case .socketServed(let path):
            "\(path) is served by a program that doesn't hold this wallet's lock, such as another wallet's agent"
        case .notRunning: "the agent is not running"
        case .programMissing(let path): "there is no program at \(path)"
        case .endsAtStart(let starts): "the agent was started \(starts) times and ended each time; see agent.log"
        case .timedOut(let milliseconds): "the agent gave no answer within \(max(1, (milliseconds + 500) / 1000)) s"
        case .abandoned: "gave up waiting for the agent"
        }
    }
}

extension AgentSocketError.PathFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .symbolicLink: "is a symbolic link"
        case .notAFolder: "is not a folder"
        case .notAFile: "is not a regular file"
        case .notASocket: "is not a socket"
        case .owner(let uid): "belongs to user \(uid)"
        case .openToOthers(let mode): "is open to other users (mode \(String(mode, radix: 8)))"
        case .parentOwner(let uid): "stands in a folder of user \(uid)"
        case .parentOpenToAll: "stands in a folder that everybody may change"
        }
    }
}
