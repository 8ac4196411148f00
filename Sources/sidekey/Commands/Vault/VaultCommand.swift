import AgentSocket
import ArgumentParser
import JSONRPC
import Salt
import WalletKeys
import Wording

/// `sidekey vault ...`: manages the encrypted file itself.
struct VaultCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vault", abstract: say(.helpVault),
        subcommands: [
            VaultOpenings.self, VaultChangePassphrase.self, VaultRotate.self, VaultBackup.self, VaultRestore.self,
            VaultSheet.self,
        ])
}

/// `sidekey vault backup FILE`: writes a copy of the encrypted wallet, its contacts and limits.
struct VaultBackup: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: say(.helpVaultBackup),
        discussion: say(.helpVaultBackupMore))

    @Argument(help: ArgumentHelp(say(.helpNewFile)), completion: .file())
    var file: String

    @OptionGroup var output: OutputOptions

    func run() throws {
        let (backup, numbers) = try Self.backup()
        try PrivateFile(path: file).write(backup.encoded())
        let generation = "\(backup.vault.generation)"
        let wallet = numbers["wallet"]?.text
        var result = numbers
        result["generation"] = .string(generation)
        result["path"] = .string(JSONString(file))
        let holds = say.backup(accounts: backup.vault.accounts.count) { numbers[$0.rawValue]?.int }
        output.write(
            .object(result),
            or: (wallet.map { say(.walletNamed, ["name": $0.visible]) + "\n" } ?? "")
                + say(.walletCopied, ["generation": generation, "path": file.visible]) + "\n" + Self.list(holds))
        guard !output.json else { return }
        let lacks = say.backupLacks(
            isPartial: numbers["contacts"] == nil,
            activity: (numbers["activity"]?.int ?? 0, numbers["activityTotal"]?.int ?? 0)
        ) { numbers["omitted"]?[$0.rawValue]?.int }
        for text in lacks { StandardError.write("sidekey: \(say(.labelWarning)): \(text)\n") }
    }

    /// The lines of what a backup holds, indented.
    static func list(_ lines: [String]) -> String { lines.map { "  \($0)\n" }.joined() }

    /// Returns the agent's backup, with the numbers of its contacts and limits; only the vault if no agent can be reached.
    private static func backup() throws(CommandError) -> (backup: WalletBackup, numbers: JSONObject) {
        let answer: JSON
        // Of several wallets, the one that is copied is named.
        var wallet: JSON?
        do throws(CommandError) {
            var agent = try AgentClient.connect()
            try Wallet.requireSome(agent.greeting)
            if let present = agent.greeting["wallet"], present["count"]?.int ?? 1 > 1 { wallet = present["name"] }
            answer = try agent.call("vault.backup")
        } catch {
            // A user whose agent doesn't start needs a backup most.
            guard error.status == .unreachable else { throw error }
            return (WalletBackup(try vault()), [:])
        }
        guard let text = answer["vault"]?.string, let bytes = try? Base64.decode(text),
            let backup = try? WalletBackup(decoding: bytes)
        else { throw CommandError(say(.agentAnswerUnclear), hint: say(.hintInstallAgain)) }
        var numbers: JSONObject = [:]
        for member in answer.object?.members ?? [] where !["vault", "generation"].contains(member.name.string) {
            numbers[member.name] = member.value
        }
        numbers["wallet"] = wallet
        return (backup, numbers)
    }

    /// Reads the file on the disk. Fails unless it is whole and undamaged.
    private static func vault() throws(CommandError) -> Vault {
        do {
            guard let vault = try VaultFile(folder: AgentClient.walletFolder()).read() else {
                throw CommandError(say(.walletMissing), hint: say(.hintMakeOne), status: .noWallet)
            }
            return vault
        } catch let error as CommandError {
            throw error
        } catch let error as AgentSocketError {
            throw CommandError(error)
        } catch {
            throw CommandError(say(.walletNotCopied, ["error": "\(error)"]), hint: say(.hintDoctor))
        }
    }
}

/// `sidekey vault restore FILE`: puts a backup in the wallet's place.
struct VaultRestore: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: say(.helpVaultRestore),
        discussion: say(.helpVaultRestoreMore))

    @Argument(help: ArgumentHelp(say(.helpBackupFile)), completion: .file())
    var file: String

    @Flag(name: .shortAndLong, help: ArgumentHelp(say(.helpSetAsideYes)))
    var yes = false

    @Option(help: ArgumentHelp(say(.helpWalletOption), valueName: "name"))
    var wallet: String?

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        let backup = try readBackup()
        var agent = try AgentClient.connect()
        var forgets = false
        if let wallet { try AddedWallet.check(wallet, with: &agent) }
        let isReplacing = wallet == nil && agent.greeting["vault"]?.text != "none"
        if isReplacing {
            let lost = try Disconnections(from: &agent)
            lost.tell()
            forgets = !lost.forgotten.isEmpty
        }
        let asks = isReplacing && !yes
        // Where nobody can be asked, nothing is tried.
        if asks { _ = try Self.terminal() }
        let secret = try passphrase.read(.askBackupPassphrase)
        // The contents are sealed: only its passphrase says what the backup brings.
        let found = try agent.call(Self.request("vault.inspect", backup, secret))
        let brings = say.backup(accounts: found["accounts"]?.array?.count ?? 0) { found[$0.rawValue]?.int }
        StandardError.write(
            "\(say(.backupBrings))\n" + VaultBackup.list(brings) + (forgets ? "" : "\(say(.backupLoosensNothing))\n"))
        if asks {
            let terminal = try Self.terminal()
            guard try terminal.confirms(say(.askBackup)) else {
                throw CommandError(say(.nothingChanged), status: .declined)
            }
        }
        if let wallet { try AddedWallet.open(wallet, with: &agent) }
        let status = try agent.call(Self.request("vault.restore", backup, secret))
        output.write(status, or: say(.walletRestored) + "\n" + AccountTable(status).text)
    }

    private static func terminal() throws(CommandError) -> Terminal {
        try Terminal(for: .purposeBackupRestoring, hint: .hintGiveYesAndPassphraseFile)
    }

    private static func request(
        _ method: String, _ backup: [UInt8], _ secret: borrowing SecretBytes
    ) throws(CommandError) -> SecretRequest {
        try secret.withBytes { secret throws(CommandError) in
            try SecretRequest(
                id: method, method: method,
                params: ["vault": .json(.string(Base64.encode(backup))), "passphrase": .secret(secret)])
        }
    }

    private func readBackup() throws(CommandError) -> [UInt8] {
        // It is ciphertext, and may lie on a disk that knows no modes.
        let bytes = try PrivateFile(path: file).bytes(limit: WalletBackup.maximumCount)
        do throws(WalletKeyError) { _ = try WalletBackup(decoding: bytes) } catch {
            throw CommandError(say(.fileIsNoBackup, ["path": file.visible, "error": "\(error)"]))
        }
        return bytes
    }
}

