import ArgumentParser
import JSONRPC

/// `sidekey status`: whether there is a wallet, whether it is unlocked, and its accounts.
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Show the wallet's state and accounts.")

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let status = try agent.call("vault.status")
        if output.json {
            StandardOutput.write(status)
        } else {
            StandardOutput.write(Self.text(status))
        }
    }

    private static func text(_ status: JSON) -> String {
        var lines: [(String, String)] = []
        var state = status["vault"]?.text ?? "unknown"
        if let left = status["session"]?["remaining"]?.int { state += ", locks in \(left.seconds) s" }
        lines.append(("wallet", state))
        if status["unattended"]?.bool == true {
            lines.append(("unattended", "yes: made by script, approved by --yes without its passphrase"))
        }
        if status["vault"]?.text != "none", let rules = PolicyText.warning(status["trust"]) {
            lines.append(("rules", rules))
        }
        for account in status["accounts"]?.array ?? [] {
            lines.append(
                ("account", [account["publicKey"], account["label"]].compactMap { $0?.text }.joined(separator: "  ")))
        }
        if let home = status["home"]?.text { lines.append(("moved", "SIDEKEY_HOME is \(home): a test or a demo")) }
        lines.append(("version", "\(status["version"]?.text ?? "?"), protocol \(status["protocol"]?.int ?? 0)"))
        return lines.map { "\(($0.0 + ":").padded(to: 13))\($0.1.visible)\n" }.joined()
    }
}
