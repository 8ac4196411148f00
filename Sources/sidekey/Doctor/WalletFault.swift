import AgentSocket
import JSONRPC
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A wallet file that can't be opened, or a database that was set aside, in words and with the remedy.
struct WalletFault {
    let key: TextKey
    let values: KeyValuePairs<String, String>
    /// The remedy for this fault; nil if it is the remedy of its kind.
    let hint: String?

    /// Reads the wallet file's fault from `vault.status`; nil if the file is in order.
    init?(file status: JSON) {
        guard let fault = status["fault"] else { return nil }
        let folder = try? AgentClient.walletFolder()
        let previous = folder.map { Self.quoted("\($0)/vault.previous") }
        let hasPrevious = fault["previous"]?.bool == true
        let message = fault["message"]?.text?.visible ?? "?"
        switch fault["cause"]?.text {
        case "newer":
            key = .foundVaultNewer
            values = ["number": "\(fault["format"]?.int ?? 0)"]
            hint = hasPrevious ? say(.hintNewerOrPrevious, ["path": previous ?? "vault.previous"]) : nil
        case "refused":
            key = .foundVaultUnread
            values = ["error": message]
            hint = folder.flatMap { Self.admitting("\($0)/vault") }
        case "unreadable":
            key = .foundVaultUnread
            values = ["error": message]
            hint = hasPrevious ? say(.hintPrevious, ["path": previous ?? "vault.previous"]) : nil
        default:
            key = .foundVaultDamaged
            values = ["error": message]
            hint = hasPrevious ? say(.hintPrevious, ["path": previous ?? "vault.previous"]) : nil
        }
    }

    /// Reads the database's fault from `vault.status`; nil if no database was lost, or the user has settled the rules since.
    init?(database status: JSON) {
        guard let lost = status["lost"], let file = lost["file"]?.text?.visible else { return nil }
        if lost["cause"]?.text == "newer" {
            key = .foundDatabaseNewer
        } else {
            key = .foundDatabaseLost
        }
        let anchors = (lost["anchors"]?.array ?? []).compactMap { $0.text?.visible }
        let folder = try? AgentClient.walletFolder()
        values = [
            "file": file, "files": Self.list([file] + anchors), "folder": folder.map { Self.quoted($0) } ?? "?",
            "ending": String(file[(file.lastIndex(of: ".") ?? file.startIndex)...]),
        ]
        hint = nil
    }

    var message: String { say(key, values) }

    /// The remedy in words.
    var remedy: String? { hint ?? key.fix.map { say($0, values) } }

    func diagnosis(_ id: String) -> Diagnosis { .failure(id, key, values, hint: hint) }

    /// Returns the remedy that makes the agent open a refused file; nil if it can't be determined from here.
    private static func admitting(_ file: String) -> String? {
        let path = quoted(file)
        if FileSystem.isLink(file) { return say(.hintUnlinkVault, ["path": path]) }
        guard FileSystem.isFile(file), let (owner, permissions) = FileSystem.ownership(file) else { return nil }
        guard owner == geteuid() else { return say(.hintOwnVault, ["user": "\(geteuid())", "path": path]) }
        return permissions & 0o077 == 0 ? nil : say(.hintCloseVault, ["path": path])
    }

    /// Returns names in a row, as in a sentence.
    private static func list(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + say(.listAnd) + last
    }

    /// Returns a path quoted for a shell.
    private static func quoted(_ path: String) -> String {
        let path = path.visible
        return path.contains(" ") ? "'\(path)'" : path
    }
}

/// A check that only the user can access the wallet's folders.
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

    /// Checks that no other user can reach the socket of a running agent.
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
