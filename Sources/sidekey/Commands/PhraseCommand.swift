import ArgumentParser
import JSONRPC
import Salt
import SealedSecrets
import WalletKeys
import Wording

/// `sidekey phrase ...`: manages the recovery phrase itself.
struct PhraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phrase", abstract: say(.helpPhrase), subcommands: [PhraseShow.self])
}

/// `sidekey phrase show`: shows the words of the wallet's phrases and, on request, its imported keys. It asks for the passphrase and uses the
/// alternate screen.
struct PhraseShow: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: say(.helpPhraseShow),
        discussion: say(.helpPhraseShowMore))

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let terminal = try Terminal(for: .purposePhraseShown, hint: .hintNobodyLooks)
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
        if phrases.isEmpty { terminal.write(say(.keysOnly) + "\n") }
        // Only their number: the output of a pipe stays somewhere.
        if output.json { StandardOutput.write(["phrases": .number(phrases.count), "keys": .number(keys.count)]) }
        guard !keys.isEmpty else { return }
        terminal.write(say(.countedKeysHeld, keys.count) + "\n")
        guard try terminal.confirms(say(.countedKeysShown, keys.count)) else { return }
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
        else { throw CommandError(say(.agentAnswerUnclear)) }
        try terminal.onAlternateScreen { terminal throws(CommandError) in
            let heading =
                count == 1
                ? say(.yourKey, ["account": "\(account)"])
                : say(.yourKeyNumbered, ["number": "\(number)", "count": "\(count)", "account": "\(account)"])
            terminal.write(heading + "\n\n")
            text.withBytes { terminal.write($0) }
            terminal.write("\n")
            _ = try terminal.line("\n" + say(.enterWipe), echo: false)
        }
    }

    private static func show(
        _ secret: JSON, number: Int, of count: Int, openedBy key: SealingKey, on terminal: borrowing Terminal
    ) throws(CommandError) {
        guard let text = try open("phrase", of: secret, by: key) else {
            throw CommandError(say(.agentAnswerUnclear))
        }
        let phrase: SeedPhrase
        do throws(SeedPhraseError) { phrase = try SeedPhrase(parsing: text) } catch {
            throw CommandError(say(.agentAnswerUnclear))
        }
        let passphrase = try open("seedPassphrase", of: secret, by: key)
        try terminal.onAlternateScreen { terminal throws(CommandError) in
            let heading =
                count == 1
                ? say(.yourPhrase) : say(.yourPhraseNumbered, ["number": "\(number)", "count": "\(count)"])
            terminal.write(heading + "\n\n")
            terminal.write(phrase)
            switch passphrase {
            case .some(let passphrase):
                terminal.write("\n" + say(.phraseHasPassphrase))
                passphrase.withBytes { terminal.write($0) }
                terminal.write("\n")
            case .none: break
            }
            _ = try terminal.line("\n" + say(.enterWipe), echo: false)
        }
    }

    /// Opens a sealed member; returns nil if there is none.
    static func open(_ name: String, of secret: JSON, by key: SealingKey) throws(CommandError) -> SecretBytes? {
        guard let sealed = secret[name] else { return nil }
        guard let enc = sealed["enc"]?.string, let ciphertext = sealed["ciphertext"]?.string,
            let encapsulatedKey = try? Base64.decode(enc), let bytes = try? Base64.decode(ciphertext)
        else { throw CommandError(say(.agentAnswerUnclear)) }
        do throws(SealingError) {
            return try key.open(
                SealedSecret(encapsulatedKey: encapsulatedKey, ciphertext: bytes),
                for: SealingPurpose(method: "vault.reveal", parameter: name))
        } catch {
            throw CommandError(say(.agentAnswerSealed, ["error": "\(error)"]))
        }
    }
}
