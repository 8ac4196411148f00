import AgentSocket
import ArgumentParser
import Localization
import Salt
import WalletKeys

/// `sidekey vault backup FILE`: a copy of the encrypted file.
struct VaultBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: say(.helpVaultBackup),
        discussion: say(.helpVaultBackupMore))

    @Argument(help: ArgumentHelp(say(.helpNewFile)))
    var file: String

    func run() throws {
        let vault: Vault
        do {
            let folder = try WalletFolder(environment: AgentClient.environment)
            // Whole and undamaged, or there is no copy of it.
            guard let present = try VaultFile(folder: folder.data).read() else {
                throw CommandError(say(.walletMissing), hint: say(.hintMakeOne))
            }
            vault = present
        } catch let error as AgentSocketError {
            throw CommandError(error)
        } catch let error as WalletKeyError {
            throw CommandError(say(.walletNotCopied, ["error": "\(error)"]), hint: say(.hintDoctor))
        }
        try PrivateFile(path: file).write(vault.encoded())
        StandardOutput.write(say(.walletCopied, ["generation": "\(vault.generation)", "path": file.visible]) + "\n")
    }
}
