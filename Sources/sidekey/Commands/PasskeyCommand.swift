import ArgumentParser
import JSONRPC
import Wording

/// `sidekey passkey`: lists and removes the passkeys that unlock the wallet, and allows adding one.
struct PasskeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkey", abstract: say(.helpPasskey),
        subcommands: [List.self, Allow.self, Remove.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say(.helpPasskeyList))

        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            let passkeys = try agent.call("passkey.list")["passkeys"]?.array ?? []
            output.write(.array(passkeys), or: SlotCommands.table(passkeys, orElse: .passkeysNone))
        }
    }

    struct Allow: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say(.helpPasskeyAllow),
            discussion: say(.helpPasskeyAllowMore))

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let secret = try passphrase.read()
            let answer = try agent.call("passkey.allow", passphrase: secret)
            let left = answer["remaining"]?.int ?? 0
            output.write(answer, or: say(.passkeyAllowed, ["seconds": "\(left.seconds)"]) + "\n")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say(.helpPasskeyRemove))

        @Argument(help: ArgumentHelp(say(.helpPasskeyID)))
        var id: String

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let left = try SlotCommands.remove("passkey.remove", id, by: passphrase)
            output.write(left["passkeys"] ?? [], or: say(.doneRemoved) + "\n")
        }
    }
}
