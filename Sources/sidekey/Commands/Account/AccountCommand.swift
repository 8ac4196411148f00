import ArgumentParser
import JSONRPC
import Wording

/// `sidekey account ...`: the wallet's accounts.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: say(.helpAccount),
        subcommands: [
            AccountList.self, AccountAdd.self, AccountImport.self, AccountLabel.self, AccountHide.self,
            AccountShow.self, AccountMove.self, AccountRemove.self,
        ], defaultSubcommand: AccountList.self)
}

/// An account on the command line: its public key, its number in `sidekey account list`, or its label.
struct AccountArgument: ParsableArguments {
    @Argument(help: ArgumentHelp(say(.helpAccountArgument)), completion: .accounts)
    var account: String

    init() {}

    init(_ account: String) {
        self.account = account
    }

    /// The public key that the agent knows it by.
    ///
    /// - Throws: where no account has this key, number or label, or several have the label.
    func publicKey(from agent: inout AgentClient) throws(CommandError) -> String {
        let accounts = try agent.call("accounts.list")["accounts"]?.array ?? []
        guard let publicKey = try publicKey(among: accounts) else {
            throw CommandError(say(.accountMissing, ["account": account.visible]), hint: say(.hintAccounts))
        }
        return publicKey
    }

    /// - Parameter accounts: As `accounts.list` answers them.
    /// - Returns: nil where none has this key, number or label.
    /// - Throws: where several have the label.
    func publicKey(among accounts: [JSON]) throws(CommandError) -> String? {
        // An address, and a number that the list has, name one account, whatever others are called.
        if let account = accounts.first(where: { $0["publicKey"]?.text == account }) {
            return account["publicKey"]?.text
        }
        if let number = Int(account), number >= 1, number <= accounts.count {
            return accounts[number - 1]["publicKey"]?.text
        }
        // Labels are told apart as they are written, and as they are read aloud only where nothing else fits.
        let labels = accounts.map { $0["label"]?.text ?? "" }
        var places = labels.indices.filter { labels[$0] == account }
        if places.isEmpty { places = labels.indices.filter { labels[$0].lowercased() == account.lowercased() } }
        guard places.count <= 1 else {
            throw CommandError(say(.accountAmbiguous, ["account": account.visible]), hint: say(.hintAccounts))
        }
        return places.first.flatMap { accounts[$0]["publicKey"]?.text }
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
