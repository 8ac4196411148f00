import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey security-key`: lists, adds and removes the security keys that unlock the wallet.
struct SecurityKeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "security-key", abstract: say(.helpSecurityKey),
        subcommands: [List.self, Add.self, Remove.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say(.helpSecurityKeyList))

        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            let keys = try agent.call("securitykey.list")["securityKeys"]?.array ?? []
            output.write(.array(keys), or: SlotCommands.table(keys, orElse: .securityKeysNone))
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say(.helpSecurityKeyAdd), discussion: say(.helpSecurityKeyAddMore))

        @Argument(help: ArgumentHelp(say(.helpSecurityKeyName)))
        var name: String

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var pin: PINOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let secret = try passphrase.read()
            let answer = try pin.ask(&agent, touch: output.json ? nil : .securityKeyTouchTwice) {
                pin throws(CommandError) in
                try secret.withBytes { secret throws(CommandError) in
                    try pin.lend { pin throws(CommandError) in
                        try SecretRequest(
                            id: "add", method: "securitykey.add",
                            params: [
                                "name": .json(.string(JSONString(name))), "passphrase": .secret(secret),
                                "pin": .secret(pin),
                            ])
                    }
                }
            }
            output.write(answer["securityKeys"] ?? [], or: say(.doneSecurityKeyAdded) + "\n")
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say(.helpSecurityKeyRemove))

        @Argument(help: ArgumentHelp(say(.helpSecurityKeyID)))
        var id: String

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let left = try SlotCommands.remove("securitykey.remove", id, by: passphrase)
            output.write(left["securityKeys"] ?? [], or: say(.doneRemoved) + "\n")
        }
    }
}

/// The source of the PIN of a security key or the TPM: a file, or else the terminal if it is asked for.
struct PINOptions: ParsableArguments {
    @Option(help: ArgumentHelp(say(.helpPINFile), valueName: "file"), completion: .file())
    var pinFile: String?

    /// The time that the agent gives a security key, twice, and some more; a TPM has less.
    static let patience: Duration = .seconds(200)

    /// Sends a request, and again with the PIN if it is asked for.
    ///
    /// - Parameters:
    ///   - touch: tells a person what to do at the key.
    ///   - reason: the refusal that asks for the PIN.
    func ask(
        _ agent: inout AgentClient, touch: TextKey? = nil, prompt: TextKey = .askPIN,
        ifAsked reason: RPCReason = .securityKeyPIN,
        _ request: (borrowing SecretBytes?) throws(CommandError) -> SecretRequest
    ) throws(CommandError) -> JSON {
        tell(touch)
        if let pinFile {
            let pin: SecretBytes? = try PrivateFile(path: pinFile).line()
            return try agent.call(request(pin), within: Self.patience)
        }
        do throws(CommandError) {
            return try agent.call(request(nil), within: Self.patience)
        } catch {
            guard error.refusal?.reason == reason else { throw error }
        }
        let terminal = try Terminal(for: .purposePIN, hint: .hintGivePINFile)
        let pin: SecretBytes? = try terminal.passphrase(say(prompt))
        tell(touch)
        return try agent.call(request(pin), within: Self.patience)
    }

    /// Reads a new PIN; from the terminal, twice.
    func choose() throws(CommandError) -> SecretBytes {
        if let pinFile { return try PrivateFile(path: pinFile).line() }
        let terminal = try Terminal(for: .purposePIN, hint: .hintGivePINFile)
        while true {
            let first = try terminal.passphrase(say(.askNewTPMPIN))
            let second = try terminal.passphrase(say(.askAgain))
            if first.isEqual(to: second) { return first }
            terminal.write(say(.theyDiffer) + "\n")
        }
    }

    private func tell(_ touch: TextKey?) {
        if let touch { StandardError.write(say(touch) + "\n") }
    }
}
