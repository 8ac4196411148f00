import ArgumentParser
import JSONRPC
import Wording

/// `sidekey fingerprint`: shows if a finger reopens the wallet, and turns that on and off.
struct FingerprintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fingerprint", abstract: say(.helpFingerprint),
        subcommands: [Status.self, On.self, Off.self], defaultSubcommand: Status.self)

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say(.helpFingerprintStatus))

        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let status = try agent.call("fingerprint.status")
            output.write(status, or: FingerprintCommand.lines(of: status))
        }
    }

    struct On: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say(.helpFingerprintOn), discussion: say(.helpFingerprintOnMore))

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let secret = try passphrase.read()
            let status = try agent.call("fingerprint.on", passphrase: secret)
            output.write(status, or: FingerprintCommand.lines(of: status))
        }
    }

    struct Off: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say(.helpFingerprintOff))

        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let status = try agent.call("fingerprint.off")
            output.write(status, or: FingerprintCommand.lines(of: status))
        }
    }

    /// The state for a person: if a finger reopens the wallet, for how long, and what is missing.
    private static func lines(of status: JSON) -> String {
        let isOn = status["on"]?.bool
        var lines = [say(isOn.map { $0 ? .fingerprintIsOn : .fingerprintIsOff } ?? .fingerprintIsUnknown)]
        if let left = status["remaining"]?.int { lines.append(say(.fingerprintMinutes, (left + 59_999) / 60_000)) }
        if let reason = status["reason"]?.text, let key = TextKey("refusal", reason) { lines.append(say(key)) }
        return lines.joined(separator: "\n") + "\n"
    }
}
