import ArgumentParser
import Salt
import WalletKeys

/// Where a command gets a seed phrase that exists already, and its BIP-39 passphrase: from files, else from the terminal.
struct PhraseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The phrase has N words: 12, 15, 18, 21 or 24.", valueName: "n"))
    var words: Int?

    @Flag(help: "Ask for a BIP-39 passphrase, which is part of the phrase.")
    var seedPassphrase = false

    @Option(help: ArgumentHelp("Read the phrase from FILE (yours, mode 0600), on one line.", valueName: "file"))
    var phraseFile: String?

    @Option(help: ArgumentHelp("Read the BIP-39 passphrase from FILE (yours, mode 0600).", valueName: "file"))
    var seedPassphraseFile: String?

    func validate() throws {
        if let words { try Self.check(words) }
        guard seedPassphraseFile == nil || phraseFile != nil else {
            throw ValidationError("--seed-passphrase-file goes with --phrase-file")
        }
        guard phraseFile == nil || (words == nil && !seedPassphrase) else {
            throw ValidationError("--words and --seed-passphrase ask at the terminal; --phrase-file doesn't")
        }
    }

    static func check(_ words: Int) throws {
        guard SeedPhrase.wordCounts.contains(words) else {
            throw ValidationError("a seed phrase has 12, 15, 18, 21 or 24 words")
        }
    }

    /// The phrase, from the file or the terminal.
    ///
    /// - Parameter purpose: What to say is impossible where there is neither.
    func read(for purpose: String) throws(CommandError) -> GivenPhrase {
        if phraseFile != nil { return try readFiles() }
        return try read(on: Terminal(for: purpose, hint: "give --phrase-file"))
    }

    /// The phrase as it is typed.
    func read(on terminal: borrowing Terminal) throws(CommandError) -> GivenPhrase {
        let phrase = try PhraseEntry.run(words, on: terminal)
        return GivenPhrase(phrase: phrase, passphrase: seedPassphrase ? try terminal.seedPassphrase() : nil)
    }

    /// The phrase in the files that were named.
    func readFiles() throws(CommandError) -> GivenPhrase {
        GivenPhrase(
            phrase: try Self.phrase(in: PrivateFile(path: phraseFile ?? "")), passphrase: try passphraseInFile())
    }

    /// The phrase in a file.
    ///
    /// - Throws: with the positions of the words that are likely wrong; never with a word.
    private static func phrase(in file: PrivateFile) throws(CommandError) -> SeedPhrase {
        let text = try file.line()
        do throws(SeedPhraseError) { return try SeedPhrase(parsing: text) } catch {
            let corrections = error == .checksum ? PhraseCorrection.search(text) : []
            throw CommandError(
                "\(file.path.visible): \(error)",
                hint: corrections.isEmpty ? nil : "likely wrong: \(corrections.positions)")
        }
    }

    private func passphraseInFile() throws(CommandError) -> SecretBytes? {
        guard let seedPassphraseFile else { return nil }
        let passphrase = try PrivateFile(path: seedPassphraseFile).line()
        try NewWallet.check(passphrase, unattended: true)
        return passphrase
    }
}

/// A phrase that exists already, with its BIP-39 passphrase where it has one.
struct GivenPhrase: ~Copyable {
    let phrase: SeedPhrase
    let passphrase: SecretBytes?
}
