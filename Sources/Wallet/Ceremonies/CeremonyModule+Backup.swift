import JSONRPC
import Pinentry
import Salt
import Screens
import WalletKeys
import WalletState
import Wording

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The ceremonies about copies of the wallet.
extension CeremonyModule {
    private static let file = "file"
    private static let words = "words"
    /// The longest path, in bytes.
    private static let longestPath = 1024

    /// Writes a backup into a new file, and says where.
    func saveBackup(_ screens: ScreenDialog) async throws(RPCError) -> Bool {
        let words = screens.words
        let (backup, contents) = try await keys.backup()
        let encoded = backup.encoded()
        let holds = words.backup(accounts: backup.vault.accounts.count) { contents?.count(of: $0) }
        let lines: (held: Int, total: Int64) = contents?.activityLines ?? (0, 0)
        let lacks = words.backupLacks(isPartial: contents == nil, activity: (lines.held, Int(lines.total))) {
            BackupContents.Part(rawValue: $0.rawValue).flatMap { contents?.omitted[$0] }
        }
        let named = await wallets?.name.map { [ScreenPart.text(words(.walletNamed, ["name": $0]), .plain)] } ?? []
        let told: [ScreenPart] =
            named + [
                .text(words(.ceremonyBackupMeans), .plain),
                .section(title: words(.backupHolds), sentence: nil, isOpen: false, holds.map { .text($0, .plain) }),
            ] + lacks.map { .text($0, .note) }
        var path = "\(BackupFile.home)/sidekey-backup-\(LocalDate.today)"
        var problem: String?
        while true {
            let answer = try await screens.ask(
                .ceremonyBackupTitle,
                told + [
                    .entry(id: Self.file, label: words(.ceremonyBackupFile), text: path, maximum: Self.longestPath)
                ], next: .ceremonySave, style: .primary, problem: problem)
            guard answer.button == ScreenDialog.ID.next else { return false }
            path = answer.values[Self.file]?.first ?? ""
            do throws(BackupFile.Fault) {
                let file = try BackupFile(path)
                try file.write(encoded)
            } catch {
                problem = error.text(in: words)
                continue
            }
            // The backup is there, whatever becomes of the sheet.
            try? await offerSheet(of: path, screens)
            return true
        }
    }

    /// Says that a backup is saved, and makes a sheet of paper for it if the user wants one.
    private func offerSheet(of backup: String, _ screens: ScreenDialog) async throws(RPCError) {
        let words = screens.words
        let saved = try await screens.ask(
            .ceremonyBackupTitle,
            [
                .text(words(.ceremonyBackupSaved), .sentence),
                .row(name: words(.ceremonyBackupFile), value: backup, isAddress: true),
                .text(words(.ceremonyBackupKeep), .plain), .text(words(.sheetOffer), .plain),
            ], next: .sheetMake, end: .ceremonyDone)
        guard saved.button == ScreenDialog.ID.next else { return }
        let withWords = ScreenOption(id: Self.words, label: words(.sheetWithWords))
        var path = "\(BackupFile.home)/sidekey-sheet-\(LocalDate.today).pdf"
        var (chosen, problem): ([String], String?) = ([], nil)
        var hasWords = false
        while true {
            let answer = try await screens.ask(
                .sheetTitle,
                [
                    .text(words(.sheetMeans), .plain),
                    .entry(id: Self.file, label: words(.ceremonyBackupFile), text: path, maximum: Self.longestPath),
                    .selection(id: Self.words, label: "", options: [withWords], chosen: chosen),
                ], next: .ceremonySave, problem: problem)
            guard answer.button == ScreenDialog.ID.next else { return }
            path = answer.values[Self.file]?.first ?? ""
            chosen = answer.values[Self.words] ?? []
            // The words are asked for twice: here, and by the passphrase below what it means.
            let phrases = chosen == [withWords.id] ? try await phrasesForSheet(screens) : []
            guard let phrases else { continue }
            hasWords = !phrases.isEmpty
            problem = await saveSheet(at: path, of: backup, phrases, in: words)
            guard problem != nil else { break }
        }
        _ = try await screens.tell(
            .sheetTitle,
            [
                .text(words(.sheetSaved), .sentence),
                .row(name: words(.ceremonyBackupFile), value: path, isAddress: true),
                .text(words(hasWords ? .sheetPrintWords : .sheetPrint), .plain),
            ], isLast: true)
    }