/// `sidekey vault rotate`: makes a new vault key, and seals the secrets anew under it.
struct VaultRotate: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate", abstract: say(.helpVaultRotate))

    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let secret = try passphrase.read()
        output.write(try agent.call("vault.rotate", passphrase: secret), or: say(.vaultKeyNew) + "\n")
    }
}

/// `sidekey vault change-passphrase`: sets another passphrase for the same wallet.
struct VaultChangePassphrase: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change-passphrase", abstract: say(.helpVaultChangePassphrase),
        discussion: say(.helpVaultChangePassphraseMore))

    @OptionGroup var passphrase: PassphraseOptions

    @Option(help: ArgumentHelp(say(.helpNewPassphraseFile), valueName: "file"), completion: .file())
    var newPassphraseFile: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (passphrase.passphraseFile == nil) == (newPassphraseFile == nil) else {
            throw ValidationError(say(.usagePassphraseAndNew))
        }
    }

    func run() throws {
        var agent = try AgentClient.connect()
        try Wallet.requireSome(agent.greeting)
        let old = try passphrase.read(.askPresentPassphrase)
        let new = try newPassphrase()
        let request = try old.withBytes { old throws(CommandError) in
            try new.withBytes { new throws(CommandError) in
                try SecretRequest(
                    id: "change", method: "vault.changePassphrase",
                    params: ["passphrase": .secret(old), "newPassphrase": .secret(new)])
            }
        }
        output.write(try agent.call(request), or: say(.passphraseChanged) + "\n")
    }

    private func newPassphrase() throws(CommandError) -> SecretBytes {
        if let newPassphraseFile { return try PrivateFile(path: newPassphraseFile).line() }
        let terminal = try Terminal(for: .purposePassphraseChoice, hint: .hintGiveNewPassphraseFile)
        return try terminal.newPassphrase(.askNewPassphrase)
    }
}

/// The connections of the present wallet that end once another takes its place.
struct Disconnections {
    private let sites: [String]
    private let apps: [String]
    private let extensions: [String]
    private let passkeys: [String]
    /// The warnings that contacts, policy and limits are lost too, and the ways to keep them if there are any.
    let forgotten: [TextKey]

    init(from agent: inout AgentClient) throws(CommandError) {
        let origins = try agent.all("origins.list", member: "origins").compactMap { $0["origin"]?.text?.visible }
        sites = Array(Set(origins)).sorted()
        apps = try Self.names("deeplinks.list", "apps", "url", from: &agent)
        extensions = try Self.names("permissions.list", "extensions", "extension", from: &agent)
        let status = try agent.call("vault.status")
        // They stand in the vault's file: of one that can't be read nobody can say which.
        let isWhole = status["fault"] == nil
        passkeys = try isWhole ? Self.names("passkey.list", "passkeys", "name", from: &agent) : []
        forgotten =
            switch status["trust"]?.text {
            // Nobody knows them before the first unlock, and a vault that can't be read has none.
            case "unverified": isWhole ? [.restoreForgets, .restoreKeepsUnlocked] : [.restoreForgets]
            // Additions since the reset stay with the reset rules, until the user confirms those.
            case "reset": isWhole ? [.restoreForgets, .restoreKeepsConfirmed] : [.restoreForgets]
            default: []
            }
    }

    private static func names(
        _ method: String, _ list: String, _ member: String, from agent: inout AgentClient
    ) throws(CommandError) -> [String] {
        try (agent.call(method)[list]?.array ?? []).map { $0[member]?.text?.visible ?? "?" }
    }

    /// Prints the warnings on standard error, before any question.
    func tell() {
        var lines: [String] = []
        for (key, names) in [
            (TextKey.restoreDisconnectsSites, sites), (.restoreDisconnectsApps, apps),
            (.restoreDisconnectsExtensions, extensions), (.restoreDisconnectsPasskeys, passkeys),
        ] where !names.isEmpty {
            lines.append(say(key, ["names": names.joined(separator: ", ")]))
        }
        if !forgotten.isEmpty { lines.append(forgotten.map { say($0) }.joined(separator: " ")) }
        guard !lines.isEmpty else { return }
        StandardError.write("\(say(.restoreDisconnects))\n" + lines.map { "  \($0)\n" }.joined())
    }
}
