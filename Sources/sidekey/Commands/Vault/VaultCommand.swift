import ArgumentParser

/// `sidekey vault ...`: the encrypted file itself.
struct VaultCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vault", abstract: "Change the passphrase, rotate the key, back up and restore the wallet's file.",
        subcommands: [VaultChangePassphrase.self, VaultRotate.self, VaultBackup.self, VaultRestore.self])
}
