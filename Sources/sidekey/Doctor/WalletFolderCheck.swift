import AgentSocket

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
            return [.failure("folder", error.description, hint: nil)]
        }
        var found: [Diagnosis] = []
        if folder.isMoved {
            found.append(
                .warning(
                    "home", "SIDEKEY_HOME moves the wallet to \(folder.data): a test or a demo",
                    hint: "unset SIDEKEY_HOME for your own wallet"))
        }
        do throws(AgentSocketError) {
            try folder.prepare()
            found.append(.ok("folder", "the wallet's folder \(folder.data) is yours alone"))
        } catch {
            let failure = CommandError(error)
            found.append(.failure("folder", failure.message, hint: failure.hints.first))
        }
        return found
    }

    /// Whether nobody else can reach the socket of an agent that is running.
    static func socket(of folder: WalletFolder) -> Diagnosis {
        guard let (owner, permissions) = FileSystem.ownership(folder.socket) else {
            return .warning(
                "socket", "the agent serves another socket than \(folder.socket)",
                hint: "it was started with another XDG_RUNTIME_DIR; sidekey stop starts it anew with the next command")
        }
        guard owner == geteuid(), permissions & 0o077 == 0 else {
            return .failure(
                "socket", "\(folder.socket) is open to others (owner \(owner), mode \(String(permissions, radix: 8)))",
                hint: "sidekey stop, then look who can write to its folder")
        }
        return .ok("socket", "the agent's socket \(folder.socket) is yours alone")
    }
}
