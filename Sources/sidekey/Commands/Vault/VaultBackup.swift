import AgentSocket
import ArgumentParser
import JSONRPC
import Localization
import Salt
import WalletKeys

/// `sidekey vault backup FILE`: a copy of the encrypted file.
struct VaultBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: say(.helpVaultBackup),
        discussion: say(.helpVaultBackupMore))

    @Argument(help: ArgumentHelp(say(.helpNewFile)), completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let vault: Vault
        do {
            let folder = try WalletFolder(environment: AgentClient.environment)
            // Whole and undamaged, or there is no copy of it.
            guard let present = try VaultFile(folder: folder.data).read() else {
                throw CommandError(say(.walletMissing), hint: say(.hintMakeOne), status: .noWallet)
            }
            vault = present
        } catch let error as AgentSocketError {
            throw CommandError(error)
        } catch let error as WalletKeyError {
            throw CommandError(say(.walletNotCopied, ["error": "\(error)"]), hint: say(.hintDoctor))
        }
        try PrivateFile(path: file).write(vault.encoded())
        let generation = "\(vault.generation)"
        output.write(
            ["generation": .string(generation), "path": .string(file)],
            or: say(.walletCopied, ["generation": generation, "path": file.visible]) + "\n")
    }
}
