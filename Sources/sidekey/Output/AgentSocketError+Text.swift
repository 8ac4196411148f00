import AgentSocket
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

extension AgentSocketError {
    /// The description in the user's language.
    var text: String {
        switch self {
        case .noHome: say(.socketNoHome)
        case .homeRelative: say(.socketHomeRelative)
        case .refused(let path, let fault): fault.text(of: path)
        case .socketPathTooLong(let path, let count, let limit):
            say(.countedPathTooLong, count, ["limit": "\(limit)", "path": path])
        case .diskFull(let path): say(.diskIsFull, ["path": path])
        case .diskReadOnly(let path): say(.diskIsReadOnly, ["path": path])
        case .system(let call, let path, let number):
            say(
                .socketCallFailed,
                ["call": call.rawValue, "path": path, "error": String(cString: strerror(number))])
        case .foreignServer(let uid): say(.socketForeign, ["user": "\(uid)"])
        case .socketServed(let path): say(.socketServed, ["path": path])
        case .notRunning: say(.agentNotRunning)
        case .programMissing(let path): say(.agentProgramMissing, ["path": path])
        case .endsAtStart(let starts): say(.countedStarts, starts)
        case .timedOut(let milliseconds): say(.agentSilent, ["seconds": "\(max(1, (milliseconds + 500) / 1000))"])
        case .abandoned: say(.agentAbandoned)
        }
    }
}

extension AgentSocketError.PathFault {
    /// What is wrong with the path.
    fileprivate func text(of path: String) -> String {
        switch self {
        case .symbolicLink: say(.pathIsLink, ["path": path])
        case .notAFolder: say(.pathIsNoFolder, ["path": path])
        case .notAFile: say(.pathIsNoFile, ["path": path])
        case .notASocket: say(.pathIsNoSocket, ["path": path])
        case .owner(let uid): say(.pathIsOfUser, ["path": path, "user": "\(uid)"])
        case .openToOthers(let mode): say(.pathIsOpen, ["path": path, "mode": String(mode, radix: 8)])
        case .parentOwner(let uid): say(.pathInFolderOfUser, ["path": path, "user": "\(uid)"])
        case .parentOpenToAll: say(.pathInOpenFolder, ["path": path])
        }
    }
}
