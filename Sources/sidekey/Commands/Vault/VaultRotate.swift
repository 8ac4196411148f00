import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey vault rotate`: a new vault key, and the secrets sealed anew under it.
struct VaultRotate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: say(.helpVaultRotate))

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let secret = try passphrase.read()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(id: "rotate", method: "vault.rotate", params: ["passphrase": .secret(secret)])
        }
        output.write(try agent.call(request), or: say(.vaultKeyNew) + "\n")
    }
}