    /// The phrases for a sheet; nil if the user wants them on none after all.
    private func phrasesForSheet(_ screens: ScreenDialog) async throws(RPCError) -> [SecretAnswer]? {
        let words = screens.words
        let proof: PassphraseProven? = try await screens.prove(
            .sheetTitle, next: .sheetWriteWords,
            parts: { _ in [.finding(.danger, name: words(.level_danger), words(.sheetWordsMeans))] }
        ) { [keys] _, passphrase throws(RPCError) in try await keys.prove(passphrase) }
        guard let proof else { return nil }
        await keys.record(.phraseShown)
        return try proof.shownPhrases().map { SecretAnswer($0.bytes.clone()) }
    }

    /// Draws a sheet into a new file; returns what went wrong.
    private func saveSheet(
        at path: String, of backup: String, _ phrases: [SecretAnswer], in words: Phrasebook
    ) async -> String? {
        do throws(BackupFile.Fault) {
            let file = try BackupFile(path)
            guard let program = PinentryProgram.ownWindow,
                let sheet = try? RecoverySheet(
                    await keys.status().accounts, backup: backup, phrases: phrases.count, in: words),
                let drawn = try? await ConversationThread.draw(sheet, phrases: phrases, by: program)
            else { return words(.sheetNotDrawn) }
            try drawn.bytes.withBytes { bytes throws(BackupFile.Fault) in try file.write(bytes) }
            return nil
        } catch {
            return error.text(in: words)
        }
    }

    /// Puts a backup in the wallet's place; the present one is set aside.
    func restoreBackup(isReplacing: Bool, _ screens: ScreenDialog) async throws(RPCError) -> Bool {
        let words = screens.words
        var forgets = false
        var meaning: [ScreenPart] = [.text(words(.ceremonyRestoreMeans), .plain)]
        if isReplacing {
            // Records that nobody has verified, or that something else changed, go with the wallet.
            forgets = await records.trust != .intact
            meaning = [.text(words(.setupReplaced), .sentence), .text(words(.setupSetAside), .plain)]
            if forgets { meaning.append(.text(words(.restoreForgets), .plain)) }
        }
        typealias Opened = (bytes: [UInt8], passphrase: HeldSecret, brings: [String])
        let opened: Opened? = try await screens.prove(
            .ceremonyRestoreTitle, next: .promptGoOn, label: .ceremonyBackupPassphrase,
            parts: { [meaning] values in
                meaning + [
                    .entry(
                        id: Self.file, label: words(.ceremonyBackupFile),
                        text: values[Self.file]?.first ?? "\(BackupFile.home)/", maximum: Self.longestPath)
                ]
            },
            check: { values in
                do throws(BackupFile.Fault) {
                    _ = try BackupFile(values[Self.file]?.first ?? "").read()
                    return nil
                } catch {
                    return error.text(in: words)
                }
            }
        ) { [keys] values, passphrase throws(RPCError) in
            let bytes: [UInt8]
            do throws(BackupFile.Fault) {
                bytes = try BackupFile(values[Self.file]?.first ?? "").read()
            } catch {
                // Gone since it was looked at. Not `false`: no passphrase was proven.
                throw RPCError(.invalidInput, .changeRefused, "the backup can't be read any more")
            }
            let held = HeldSecret(passphrase)
            let (vault, contents) = try await keys.inspect(bytes, passphrase: held.bytes.clone())
            return (bytes, held, words.backup(accounts: vault.accounts.count) { contents?.count(of: $0) })
        }
        guard let opened else { return false }
        var brings: [ScreenPart] = [.text(words(.backupBrings), .sentence)]
        brings += opened.brings.map { .text($0, .plain) }
        if !forgets { brings.append(.text(words(.backupLoosensNothing), .muted)) }
        let answer = try await screens.ask(
            .ceremonyRestoreTitle, brings, next: .ceremonyRestoreButton, style: .primary)
        guard answer.button == ScreenDialog.ID.next else { return false }
        try await keys.restore(opened.bytes, passphrase: opened.passphrase.bytes.clone())
        // The wallet stands, even where it can't be opened now.
        try? await keys.unlock(opened.passphrase.bytes.clone())
        return true
    }
}

