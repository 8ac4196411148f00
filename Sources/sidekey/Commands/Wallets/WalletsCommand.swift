import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey wallets ...`: several wallets side by side, one of which is open.
struct WalletsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wallets", abstract: say(.helpWallets), discussion: say(.helpWalletsMore),
        subcommands: [
            WalletsList.self, WalletsAdd.self, WalletsSwitch.self, WalletsRename.self, WalletsRemove.self,
        ], defaultSubcommand: WalletsList.self)
}

/// `sidekey wallets list`.
struct WalletsList: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: say(.helpWalletsList))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try WalletTable(from: &agent).write(to: output)
    }
}

/// `sidekey wallets add NAME`: makes room for another wallet and opens it; it is set up as the first was.
struct WalletsAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: say(.helpWalletsAdd), discussion: say(.helpWalletsAddMore))

    @Argument(help: ArgumentHelp(say(.helpWalletNewName)))
    var name: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try AddedWallet.check(name, with: &agent)
        let added = try AddedWallet.open(name, with: &agent)
        output.write(added, or: say(.walletAdded, ["name": name.visible]) + "\n" + say(.walletAddedNext) + "\n")
    }
}

/// `sidekey wallets switch NAME`.
struct WalletsSwitch: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "switch", abstract: say(.helpWalletsSwitch), discussion: say(.helpWalletsSwitchMore))

    @Argument(help: ArgumentHelp(say(.helpWalletArgument)), completion: .wallets)
    var wallet: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let chosen = try WalletTable(from: &agent).wallet(wallet)
        let id = JSON.string(JSONString(chosen.id))
        var answer: JSON = ["switched": true]
        do throws(CommandError) { answer = try agent.call("wallets.switch", ["wallet": id]) } catch {
            // As where one is added: the answer may be lost, and the next agent tells.
            guard error.status == .unreachable else { throw error }
        }
        if answer["switched"]?.bool == true { try agent.follow { $0?["id"] == id } }
        let text = answer["switched"]?.bool == true ? TextKey.walletSwitched : .walletIsOpen
        output.write(answer, or: say(text, ["name": chosen.name.visible]) + "\n")
    }
}

/// `sidekey wallets rename NAME NEW`.
struct WalletsRename: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rename", abstract: say(.helpWalletsRename))

    @Argument(help: ArgumentHelp(say(.helpWalletArgument)), completion: .wallets)
    var wallet: String

    @Argument(help: ArgumentHelp(say(.helpWalletNewName)))
    var name: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let chosen = try WalletTable(from: &agent).wallet(wallet)
        let answer = try agent.call(
            "wallets.rename", ["wallet": .string(JSONString(chosen.id)), "name": .string(JSONString(name))])
        WalletTable(answer).write(to: output)
    }
}

/// `sidekey wallets remove NAME`: deletes a wallet's files; takes its passphrase.
struct WalletsRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: say(.helpWalletsRemove), discussion: say(.helpWalletsRemoveMore))

    @Argument(help: ArgumentHelp(say(.helpWalletArgument)), completion: .wallets)
    var wallet: String

    @Flag(name: .shortAndLong, help: ArgumentHelp(say(.helpWalletRemoveYes)))
    var yes = false

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let chosen = try WalletTable(from: &agent).wallet(wallet)
        StandardError.write(say(.walletRemoveMeans, ["name": chosen.name.visible]) + "\n")
        let secret: SecretBytes
        if yes {
            secret = try passphrase.read(.askWalletPassphrase)
        } else {
            let terminal = try Terminal(for: .purposeWalletRemoving, hint: .hintGiveYesAndPassphraseFile)
            guard try terminal.confirms(say(.askWalletRemove, ["name": chosen.name.visible])) else {
                throw CommandError(say(.nothingChanged), status: .declined)
            }
            secret = try passphrase.read(on: terminal)
        }
        let answer = try agent.call("wallets.remove", ["wallet": .string(JSONString(chosen.id))], passphrase: secret)
        output.write(answer, or: say(.walletRemoved, ["name": chosen.name.visible]) + "\n")
    }
}

/// The wallets as a list for people.
struct WalletTable {
    private let wallets: [JSON]

    /// Takes a result that holds `wallets`.
    init(_ result: JSON) { wallets = result["wallets"]?.array ?? [] }

    init(from agent: inout AgentClient) throws(CommandError) { self.init(try agent.call("wallets.list")) }

    func write(to output: OutputOptions) { output.write(.array(wallets), or: text) }

    /// The wallet of a name as it is written, or as it is read aloud, or of an id.
    ///
    /// - Throws: if there is none.
    func wallet(_ name: String) throws(CommandError) -> (id: String, name: String) {
        let found =
            wallets.first { $0["name"]?.text == name }
            ?? wallets.first { $0["name"]?.text?.lowercased() == name.lowercased() }
            ?? wallets.first { $0["id"]?.text == name }
        guard let found, let id = found["id"]?.text else {
            throw CommandError(say(.walletNoSuch, ["name": name.visible]), hint: say(.hintWallets))
        }
        return (id, found["name"]?.text ?? name)
    }

    /// True if a wallet has the name already.
    func has(_ name: String) -> Bool { wallets.contains { $0["name"]?.text?.lowercased() == name.lowercased() } }

    private var text: String {
        let width = wallets.map { $0["name"]?.text?.visible.count ?? 0 }.max() ?? 0
        return wallets.map { wallet in
            var facts: [String] = []
            switch wallet["vault"]?.text {
            case "none": facts.append(say(.walletNotSetUp))
            case "whole": facts.append(say(.countedAccounts, wallet["accounts"]?.int ?? 0))
            default: facts.append(say(.walletUnusable))
            }
            if wallet["vault"]?.text != "none", let used = wallet["used"]?.int,
                let date = UTCDate(milliseconds: used)?.text
            {
                facts.append(say(.walletUsed, ["time": date]))
            }
            let mark = wallet["current"]?.bool == true ? "* " : "  "
            return mark + (wallet["name"]?.text?.visible ?? "?").padded(to: width + 2)
                + facts.joined(separator: ", ") + "\n"
        }.joined()
    }
}

/// A wallet that a command adds beside those that are there.
enum AddedWallet {
    /// Looks before the user is asked anything: if a wallet can be added, and if the name is free.
    static func check(_ name: String, with agent: inout AgentClient) throws(CommandError) {
        guard agent.greeting["vault"]?.text != "none" else {
            throw CommandError(say(.walletMissing), hint: say(.hintMakeOne), status: .noWallet)
        }
        guard try !WalletTable(from: &agent).has(name) else { throw CommandError(say(.refusal_wallet_exists)) }
    }

    /// Adds it, and goes on with the agent that opens it; returns its id and name.
    @discardableResult
    static func open(_ name: String, with agent: inout AgentClient) throws(CommandError) -> JSON {
        let wanted = JSON.string(JSONString(name))
        do throws(CommandError) {
            let added = try agent.call("wallets.add", ["name": wanted])
            try agent.follow { $0?["id"] == added["id"] }
            return added
        } catch {
            // The agent may be gone before its answer is on its way. The next one's greeting says if it was done.
            guard error.status == .unreachable else { throw error }
            try agent.follow { $0?["name"] == wanted }
            return ["id": agent.greeting["wallet"]?["id"] ?? .null, "name": wanted]
        }
    }
}

extension Wallet {
    /// - Parameter name: The name of a wallet to add beside those that are there; nil for the first.
    /// - Throws: if there is a wallet already, or if that one can't be added.
    static func requireRoom(for name: String?, with agent: inout AgentClient) throws(CommandError) {
        guard let name else { return try requireNone(agent.greeting) }
        try AddedWallet.check(name, with: &agent)
    }
}

extension AgentClient {
    /// Leaves the agent that hands over, and goes on with the one that opens a wallet.
    ///
    /// The next agent may be a browser's, and be there before this one looks.
    fileprivate mutating func follow(until isOpen: (JSON?) -> Bool) throws(CommandError) {
        let begun = ContinuousClock.now
        while true {
            do throws(CommandError) {
                self = try AgentClient.connect()
                if isOpen(greeting["wallet"]) { return }
            } catch {
                // The one that leaves closes what comes to it in its last moment.
                guard error.status == .unreachable else { throw error }
            }
            guard begun.duration(to: .now) < .seconds(12) else { throw CommandError(say(.walletNotOpened)) }
            AgentClient.waitBriefly()
        }
    }
}
