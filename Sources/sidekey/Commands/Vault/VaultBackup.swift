import AgentSocket
import ArgumentParser
import Salt
import WalletKeys

/// `sidekey vault backup FILE`: a copy of the encrypted file.
struct VaultBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the encrypted wallet into a new file.",
        discussion: """
            The copy opens with the passphrase of today, for ever: a passphrase that is changed later doesn't change the \
            copy. The seed phrase on paper is the better backup; imported keys and labels are only here.
            """)

    @Argument(help: "The file, which must be new.")
    var file: String

    func run() throws {
        let vault: Vault
        do {
            let folder = try WalletFolder(environment: AgentClient.environment)
            // Whole and undamaged, or there is no copy of it.
            guard let present = try VaultFile(folder: folder.data).read() else {
                throw CommandError("there is no wallet yet", hint: "make one: sidekey create")
            }
            vault = present
        } catch let error as AgentSocketError {
            throw CommandError(error)
        } catch let error as WalletKeyError {
            throw CommandError("the wallet can't be copied: \(error)", hint: "sidekey doctor looks for the reason")
        }
        try PrivateFile(path: file).write(vault.encoded())
        StandardOutput.write("copied the wallet, generation \(vault.generation), to \(file.visible)\n")
    }
}
