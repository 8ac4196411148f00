import ArgumentParser
import JSONRPC
import Salt
import WalletKeys

/// `sidekey vault restore FILE`: puts a backup in the wallet's place.
struct VaultRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Put a backup in the wallet's place; the present wallet is set aside.",
        discussion: "Asks for the passphrase that the backup was made under. Nothing is replaced unless it opens.")

    @Argument(help: "A file that `sidekey vault backup` made.")
    var file: String

    @Flag(name: .shortAndLong, help: "Don't ask whether to set the present wallet aside.")
    var yes = false

    @OptionGroup var passphrase: PassphraseOptions

    func run() throws {
        let backup = try readBackup()
        var agent = try AgentClient.connect()
        if agent.greeting["vault"]?.text != "none", !yes {
            let terminal = try Terminal(for: "restoring a backup", hint: "give --yes and --passphrase-file")
            guard try terminal.confirms("There is a wallet already. Set it aside and use the backup?") else {
                throw CommandError("nothing was changed")
            }
        }
        let secret = try passphrase.read("Passphrase of the backup: ")
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "restore", method: "vault.restore",
                params: ["vault": .json(.string(Base64.encode(backup))), "passphrase": .secret(secret)])
        }
        let status = try agent.call(request)
        StandardOutput.write("restored the wallet\n" + AccountTable(status).text)
    }

    private func readBackup() throws(CommandError) -> [UInt8] {
        // It is ciphertext, and may lie on a disk that knows no modes.
        let bytes = try PrivateFile(path: file).bytes(limit: Vault.maximumCount)
        do throws(WalletKeyError) { _ = try Vault(decoding: bytes) } catch {
            throw CommandError("\(file.visible) is no backup that can be read: \(error)")
        }
        return bytes
    }
}
