import ArgumentParser
import JSONRPC
import Salt
import WalletKeys
import Wording

/// `sidekey vault restore FILE`: puts a backup in the wallet's place.
struct VaultRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: say(.helpVaultRestore),
        discussion: say(.helpVaultRestoreMore))

    @Argument(help: ArgumentHelp(say(.helpBackupFile)), completion: .file())
    var file: String

    @Flag(name: .shortAndLong, help: ArgumentHelp(say(.helpSetAsideYes)))
    var yes = false

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let backup = try readBackup()
        var agent = try AgentClient.connect()
        if agent.greeting["vault"]?.text != "none" { try Disconnections(from: &agent).tell() }
        if agent.greeting["vault"]?.text != "none", !yes {
            let terminal = try Terminal(for: .purposeBackupRestoring, hint: .hintGiveYesAndPassphraseFile)
            guard try terminal.confirms(say(.askBackup)) else {
                throw CommandError(say(.nothingChanged), status: .declined)
            }
        }
        let secret = try passphrase.read(.askBackupPassphrase)
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "restore", method: "vault.restore",
                params: ["vault": .json(.string(Base64.encode(backup))), "passphrase": .secret(secret)])
        }
        let status = try agent.call(request)
        output.write(status, or: say(.walletRestored) + "\n" + AccountTable(status).text)
    }

    private func readBackup() throws(CommandError) -> [UInt8] {
        // It is ciphertext, and may lie on a disk that knows no modes.
        let bytes = try PrivateFile(path: file).bytes(limit: WalletBackup.maximumCount)
        do throws(WalletKeyError) { _ = try WalletBackup(decoding: bytes) } catch {
            throw CommandError(say(.fileIsNoBackup, ["path": file.visible, "error": "\(error)"]))
        }
        return bytes
    }
}
