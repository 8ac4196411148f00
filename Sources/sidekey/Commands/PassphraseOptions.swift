import ArgumentParser
import JSONRPC
import Salt
import Wording

/// Where a command gets the passphrase: from a file, else from the terminal.
struct PassphraseOptions: ParsableArguments {
    @Option(help: ArgumentHelp(say(.helpPassphraseFile), valueName: "file"), completion: .file())
    var passphraseFile: String?

    /// The passphrase, for a command that has a terminal already: a second one would take the signals of the first.
    func read(on terminal: borrowing Terminal) throws(CommandError) -> SecretBytes {
        if let passphraseFile { return try PrivateFile(path: passphraseFile).line() }
        return try terminal.passphrase(say(.askPassphrase))
    }

    /// The passphrase where the wallet is locked, for a change that an open session may make too; nil where it isn't.
    ///
    /// - Parameter greeting: what `hello` answered.
    func readIfLocked(_ greeting: JSON) throws(CommandError) -> SecretBytes? {
        guard greeting["vault"]?.text == "locked" else { return nil }
        if let passphraseFile { return try PrivateFile(path: passphraseFile).line() }
        let terminal = try Terminal(for: .purposePassphrase, hint: .hintGivePassphraseFileOrUnlock)
        return try terminal.passphrase(say(.askPassphrase))
    }

    /// The passphrase for a change that no session is enough for; nil in an unlocked wallet that was made by script, unless a file has it.
    ///
    /// - Parameter greeting: what `hello` answered.
    func readUnlessUnattended(_ greeting: JSON) throws(CommandError) -> SecretBytes? {
        let isOpen = greeting["unattended"]?.bool == true && greeting["vault"]?.text == "unlocked"
        return isOpen && passphraseFile == nil ? nil : try read()
    }

    /// The passphrase; from the terminal it is read without echo.
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
