import ArgumentParser
import JSONRPC
import Salt
import SealedSecrets
import WalletKeys

/// `sidekey phrase ...`: the seed phrase itself.
struct PhraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phrase", abstract: "Show the seed phrase again.", subcommands: [PhraseShow.self])
}

/// `sidekey phrase show`: the words of the wallet's phrases and, where somebody asks for them, its imported keys, on the alternate screen and
/// after the passphrase.
struct PhraseShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the seed phrase; asks for the passphrase.",
        discussion: """
            The words stand on a screen that keeps nothing, until Enter is pressed. Whoever sees them has what the \
            wallet holds. Imported keys aren't in the words; they are shown too, in base58, after a question of their own.
            """)

    @OptionGroup var passphrase: PassphraseOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let terminal = try Terminal(for: "showing the phrase", hint: "run it where nobody looks over your shoulder")
        let secret = try passphrase.read(on: terminal)
        // The agent seals the words to this key, so that no frame and no buffer on the way holds them.
        let key = SealingKey()
        let request = try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: "reveal", method: "vault.reveal",
                params: ["key": .json(.string(Base64.encode(key.publicKey))), "passphrase": .secret(secret)])
        }
        let secrets = try agent.call(request)["secrets"]?.array ?? []
        let phrases = secrets.filter { $0["kind"]?.text == "phrase" }
        let keys = secrets.filter { $0["kind"]?.text == "key" }
        for (index, sealed) in phrases.enumerated() {
            try Self.show(sealed, number: index + 1, of: phrases.count, openedBy: key, on: terminal)
        }
        if phrases.isEmpty { terminal.write("The wallet holds imported keys only, and no phrase.\n") }
        guard !keys.isEmpty else { return }
        let count = keys.count == 1 ? "an imported key, which is" : "\(keys.count) imported keys, which are"
        terminal.write("The wallet holds \(count) not in any words.\n")
        guard try terminal.confirms("Show \(keys.count == 1 ? "it" : "them") too?") else { return }
        for (index, sealed) in keys.enumerated() {
            try Self.showKey(sealed, number: index + 1, of: keys.count, openedBy: key, on: terminal)
        }
    }

    private static func showKey(
        _ secret: JSON, number: Int, of count: Int, openedBy key: SealingKey, on terminal: borrowing Terminal
    ) throws(CommandError) {
        guard let bytes = try open("key", of: secret, by: key), let text = PrivateKeyText.base58(of: bytes),
            let secret = VaultSecret(privateKey: bytes),
            let account = try? SessionLock.candidates(of: secret, at: [.none]).first?.publicKey
        else { throw CommandError("the agent's answer can't be understood") }
        try terminal.onAlternateScreen { terminal throws(CommandError) in
            terminal.write("\(count == 1 ? "Your imported key" : "Imported key \(number) of \(count)"), ")
            terminal.write("whose account is \(account):\n\n")
            text.withBytes { terminal.write($0) }
            terminal.write("\n")
            _ = try terminal.line("\nPress Enter to wipe the screen. ", echo: false)
        }
    }

    private static func show(
        _ secret: JSON, number: Int, of count: Int, openedBy key: SealingKey, on terminal: borrowing Terminal
    ) throws(CommandError) {
        guard let text = try open("phrase", of: secret, by: key) else {
            throw CommandError("the agent's answer can't be understood")
        }
        let phrase: SeedPhrase
        do throws(SeedPhraseError) { phrase = try SeedPhrase(parsing: text) } catch {
            throw CommandError("the agent's answer can't be understood")
        }
        let passphrase = try open("seedPassphrase", of: secret, by: key)
        try terminal.onAlternateScreen { terminal throws(CommandError) in
            terminal.write("\(count == 1 ? "Your seed phrase" : "Seed phrase \(number) of \(count)"):\n\n")
            terminal.write(phrase)
            switch passphrase {
            case .some(let passphrase):
                terminal.write("\nwith the BIP-39 passphrase: ")
                passphrase.withBytes { terminal.write($0) }
                terminal.write("\n")
            case .none: break
            }
            _ = try terminal.line("\nPress Enter to wipe the screen. ", echo: false)
        }
    }

    /// Opens a sealed member; nil where there is none.
    private static func open(_ name: String, of secret: JSON, by key: SealingKey) throws(CommandError) -> SecretBytes? {
        guard let sealed = secret[name] else { return nil }
        guard let enc = sealed["enc"]?.string, let ciphertext = sealed["ciphertext"]?.string,
            let encapsulatedKey = try? Base64.decode(enc), let bytes = try? Base64.decode(ciphertext)
        else { throw CommandError("the agent's answer can't be understood") }
        do throws(SealingError) {
            return try key.open(
                SealedSecret(encapsulatedKey: encapsulatedKey, ciphertext: bytes),
                for: SealingPurpose(method: "vault.reveal", parameter: name))
        } catch {
            throw CommandError("the answer can't be read: \(error)")
        }
    }
}
