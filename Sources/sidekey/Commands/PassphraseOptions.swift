import ArgumentParser
import JSONRPC
import Salt
import WalletKeys
import Wording

/// The source of a command's passphrase: a file, or else the terminal.
struct PassphraseOptions: ParsableArguments {
    @Option(help: ArgumentHelp(say(.helpPassphraseFile), valueName: "file"), completion: .file())
    var passphraseFile: String?

    /// Reads the passphrase for a command that has a terminal already: a second one would take the signals of the first.
    func read(on terminal: borrowing Terminal) throws(CommandError) -> SecretBytes {
        if let passphraseFile { return try PrivateFile(path: passphraseFile).line() }
        return try terminal.passphrase(say(.askPassphrase))
    }

    /// Reads the passphrase of a locked wallet, for a change that an open session may make too; returns nil if the wallet isn't locked.
    ///
    /// - Parameter greeting: the answer to `hello`.
    func readIfLocked(_ greeting: JSON) throws(CommandError) -> SecretBytes? {
        guard greeting["vault"]?.text == "locked" else { return nil }
        if let passphraseFile { return try PrivateFile(path: passphraseFile).line() }
        let terminal = try Terminal(for: .purposePassphrase, hint: .hintGivePassphraseFileOrUnlock)
        return try terminal.passphrase(say(.askPassphrase))
    }

    /// Reads the passphrase for a change that needs more than a session. Returns nil in an unlocked wallet that was
    /// made by script, unless a file has it.
    ///
    /// - Parameter greeting: the answer to `hello`.
    func readUnlessUnattended(_ greeting: JSON) throws(CommandError) -> SecretBytes? {
        let isOpen = greeting["unattended"]?.bool == true && greeting["vault"]?.text == "unlocked"
        return isOpen && passphraseFile == nil ? nil : try read()
    }

    /// Reads the passphrase; from the terminal, without echo.
    func read(_ prompt: TextKey = .askPassphrase) throws(CommandError) -> SecretBytes {
        if let passphraseFile { return try PrivateFile(path: passphraseFile).line() }
        let terminal = try Terminal(for: .purposePassphrase, hint: .hintGivePassphraseFile)
        return try terminal.passphrase(say(prompt))
    }
}

extension Terminal {
    /// Asks for a passphrase without echo.
    func passphrase(
        _ prompt: String, whileWaiting: () throws(CommandError) -> Void = {}
    ) throws(CommandError) -> SecretBytes {
        let secret = try line(prompt, echo: false, whileWaiting: whileWaiting)
        guard secret.count > 0 else { throw CommandError(say(.passphraseMissing)) }
        return secret
    }
}

/// The source of an existing recovery phrase and its BIP-39 passphrase: files, or else the terminal.
struct PhraseOptions: ParsableArguments {
    @Option(help: ArgumentHelp(say(.helpWords), valueName: "n"))
    var words: Int?

    @Flag(help: ArgumentHelp(say(.helpSeedPassphrase)))
    var seedPassphrase = false

    @Option(help: ArgumentHelp(say(.helpPhraseFile), valueName: "file"), completion: .file())
    var phraseFile: String?

    @Option(help: ArgumentHelp(say(.helpSeedPassphraseFile), valueName: "file"), completion: .file())
    var seedPassphraseFile: String?

    func validate() throws {
        if let words { try Self.check(words) }
        guard seedPassphraseFile == nil || phraseFile != nil else {
            throw ValidationError(say(.usageSeedPassphraseFile))
        }
        guard phraseFile == nil || (words == nil && !seedPassphrase) else {
            throw ValidationError(say(.usageWordsAsk))
        }
    }

    static func check(_ words: Int) throws {
        guard SeedPhrase.wordCounts.contains(words) else {
            throw ValidationError(say(.usageWordCount))
        }
    }

    /// Reads the phrase as it is typed.
    func read(on terminal: borrowing Terminal) throws(CommandError) -> GivenPhrase {
        let phrase = try PhraseEntry.run(words, on: terminal)
        return GivenPhrase(phrase: phrase, passphrase: seedPassphrase ? try terminal.seedPassphrase() : nil)
    }

    /// Reads the phrase from the named files.
    func readFiles() throws(CommandError) -> GivenPhrase {
        GivenPhrase(
            phrase: try Self.phrase(in: PrivateFile(path: phraseFile ?? "")), passphrase: try passphraseInFile())
    }

    /// Reads the phrase in a file.
    ///
    /// - Throws: an error with the positions of the words that are likely wrong; never with a word.
    private static func phrase(in file: PrivateFile) throws(CommandError) -> SeedPhrase {
        let text = try file.line()
        do throws(SeedPhraseError) { return try SeedPhrase(parsing: text) } catch {
            let corrections = error == .checksum ? PhraseCorrection.search(text) : []
            throw CommandError(
                say(.fileFault, ["path": file.path.visible, "fault": error.text]),
                hint: corrections.isEmpty ? nil : say(.hintLikelyWrong, ["positions": corrections.positions]))
        }
    }

    private func passphraseInFile() throws(CommandError) -> SecretBytes? {
        guard let seedPassphraseFile else { return nil }
        let passphrase = try PrivateFile(path: seedPassphraseFile).line()
        try NewWallet.check(passphrase, unattended: true)
        return passphrase
    }
}

/// An existing phrase, with its BIP-39 passphrase if it has one.
struct GivenPhrase: ~Copyable {
    let phrase: SeedPhrase
    let passphrase: SecretBytes?
}
