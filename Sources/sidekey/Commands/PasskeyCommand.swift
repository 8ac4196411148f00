import ArgumentParser
import JSONRPC
import Salt

/// `sidekey passkey`: the passkeys that unlock the wallet, and what adding and removing them takes.
struct PasskeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkey", abstract: "List, allow and remove the passkeys that unlock the wallet.",
        subcommands: [List.self, Allow.self, Remove.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the passkeys.")

        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            let passkeys = try agent.call("passkey.list")["passkeys"]?.array ?? []
            if output.json {
                StandardOutput.write(.array(passkeys))
            } else if passkeys.isEmpty {
                StandardOutput.write("no passkey unlocks this wallet\n")
            } else {
                for passkey in passkeys {
                    StandardOutput.write(
                        "\(passkey["id"]?.text?.visible ?? "?")  \(passkey["name"]?.text?.visible ?? "?")\n")
                }
            }
        }
    }

    struct Allow: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let the extension add or remove one passkey.",
            discussion:
                "Takes the passphrase. It counts for two minutes and one change, in whichever browser it is made.")

        @OptionGroup var passphrase: PassphraseOptions

        func run() throws {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let secret = try passphrase.read()
            let request = try secret.withBytes { secret throws(CommandError) in
                try SecretRequest(id: "allow", method: "passkey.allow", params: ["passphrase": .secret(secret)])
            }
            let left = try agent.call(request)["remaining"]?.int ?? 0
            StandardOutput.write("one passkey may be added or removed within \(left.seconds) s\n")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a passkey. Takes the passphrase.")

        @Argument(help: "The passkey's id, as `sidekey passkey list` shows it.")
        var id: String

        @OptionGroup var passphrase: PassphraseOptions

        func run() throws {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let secret = try passphrase.read()
            let request = try secret.withBytes { secret throws(CommandError) in
                try SecretRequest(
                    id: "remove", method: "passkey.remove",
                    params: ["id": .json(.string(id)), "passphrase": .secret(secret)])
            }
            _ = try agent.call(request)
            StandardOutput.write("removed\n")
        }
    }
}
