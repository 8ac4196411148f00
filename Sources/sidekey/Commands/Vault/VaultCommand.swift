import ArgumentParser
import Wording

/// `sidekey vault ...`: the encrypted file itself.
struct VaultCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vault", abstract: say(.helpVault),
        subcommands: [VaultChangePassphrase.self, VaultRotate.self, VaultBackup.self, VaultRestore.self])
}
