import AgentSocket
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Whether the wallet's folders are the user's alone.
enum WalletFolderCheck {
    static func run() -> [Diagnosis] {
        let folder: WalletFolder
        do throws(AgentSocketError) {
            folder = try WalletFolder(environment: AgentClient.environment)
        } catch {
            return [.failure("folder", .foundFolderUnusable, ["error": error.text])]
        }
        var found: [Diagnosis] = []
        if folder.isMoved {
            found.append(
                .warning("home", .foundHomeMoved, ["path": folder.data]))
        }
        do throws(AgentSocketError) {
            try folder.prepare()
            try folder.checkDisk()
            found.append(.ok("folder", .foundFolder, ["path": folder.data]))
        } catch {
            let failure = CommandError(error)
            found.append(
                .failure("folder", .foundFolderUnusable, ["error": failure.message], hint: failure.hints.first))
        }
        return found
    }

    /// Whether nobody else can reach the socket of an agent that is running.
    static func socket(of folder: WalletFolder) -> Diagnosis {
        guard let (owner, permissions) = FileSystem.ownership(folder.socket) else {
            return .warning("socket", .foundOtherSocket, ["path": folder.socket])
        }
        guard owner == geteuid(), permissions & 0o077 == 0 else {
            return .failure(
                "socket", .foundSocketOpen,
                ["path": folder.socket, "owner": "\(owner)", "mode": String(permissions, radix: 8)])
        }
        return .ok("socket", .foundSocket, ["path": folder.socket])
    }
}
