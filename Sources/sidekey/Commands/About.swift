import AgentSocket
import ArgumentParser
import JSONRPC
import Wording

/// `sidekey about`: what Sidekey is made of here, by version.
struct About: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpAbout), discussion: say(.helpAboutMore))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let about = try agent.call("agent.about")
        var lines = NamedLines()
        let version = about["version"]?.text ?? "?"
        let number = "\(about["protocol"]?.int ?? 0)"
        lines.append(named: "sidekey", Release.version)
        lines.append(named: "sidekey-agent", say(.statusVersion, ["version": version, "number": number]))
        for (name, member) in [("libsodium", "sodium"), ("SQLite", "sqlite")] {
            lines.append(named: name, about[member]?.text ?? "?")
        }
        output.write(about, or: lines.text(width: 16))
    }
}
