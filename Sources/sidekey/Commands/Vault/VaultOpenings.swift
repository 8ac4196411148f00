import ArgumentParser
import JSONRPC
import Wording

/// `sidekey vault openings`: lists what opens the wallet, with what each protects against and when it was last used.
struct VaultOpenings: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "openings", abstract: say(.helpOpenings), discussion: say(.openingsText))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        var openings = try agent.call("openings.list")["openings"]?.array ?? []
        // The recovery phrase opens no session; it makes the wallet anew, which is one more way in.
        let phrase = try? agent.call("phrase.status")
        if let last = phrase?["last"] { openings.append(["kind": "phrase", "proven": last]) }
        output.write(.array(openings), or: Self.text(openings))
    }

    private static func text(_ openings: [JSON]) -> String {
        openings.map { opening in
            let kind = opening["kind"]?.text ?? ""
            let title = say.opening(kind)
            let name = opening["name"]?.text.map { ": \($0.visible)" } ?? ""
            let lines = [TextKey("openingMeans", kind).map { say($0) }, use(of: opening)].compactMap(\.self)
            return title + name + "\n" + lines.map { "  \($0)\n" }.joined()
        }.joined(separator: "\n")
    }

    private static func use(of opening: JSON) -> String? {
        func date(_ name: String) -> String? { opening[name]?.int.flatMap { UTCDate(milliseconds: $0)?.text } }
        if let date = date("last") { return say(.openingLast, ["date": date]) }
        if let date = date("proven") { return say(.phraseProvenOn, ["date": date]) }
        // Of the passphrase nothing is known from before uses were written down.
        return opening["created"] == nil && opening["account"] == nil ? nil : say(.openingUnused)
    }
}
