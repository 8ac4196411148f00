import ArgumentParser
import JSONRPC
import Salt
import Wording

/// `sidekey token`: keys on PKCS #11 tokens, and the accounts that use them.
///
/// A library is named here alone, and each time with the passphrase: no browser can have one loaded.
struct HardwareTokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: say(.helpHardwareToken), subcommands: [Status.self, Accounts.self, Add.self])

    /// The time that the agent gives a token, and some more.
    static let patience: Duration = .seconds(240)

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say(.helpHardwareTokenStatus))

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let proof = try passphrase.readIfLocked(agent.greeting)
            let answer = try proof.lend { proof throws(CommandError) in
                try agent.call(
                    SecretRequest(
                        id: "status", method: "hardwaretoken.status", params: ["passphrase": .secret(proof)]),
                    within: patience)
            }
            let accounts = answer["accounts"]?.array ?? []
            let lines = accounts.map { account in
                let head = ["publicKey", "label", "token"].map { account[$0]?.text?.visible ?? "" }
                return "\(head[0])  \(head[1])  (\(head[2]))\n    \(Self.state(of: account))\n"
            }
            output.write(answer, or: lines.isEmpty ? say(.hardwareTokenAccountsNone) + "\n" : lines.joined())
        }

        private static func state(of account: JSON) -> String {
            if let reason = account["reason"]?.text { return TextKey("refusal", reason).map { say($0) } ?? reason }
            return switch account["pin"]?.text {
            case "pad": say(.hardwareTokenReadyPad)
            case "none": say(.hardwareTokenReadyOpen)
            default: say(.hardwareTokenReady)
            }
        }
    }

    /// The library of a token, and the folders that it gets.
    struct LibraryOptions: ParsableArguments {
        @Argument(help: ArgumentHelp(say(.helpHardwareTokenLibrary)), completion: .file())
        var library: String

        @Option(
            name: .customLong("folder"), parsing: .singleValue,
            help: ArgumentHelp(say(.helpHardwareTokenFolder), valueName: "folder"), completion: .directory)
        var folders: [String] = []

        /// Sends a request about a key in the library, with the passphrase that allows to load it.
        func ask(
            _ method: String, publicKey: String? = nil, label: String? = nil, with passphrase: PassphraseOptions
        ) throws -> JSON {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            let secret = try passphrase.read()
            return try agent.call(
                method,
                [
                    "library": .string(JSONString(library)),
                    "folders": .array(folders.map { .string(JSONString($0)) }),
                    "publicKey": publicKey.map { .string(JSONString($0)) },
                    "label": label.map { .string(JSONString($0)) },
                ], passphrase: secret, within: patience)
        }
    }

    struct Accounts: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: say(.helpHardwareTokenAccounts))

        @OptionGroup var library: LibraryOptions
        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let answer = try library.ask("hardwaretoken.keys", with: passphrase)
            let lines = (answer["keys"]?.array ?? []).map { key in
                let mark = key["added"]?.bool == true ? "  (\(say(.ledgerIsAdded)))" : ""
                let parts = ["publicKey", "token", "serial", "label", "id"].map { key[$0]?.text?.visible ?? "" }
                let place = "\(parts[1]) (\(parts[2])): \(parts[3]) (\(parts[4]))"
                return "\(parts[0])  \(place)\(mark)\n"
            }
            output.write(answer, or: lines.isEmpty ? say(.hardwareTokenKeysNone) + "\n" : lines.joined())
        }
    }

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: say(.helpHardwareTokenAdd), discussion: say(.helpHardwareTokenAddMore))

        @OptionGroup var library: LibraryOptions

        @Argument(help: ArgumentHelp(say(.helpHardwareTokenAddress)))
        var address: String

        @Option(help: ArgumentHelp(say(.helpHardwareTokenName), valueName: "name"))
        var name: String?

        @OptionGroup var passphrase: PassphraseOptions
        @OptionGroup var output: OutputOptions

        func run() throws {
            let answer = try library.ask("hardwaretoken.add", publicKey: address, label: name, with: passphrase)
            AccountTable(answer).write(to: output)
        }
    }
}

/// The source of a hardware token's PIN: a file, or else the terminal. It is typed neither on the command line nor in a browser.
struct HardwareTokenPINOptions: ParsableArguments {
    @Option(
        name: .customLong("token-pin-file"), help: ArgumentHelp(say(.helpHardwareTokenPINFile), valueName: "file"),
        completion: .file())
    var tokenPINFile: String?

    /// Sends a request that a hardware token may have to sign, and asks for its PIN once the agent says that the token wants one: again after a wrong
    /// one, for which the request goes on waiting.
    ///
    /// - Parameters:
    ///   - whileWaiting: called while the user types.
    ///   - send: sends the request with the PIN; nil where none is known.
    func send(
        whileWaiting: (inout AgentClient) throws(CommandError) -> Void = { _ in }, with agent: inout AgentClient,
        _ send: (UnsafeRawBufferPointer?, inout AgentClient) throws(CommandError) -> JSON
    ) throws(CommandError) -> JSON {
        var pin: SecretBytes?
        if let tokenPINFile { pin = try PrivateFile(path: tokenPINFile).line() }
        while true {
            do throws(CommandError) {
                return try pin.lend { pin throws(CommandError) in try send(pin, &agent) }
            } catch {
                guard tokenPINFile == nil, let reason = error.refusal?.reason else { throw error }
                switch reason {
                case .hardwareTokenPIN: break
                case .hardwareTokenPINWrong, .hardwareTokenPINInvalid:
                    StandardError.write("\(error.message)\n")
                default: throw error
                }
                let terminal = try Terminal(for: .purposeHardwareToken, hint: .hintGiveTokenPINFile)
                pin = try terminal.line(
                    say(.askHardwareTokenPIN), echo: false,
                    whileWaiting: { () throws(CommandError) in try whileWaiting(&agent) })
            }
        }
    }
}
