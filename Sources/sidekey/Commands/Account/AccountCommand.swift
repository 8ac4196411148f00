import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey account ...`: the wallet's accounts.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: say(.helpAccount),
        subcommands: [
            AccountList.self, AccountAdd.self, AccountImport.self, AccountLabel.self, AccountHide.self,
            AccountShow.self, AccountMove.self, AccountRemove.self, AccountWatch.self, AccountUnwatch.self,
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

    /// Returns the public key by which the agent knows it.
    ///
    /// - Throws: if no account has this key, number or label, or several have the label.
    func publicKey(from agent: inout AgentClient) throws(CommandError) -> String {
        try publicKey(in: AccountTable(agent.call("accounts.list")))
    }

    /// - Throws: if no account has this key, number or label, or several have the label.
    func publicKey(in table: AccountTable) throws(CommandError) -> String {
        guard let publicKey = try publicKey(among: table.accounts) else {
            throw CommandError(say(.accountMissing, ["account": account.visible]), hint: say(.hintAccounts))
        }
        return publicKey
    }

    /// - Parameter accounts: The accounts in the order in which they are numbered.
    /// - Returns: nil if no account has this key, number or label.
    /// - Throws: if several have the label.
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

/// The wallet's accounts as a list for people: those with a key, then the watch-only ones, numbered through.
struct AccountTable {
    let accounts: [JSON]

    /// Takes a result that holds `accounts`, and `watched` where the list has watch-only ones.
    init(_ result: JSON) {
        accounts = ["accounts", "watched"].flatMap { result[$0]?.array ?? [] }
    }

    /// Returns true if the wallet has no key for this address, and only watches it.
    func isWatchOnly(_ publicKey: String) -> Bool {
        accounts.contains { $0["publicKey"]?.text == publicKey && $0["watchOnly"]?.bool == true }
    }

    /// Prints the list, or the accounts in the agent's form.
    func write(to output: OutputOptions) { output.write(.array(accounts), or: text) }

    /// That its key is on a hardware token, and the label of that.
    private static func onToken(_ account: JSON) -> String {
        let label = account["token"]?.text ?? ""
        return say(.accountIsOnHardwareToken) + (label.isEmpty ? "" : " \(label)")
    }

    var text: String {
        guard !accounts.isEmpty else { return say(.accountsNone) + "\n" }
        return accounts.enumerated().map { index, account in
            let number = "\(index + 1)."
            var marks: [String] = []
            if account["hidden"]?.bool == true { marks.append(say(.accountIsHidden)) }
            if account["watchOnly"]?.bool == true {
                marks.append(say(.accountIsWatchOnly))
            } else if account["imported"]?.bool == true {
                marks.append(say(.accountIsImported))
            } else if let path = account["path"]?.text {
                marks.append(path)
            }
            switch account["signer"]?.text {
            case "ledger": marks.append(say(.accountIsOnLedger))
            case "hardware-token": marks = marks.filter { $0 != account["path"]?.text } + [Self.onToken(account)]
            default: break
            }
            let label = account["label"]?.text?.visible ?? ""
            return "\(number.padded(to: 4))\(account["publicKey"]?.text?.visible ?? "?")  \(label)"
                + (marks.isEmpty ? "" : "  (\(marks.joined(separator: ", ").visible))") + "\n"
        }.joined()
    }
}

/// `sidekey account list`: lists every account, hidden ones too.
struct AccountList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpAccountList))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        AccountTable(try agent.call("accounts.list")).write(to: output)
    }
}

/// `sidekey account label`: sets the user's name for an account. Pages never learn it.
struct AccountLabel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "label", abstract: say(.helpAccountLabel))

    @OptionGroup var account: AccountArgument

    @Argument(help: ArgumentHelp(say(.helpLabel)))
    var label: String

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try account.update(["label": .string(label)], passphrase, output) }
}

/// `sidekey account hide`: leaves an account out of the browser's lists.
struct AccountHide: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hide", abstract: say(.helpAccountHide))

    @OptionGroup var account: AccountArgument
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try account.update(["hidden": true], passphrase, output) }
}

/// `sidekey account show`: reverts `hide`.
struct AccountShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: say(.helpAccountShow))

    @OptionGroup var account: AccountArgument
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws { try account.update(["hidden": false], passphrase, output) }
}

/// `sidekey account move`: changes the order of the lists. It takes the passphrase, because sites get the first account.
struct AccountMove: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "move", abstract: say(.helpAccountMove))

    @OptionGroup var account: AccountArgument

    @Argument(help: ArgumentHelp(say(.helpPlace)))
    var number: Int

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard number >= 1 else { throw ValidationError(say(.usageFirstPlace)) }
    }

    func run() throws { try account.update(["position": .number(number - 1)], passphrase, output) }
}

extension AccountArgument {
    /// Changes how an account is shown, and prints the list. It takes the passphrase while the wallet is locked, and always if the order changes.
    fileprivate func update(_ change: JSONObject, _ passphrase: PassphraseOptions, _ output: OutputOptions)
        throws(CommandError)
    {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let publicKey = try publicKey(from: &agent)
        let proof =
            change["position"] == nil
            ? try passphrase.readIfLocked(agent.greeting) : try passphrase.readUnlessUnattended(agent.greeting)
        let request = try proof.lend { proof throws(CommandError) in
            try SecretRequest(
                id: "update", method: "accounts.update",
                params: [
                    "publicKey": .json(.string(publicKey)), "label": .json(change["label"]),
                    "hidden": .json(change["hidden"]), "position": .json(change["position"]),
                    "passphrase": .secret(proof),
                ])
        }
        AccountTable(try agent.call(request)).write(to: output)
    }
}

/// `sidekey account remove`: takes an account out of the wallet, and its key if nothing else needs that.
struct AccountRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: say(.helpAccountRemove),
        discussion: say(.helpAccountRemoveMore))

    @OptionGroup var account: AccountArgument

    @Flag(name: .shortAndLong, help: ArgumentHelp(say(.helpRemoveYes)))
    var yes = false

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let publicKey = try account.publicKey(from: &agent)
        if !yes {
            let terminal = try Terminal(for: .purposeAccountRemoval, hint: .hintGiveYesAndPassphraseFile)
            guard try terminal.confirms(say(.askAccountRemoval, ["account": publicKey.visible])) else {
                throw CommandError(say(.nothingRemoved), status: .declined)
            }
        }
        let secret = try passphrase.read()
        let answer = try agent.call("accounts.remove", ["publicKey": .string(publicKey)], passphrase: secret)
        AccountTable(answer).write(to: output)
    }
}
