import ArgumentParser
import JSONRPC
import Wording

/// `sidekey status`: whether there is a wallet, whether it is unlocked, and its accounts.
struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: say(.helpStatus))

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
        var lines = NamedLines()
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
