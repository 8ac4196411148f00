import ArgumentParser
import JSONRPC
import Pinentry
import Salt
import Screens
import SealedSecrets
import WalletKeys
import Wording

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `sidekey vault sheet FILE`: makes a page to print, with what somebody needs to have the wallet again.
struct VaultSheet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sheet", abstract: say(.helpVaultSheet), discussion: say(.helpVaultSheetMore))

    @Argument(help: ArgumentHelp(say(.helpNewFile)), completion: .file(extensions: ["pdf"]))
    var file: String

    @Option(help: ArgumentHelp(say(.helpSheetBackup), valueName: "file"), completion: .file())
    var backup: String?

    @Flag(help: ArgumentHelp(say(.helpSheetWords)))
    var withWords = false

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard withWords || passphrase.passphraseFile == nil else { throw ValidationError(say(.usageSheetPassphrase)) }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let phrases = withWords ? try phrases(from: &agent) : []
        var params: JSONObject = ["phrases": .number(phrases.count), "language": .string(say.language.rawValue)]
        params["backup"] = backup.map { .string($0) }
        guard let described = try agent.call("vault.sheet", params)["sheet"]?.object,
            let sheet = try? RecoverySheet(described)
        else { throw CommandError(say(.agentAnswerUnclear), hint: say(.hintInstallAgain)) }
        // A program that can't draw ends before it has read everything.
        signal(SIGPIPE, SIG_IGN)
        guard let program = PinentryProgram.ownWindow else { throw CommandError(say(.sheetNotDrawn)) }
        let drawn: SecretBytes
        do throws(PinentryError) {
            drawn = try SheetDrawing.draw(sheet, phrases: phrases, by: program)
        } catch {
            throw CommandError(say(.sheetNotDrawn))
        }
        try drawn.withBytes { bytes throws(CommandError) in try PrivateFile(path: file).write(bytes) }
        output.write(
            ["path": .string(file), "accounts": .number(sheet.accounts.count), "phrases": .number(phrases.count)],
            or: say(.sheetWritten, ["path": file.visible]) + "\n"
                + say(phrases.isEmpty ? .sheetPrint : .sheetPrintWords) + "\n")
    }

    /// The words of every phrase, once the user has said yes before and after the passphrase.
    private func phrases(from agent: inout AgentClient) throws(CommandError) -> [SecretAnswer] {
        let terminal = try Terminal(for: .purposePhraseShown, hint: .hintNobodyLooks)
        terminal.write(say(.sheetWordsMeans) + "\n")
        guard try terminal.confirms(say(.askSheetWords)) else {
            throw CommandError(say(.nothingChanged), status: .declined)
        }
        let secret = try passphrase.read(on: terminal)
        let key = SealingKey()
        let answer = try agent.call(
            "vault.reveal", ["key": .string(Base64.encode(key.publicKey))], passphrase: secret)
        var phrases: [SecretAnswer] = []
        for sealed in answer["secrets"]?.array ?? [] {
            guard let text = try PhraseShow.open("phrase", of: sealed, by: key) else { continue }
            phrases.append(SecretAnswer(text))
        }
        guard try terminal.confirms(say(.askSheetWordsAgain, ["path": file.visible])) else {
            throw CommandError(say(.nothingChanged), status: .declined)
        }
        return phrases
    }
}
