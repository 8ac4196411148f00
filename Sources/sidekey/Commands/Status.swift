import AgentSocket
import ArgumentParser
import JSONRPC
import Wording

/// `sidekey status`: shows whether there is a wallet, whether it is unlocked, and its accounts.
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpStatus))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        var status = try agent.call("vault.status")
        if status["vault"]?.text != "none", case .object(var whole) = status {
            // An agent from before doesn't know the question.
            whole["phrase"] = try? agent.call("phrase.status")
            status = .object(whole)
        }
        output.write(status, or: Self.text(status))
    }

    static func text(_ status: JSON) -> String {
        var lines = NamedLines()
        if let wallet = status["wallet"], wallet["count"]?.int ?? 1 > 1, let name = wallet["name"]?.text {
            lines.append(.part_name, name.visible)
        }
        let fault = WalletFault(file: status)
        var state = fault?.message ?? Self.state(status["vault"]?.text)
        if let left = status["session"]?["remaining"]?.int {
            state += say(.walletLocksIn, ["seconds": "\(left.seconds)"])
        }
        lines.append(.nameWallet, state)
        if let remedy = fault?.remedy { lines.append(named: say(.labelHint), remedy) }
        if status["unattended"]?.bool == true {
            lines.append(.nameUnattended, say(.statusUnattended))
        }
        if let lost = WalletFault(database: status) {
            lines.append(.nameRules, lost.message)
            if let remedy = lost.remedy { lines.append(named: say(.labelHint), remedy) }
        } else if status["vault"]?.text != "none", let rules = say.warning(ofTrust: status["trust"]?.text) {
            lines.append(.nameRules, rules)
        }
        if let line = status["activityBreak"]?.int {
            lines.append(.nameActivity, say(.statusBroken, ["line": "\(line)"]))
        }
        if status["phrase"]?["due"]?.bool == true { lines.append(.namePhrase, say(.phraseDue)) }
        for account in status["accounts"]?.array ?? [] {
            lines.append(
                .nameAccount,
                [account["publicKey"], account["label"]].compactMap { $0?.text }.joined(separator: "  "))
        }
        if let home = status["home"]?.text { lines.append(.nameMoved, say(.statusMoved, ["path": home])) }
        lines.append(
            .nameVersion,
            say(
                .statusVersion,
                ["version": status["version"]?.text ?? "?", "number": "\(status["protocol"]?.int ?? 0)"]))
        return lines.text(width: 13)
    }

    private static func state(_ vault: String?) -> String {
        switch vault {
        case "none": say(.walletIsNone)
        case "locked": say(.walletIsLocked)
        case "unlocked": say(.walletIsUnlocked)
        default: say(.walletIsUnknown)
        }
    }
}

/// `sidekey about`: shows the parts of Sidekey on this machine, by version.
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

/// `sidekey stop`: tells the agent to finish writing, lock and leave. The next command or browser starts it again.
struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpStop))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect(starting: false)
        let answer = try agent.call("agent.stop")
        try AgentClient.waitForEnd()
        output.write(answer, or: say(.agentStopped) + "\n")
    }
}

/// `sidekey metrics`: shows the number of calls of each method since the agent's start, and how long they took.
struct Metrics: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpMetrics))

    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        let metrics = try agent.call("agent.metrics")
        if output.json { return StandardOutput.write(metrics) }
        var lines = NamedLines()
        for method in metrics["methods"]?.array ?? [] {
            lines.append(
                named: method["method"]?.text ?? "?",
                say(
                    .metricsLine,
                    [
                        "count": "\(method["count"]?.int ?? 0)", "errors": "\(method["errors"]?.int ?? 0)",
                        "median": Self.milliseconds(method["median"]), "maximum": Self.milliseconds(method["maximum"]),
                    ]))
        }
        StandardOutput.write(lines.text(width: 13))
        if let unknown = metrics["unknown"]?.int, unknown > 0 {
            StandardOutput.write(say(.metricsUnknown, ["count": "\(unknown)"]) + "\n")
        }
    }

    /// Returns microseconds as milliseconds with three digits after the point.
    private static func milliseconds(_ microseconds: JSON?) -> String {
        let value = max(0, microseconds?.int ?? 0)
        let rest = String(value % 1000)
        return "\(value / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
