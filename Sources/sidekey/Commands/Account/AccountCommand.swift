import ArgumentParser
import JSONRPC
import Localization

/// `sidekey account ...`: the wallet's accounts.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: say(.helpAccount),
        subcommands: [
            AccountList.self, AccountAdd.self, AccountImport.self, AccountLabel.self, AccountHide.self,
            AccountShow.self, AccountMove.self, AccountRemove.self,
        ], defaultSubcommand: AccountList.self)
}

/// An account on the command line: its public key, or its number in `sidekey account list`.
struct AccountArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(say(.helpAccountArgument)), completion: .accounts)
    var account: String

    init() {}

    init(_ account: String) {
        self.account = account
    }

    /// The public key that the agent knows it by.
    ///
    /// - Throws: where no account has this key or number.
    func publicKey(from agent: inout AgentClient) throws(CommandError) -> String {
        let accounts = try agent.call("accounts.list")["accounts"]?.array ?? []
        // No public key is as short as a number of the list.
        let found =
            account.utf8.count < 5
            ? Int(account).flatMap { accounts.indices.contains($0 - 1) ? accounts[$0 - 1] : nil }
            : accounts.first { $0["publicKey"]?.text == account }
        guard let publicKey = found?["publicKey"]?.text else {
            throw CommandError(say(.accountMissing, ["account": account.visible]), hint: say(.hintAccounts))
        }
        return publicKey
    }
}

/// The wallet's accounts as a list for people.
struct AccountTable {
    let accounts: [JSON]

    /// Takes a result that holds `accounts`.
    init(_ result: JSON) {
        accounts = result["accounts"]?.array ?? []
    }

    /// Prints the list, or the accounts as the agent gave them.
    func write(to output: OutputOptions) { output.write(.array(accounts), or: text) }

    var text: String {
        guard !accounts.isEmpty else { return say(.accountsNone) + "\n" }
        return accounts.enumerated().map { index, account in
            let number = "\(index + 1)."
            var marks: [String] = []
            if account["hidden"]?.bool == true { marks.append(say(.accountIsHidden)) }
            if account["imported"]?.bool == true {
                marks.append(say(.accountIsImported))
            } else if let path = account["path"]?.text {
                marks.append(path)
            }
            let label = account["label"]?.text?.visible ?? ""
            return "\(number.padded(to: 4))\(account["publicKey"]?.text?.visible ?? "?")  \(label)"
                + (marks.isEmpty ? "" : "  (\(marks.joined(separator: ", ").visible))") + "\n"
        }.joined()
    }
}
