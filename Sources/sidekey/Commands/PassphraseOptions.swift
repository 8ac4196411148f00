import ArgumentParser
import Salt

/// Where a command gets the passphrase: from a file, else from the terminal.
struct PassphraseOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Read the passphrase from FILE (yours, mode 0600).", valueName: "file"))
    var passphraseFile: String?

    /// The passphrase; from the terminal it is read without echo.
    func read() throws(CommandError) -> SecretBytes {
        if let passphraseFile { return try PrivateFile(path: passphraseFile).line() }
        let terminal = try Terminal(for: "asking for the passphrase", hint: "give --passphrase-file")
        return try terminal.passphrase("Passphrase: ")
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
