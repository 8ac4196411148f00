import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey tpm`: shows, sets and removes the PIN that the computer's TPM guards.
struct TPMCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tpm", abstract: say(.helpTPM), subcommands: [Status.self, Add.self, Remove.self],
        defaultSubcommand: Status.self)

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say(.helpTPMStatus))

        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let status = try agent.call("tpm.status", [:], within: PINOptions.patience)
            output.write(status, or: TPMCommand.lines(of: status))
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say(.helpTPMAdd), discussion: say(.helpTPMAddMore))

        @Argument(help: ArgumentHelp(say(.helpTPMName)))
        var name: String?

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var pin: PINOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let secret = try passphrase.read()
            let pin = try pin.choose()
            let request = try secret.withBytes { secret throws(CommandError) in
                try pin.withBytes { pin throws(CommandError) in
                    try SecretRequest(
                        id: "add", method: "tpm.add",
                        params: [
                            "name": .json(name.map { .string(JSONString($0)) }), "passphrase": .secret(secret),
                            "pin": .secret(pin),
                        ])
                }
            }
            let answer = try agent.call(request, within: PINOptions.patience)
            output.write(answer, or: say(.doneTPMAdded) + "\n")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say(.helpTPMRemove))

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            output.write(try SlotCommands.remove("tpm.remove", by: passphrase), or: say(.doneRemoved) + "\n")
        }
    }

    /// The state for a person: if a PIN unlocks, why not, and the tries that are left.
    private static func lines(of status: JSON) -> String {
        let slot = status["slot"]?["name"]?.text
        var lines = [slot.map { say(.tpmUnlocks, ["name": $0.visible]) } ?? say(.tpmNone)]
        if let retries = status["retries"]?.int, retries > 0 { lines.append(say(.tpmTries, retries)) }
        if let reason = status["reason"]?.text, let key = TextKey("refusal", reason) { lines.append(say(key)) }
        return lines.joined(separator: "\n") + "\n"
    }
}
