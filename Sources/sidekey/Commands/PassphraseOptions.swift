import ArgumentParser
import JSONRPC
import Salt

/// Where a command gets the passphrase: from a file, else from the terminal.
struct PassphraseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read the passphrase from FILE (yours, mode 0600).", valueName: "file"))
    var passphraseFile: String?

    /// The passphrase, for a command that has a terminal already: a second one would take the signals of the first.
    func read(on terminal: borrowing Terminal) throws(CommandError) -> SecretBytes {
        if let passphraseFile { return try PrivateFile(path: passphraseFile).line() }
        return try terminal.passphrase("Passphrase: ")
    }

    /// The passphrase where the wallet is locked, for a change that an open session may make too; nil where it isn't.
    ///
    /// - Parameter greeting: what `hello` answered.
    func readIfLocked(_ greeting: JSON) throws(CommandError) -> SecretBytes? {
        guard greeting["vault"]?.text == "locked" else { return nil }
        if let passphraseFile { return try PrivateFile(path: passphraseFile).line() }
        let terminal = try Terminal(
            for: "asking for the passphrase", hint: "give --passphrase-file, or unlock it first: sidekey unlock")
        return try terminal.passphrase("Passphrase: ")
    }

    /// The passphrase; from the terminal it is read without echo.
    func read(_ prompt: String = "Passphrase: ") throws(CommandError) -> SecretBytes {
        if let passphraseFile { return try PrivateFile(path: passphraseFile).line() }
        let terminal = try Terminal(for: "asking for the passphrase", hint: "give --passphrase-file")
        return try terminal.passphrase(prompt)
    }
}

extension Terminal {
    /// Asks for a passphrase without echo.
    func passphrase(
        _ prompt: String, whileWaiting: () throws(CommandError) -> Void = {}
    ) throws(CommandError) -> SecretBytes {
        let secret = try line(prompt, echo: false, whileWaiting: whileWaiting)
        guard secret.count > 0 else { throw CommandError("the passphrase is empty") }
        return secret
    }
}
