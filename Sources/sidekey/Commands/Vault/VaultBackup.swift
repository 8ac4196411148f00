import AgentSocket
import ArgumentParser
import JSONRPC
import WalletKeys
import Wording

/// `sidekey vault backup FILE`: a copy of the encrypted wallet, its contacts and limits.
struct VaultBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: say(.helpVaultBackup),
        discussion: say(.helpVaultBackupMore))

    @Argument(help: ArgumentHelp(say(.helpNewFile)), completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let (backup, numbers) = try Self.backup()
        try PrivateFile(path: file).write(backup.encoded())
        let generation = "\(backup.vault.generation)"
        var result = numbers
        result["generation"] = .string(generation)
        result["path"] = .string(JSONString(file))
        output.write(
            .object(result), or: say(.walletCopied, ["generation": generation, "path": file.visible]) + "\n")
        guard numbers["contacts"] == nil, !output.json else { return }
        StandardError.write("sidekey: \(say(.labelWarning)): \(say(.backupPartial))\n")
    }

    /// The agent's backup, with the numbers of its contacts and limits; where no agent can be reached, the vault alone.
    private static func backup() throws(CommandError) -> (backup: WalletBackup, numbers: JSONObject) {
        let answer: JSON
        do throws(CommandError) {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            answer = try agent.call("vault.backup")
        } catch {
            // Whoever can't get their agent to start needs a backup most.
            guard error.status == .unreachable else { throw error }
            return (WalletBackup(try vault()), [:])
        }
        guard let text = answer["vault"]?.string, let bytes = try? Base64.decode(text),
            let backup = try? WalletBackup(decoding: bytes)
        else { throw CommandError(say(.agentAnswerUnclear), hint: say(.hintInstallAgain)) }
        var numbers: JSONObject = [:]
        for name in ["contacts", "limits"] { numbers[name] = answer[name] }
        return (backup, numbers)
    }

    /// The file on the disk: whole and undamaged, or there is no copy of it.
    private static func vault() throws(CommandError) -> Vault {
        do {
            let folder = try WalletFolder(environment: AgentClient.environment)
            guard let vault = try VaultFile(folder: folder.data).read() else {
                throw CommandError(say(.walletMissing), hint: say(.hintMakeOne), status: .noWallet)
            }
            return vault
        } catch let error as CommandError {
            throw error
        } catch let error as AgentSocketError {
            throw CommandError(error)
        } catch {
            throw CommandError(say(.walletNotCopied, ["error": "\(error)"]), hint: say(.hintDoctor))
        }
    }
}
