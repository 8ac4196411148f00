import ArgumentParser
import JSONRPC
import Salt
import SealedSecrets
import WalletKeys
import Wording

/// `sidekey phrase ...`: manages the recovery phrase itself.
struct PhraseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phrase", abstract: say(.helpPhrase), subcommands: [PhraseShow.self, PhraseCheck.self])
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
        let answer = try agent.call(
            "vault.reveal", ["key": .string(Base64.encode(key.publicKey))], passphrase: secret)
        let secrets = answer["secrets"]?.array ?? []
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

/// `sidekey phrase check`: asks for three words of each phrase, so that its user knows that the paper is there and right.
struct PhraseCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: say(.helpPhraseCheck), discussion: say(.helpPhraseCheckMore))

    /// The number of times that words are asked for.
    private static let attempts = 5

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let terminal = try Terminal(for: .purposePhraseChecked, hint: .hintNobodyLooks)
        let secret = try passphrase.read(on: terminal)
        let counts = try Self.ask(&agent, secret)["phrases"]?.array?.compactMap(\.int) ?? []
        guard !counts.isEmpty, counts.allSatisfy({ $0 >= 12 }) else { throw CommandError(say(.keysOnly)) }
        for _ in 0..<Self.attempts {
            let places = counts.map { SeedPhrase.randomPlaces(among: $0) }
            let words = try terminal.onAlternateScreen { terminal throws(CommandError) in
                for (index, places) in places.enumerated() {
                    let heading = say(.yourPhraseNumbered, ["number": "\(index + 1)", "count": "\(counts.count)"])
                    let line = say(.phraseWordsAsked, ["positions": places.map(String.init).joined(separator: ", ")])
                    terminal.write((counts.count == 1 ? "" : heading + " ") + line + "\n")
                }
                return try terminal.line("\n" + say(.askWordsTogether), echo: true)
            }
            let answer = try Self.ask(&agent, secret, words, at: places.flatMap(\.self))
            if answer["right"]?.bool == true {
                return output.write(["right": true], or: say(.ceremonyWordsRight) + "\n")
            }
            terminal.write(say(.ceremonyWordsWrong) + "\n")
        }
        throw CommandError(say(.ceremonyWordsLost), hint: say(.hintPhraseShow))
    }

    private static func ask(_ agent: inout AgentClient, _ passphrase: borrowing SecretBytes) throws -> JSON {
        try agent.call(
            passphrase.withBytes { passphrase throws(CommandError) in
                try SecretRequest(id: "check", method: "phrase.check", params: ["passphrase": .secret(passphrase)])
            })
    }

    private static func ask(
        _ agent: inout AgentClient, _ passphrase: borrowing SecretBytes, _ words: borrowing SecretBytes,
        at places: [Int]
    ) throws -> JSON {
        try agent.call(
            passphrase.withBytes { passphrase throws(CommandError) in
                try words.withBytes { words throws(CommandError) in
                    try SecretRequest(
                        id: "check", method: "phrase.check",
                        params: [
                            "passphrase": .secret(passphrase), "words": .secret(words),
                            "places": .json(.array(places.map { .number($0) })),
                        ])
                }
            })
    }
}