extension BackupContents {
    fileprivate func count(of part: BackupPart) -> Int? { counts.first { $0.name == part.rawValue }?.count }
}

/// A file of the user's that a backup is written to or read from.
struct BackupFile: Sendable {
    enum Fault: Error {
        /// No whole path.
        case path
        case exists
        case system(errno: Int32)
        /// No backup of Sidekey's.
        case content

        func text(in words: Phrasebook) -> String {
            switch self {
            case .path: words(.ceremonyFilePath)
            case .exists: words(.ceremonyFileExists)
            case .system(let errno): words(.ceremonyFileProblem, ["error": String(cString: strerror(errno))])
            case .content: words(.ceremonyFileContent)
            }
        }
    }

    let path: String

    /// - Parameter text: A path that begins with `/` or `~/`.
    init(_ text: String) throws(Fault) {
        let text = text.hasPrefix("~/") ? "\(Self.home)\(text.dropFirst())" : text
        guard text.hasPrefix("/"), !text.hasSuffix("/"), !text.utf8.contains(0) else { throw .path }
        path = text
    }

    /// The user's folder by the system's own record: a program that starts the agent chooses its variables.
    static var home: String {
        getpwuid(geteuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) } ?? ""
    }

    /// Writes a file that is new; nothing is left of one that can't be written whole.
    func write(_ bytes: [UInt8]) throws(Fault) {
        try bytes.withUnsafeBufferPointer { bytes throws(Fault) in try write(UnsafeRawBufferPointer(bytes)) }
    }

    /// Writes a file that is new; nothing is left of one that can't be written whole.
    func write(_ bytes: UnsafeRawBufferPointer) throws(Fault) {
        let file = UserFile.make(path)
        guard file >= 0 else { throw errno == EEXIST ? .exists : .system(errno: errno) }
        defer { close(file) }
        var start = 0
        while start < bytes.count {
            let count = systemWrite(file, UnsafeRawBufferPointer(rebasing: bytes[start...]))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw removing(errno) }
            start += count
        }
        guard fsync(file) == 0 else { throw removing(errno) }
    }

    private func removing(_ error: Int32) -> Fault {
        UserFile.remove(path)
        return .system(errno: error)
    }

    /// Reads a backup; a file of another kind, or a pipe, is none.
    func read() throws(Fault) -> [UInt8] {
        let file = UserFile.read(path, flags: O_NOFOLLOW)
        guard file >= 0 else { throw errno == EBADMSG ? .content : .system(errno: errno) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw .system(errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG, (1...WalletBackup.maximumCount).contains(Int(status.st_size)) else {
            throw .content
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var end = 0
        while end < bytes.count {
            let count = bytes[end...].withUnsafeMutableBytes { systemRead(file, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .content }
            end += count
        }
        guard (try? WalletBackup(decoding: bytes)) != nil else { throw .content }
        return bytes
    }
}

// Inside the type, `read` and `write` are its own.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(file, bytes.baseAddress, bytes.count)
}

private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    read(file, bytes.baseAddress, bytes.count)
}
