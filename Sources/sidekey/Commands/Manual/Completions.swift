import ArgumentParser
import JSONRPC
import Wording

/// `sidekey completions SHELL`: a script that completes this program's lines.
struct Completions: ParsableCommand {
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash
        case zsh
        case fish
    }

    static let configuration = CommandConfiguration(
        abstract: say(.helpCompletions), discussion: say(.helpCompletionsMore))

    @Argument(help: ArgumentHelp(say(.helpShell)))
    var shell: Shell

    @OptionGroup var output: OutputOptions

    func run() throws {
        let kind: CompletionShell =
            switch shell {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        let script = Sidekey.completionScript(for: kind)
        output.write(["shell": .string(shell.rawValue), "script": .string(script)], or: script + "\n")
    }
}

extension CompletionKind {
    /// The ids of the waiting requests.
    static var waitingRequests: CompletionKind {
        .custom { _, _, _ in WalletWords.of("approvals.list", lists: ["requests"], members: ["id"]) }
    }

    /// The wallet's accounts and the watch-only ones.
    static var accounts: CompletionKind {
        .custom { _, _, _ in WalletWords.of("accounts.list", lists: ["accounts", "watched"], members: ["publicKey"]) }
    }

    /// The connected sites.
    static var sites: CompletionKind {
        .custom { _, _, _ in WalletWords.of("origins.list", lists: ["origins"], members: ["origin"]) }
    }

    /// The user's wallets, by name.
    static var wallets: CompletionKind {
        .custom { _, _, _ in WalletWords.of("wallets.list", lists: ["wallets"], members: ["name"]) }
    }

    /// The address book, by address and by label.
    static var contacts: CompletionKind {
        .custom { _, _, _ in WalletWords.of("contacts.list", lists: ["contacts"], members: ["label", "address"]) }
    }
}

/// Words of the wallet that a shell may offer.
private enum WalletWords {
    /// Returns the words of an answer's lists, each as far as its first page. It returns none if no agent runs, because pressing Tab starts nothing.
    static func of(_ method: String, lists: [String], members: [String]) -> [String] {
        guard var agent = try? AgentClient.connect(starting: false), let page = try? agent.call(method) else {
            return []
        }
        let rows = lists.flatMap { page[$0]?.array ?? [] }
        return rows.flatMap { row in members.compactMap { row[$0]?.text } }.filter(isPlain)
    }

    /// Returns true if a shell takes a word literally. Bash expands the words that it is offered: a site that calls itself
    /// `https://$(command)` would make it run the command.
    private static func isPlain(_ word: String) -> Bool {
        !word.isEmpty && !word.hasPrefix("-")
            && word.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: ":"), UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}
