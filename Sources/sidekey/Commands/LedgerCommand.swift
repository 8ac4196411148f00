import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey ledger`: the Ledger that is plugged in, and its accounts.
struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger", abstract: say(.helpLedger), subcommands: [Status.self, Accounts.self, Add.self])

    /// The time that the agent gives the device, twice, and some more.
    private static let patience: Duration = .seconds(240)

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say(.helpLedgerStatus))

        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            let app = try agent.call("ledger.app", [:], within: patience)
            let model = app["model"]?.text?.visible ?? say(.ledgerModelUnknown)
            let line = say(.ledgerApp, ["model": model, "version": app["version"]?.text?.visible ?? "?"])
            let setting: TextKey = app["blindSigning"]?.bool == true ? .ledgerBlindOn : .ledgerBlindOff
            output.write(app, or: "\(line)\n\(say(setting))\n")
        }
    }

    struct Accounts: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say(.helpLedgerAccounts))

        @Option(help: ArgumentHelp(say(.helpLedgerFrom), valueName: "n"))
        var from: Int = 0

        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let answer = try agent.call("ledger.accounts", ["from": .number(from)], within: patience)
            var lines = (answer["accounts"]?.array ?? []).map { account in
                let mark = account["added"]?.bool == true ? "  (\(say(.ledgerIsAdded)))" : ""
                let path = account["path"]?.text?.visible ?? "?"
                return "\(path.padded(to: 18))\(account["publicKey"]?.text?.visible ?? "?")\(mark)\n"
            }
            if let next = answer["next"]?.int {
                lines.append(say(.ledgerMore, ["number": "\(next)"]) + "\n")
            }
            output.write(answer, or: lines.joined())
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say(.helpLedgerAdd), discussion: say(.helpLedgerAddMore))

        @Argument(help: ArgumentHelp(say(.helpLedgerPath)))
        var path: String

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let proof = try passphrase.readIfLocked(agent.greeting)
            let found = try proof.lend { proof throws(CommandError) in
                try agent.call(
                    SecretRequest(
                        id: "find", method: "ledger.find",
                        params: ["path": .json(.string(JSONString(path))), "passphrase": .secret(proof)]),
                    within: patience)
            }
            let address = found["publicKey"] ?? .null
            if !output.json {
                StandardError.write(say(.ledgerCompare, ["address": address.text?.visible ?? "?"]) + "\n")
            }
            let added = try proof.lend { proof throws(CommandError) in
                try agent.call(
                    SecretRequest(
                        id: "add", method: "ledger.add",
                        params: [
                            "path": .json(.string(JSONString(path))), "publicKey": .json(address),
                            "passphrase": .secret(proof),
                        ]), within: patience)
            }
            AccountTable(added).write(to: output)
        }
    }
}
