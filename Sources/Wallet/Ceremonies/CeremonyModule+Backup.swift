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
    /// The longest path, in bytes.
    private static let longestPath = 1024

    /// Writes a copy of the encrypted wallet, its contacts and limits into a new file, and says where.
    func saveBackup(_ screens: ScreenDialog) async throws(RPCError) -> Bool {
        let words = screens.words
        let encoded = try await keys.backup().backup.encoded()
        var path = "\(BackupFile.home)/sidekey-backup-\(BackupFile.today)"
        var problem: String?
        while true {
            let answer = try await screens.ask(
                .ceremonyBackupTitle,
                [
                    .text(words(.ceremonyBackupMeans), .plain),
                    .entry(id: Self.file, label: words(.ceremonyBackupFile), text: path, maximum: Self.longestPath),
                ], next: .ceremonySave, style: .primary, problem: problem)
            guard answer.button == ScreenDialog.ID.next else { return false }
            path = answer.values[Self.file]?.first ?? ""
            do throws(BackupFile.Fault) {
                let file = try BackupFile(path)
                try file.write(encoded)
                _ = try? await screens.tell(
                    .ceremonyBackupTitle,
                    [
                        .text(words(.ceremonyBackupSaved), .sentence),
                        .row(name: words(.ceremonyBackupFile), value: file.path, isAddress: true),
                        .text(words(.ceremonyBackupKeep), .plain),
                    ], isLast: true)
                return true
            } catch {
                problem = error.text(in: words)
            }
        }
    }

    /// Puts a backup in the wallet's place; the present one is set aside.
    func restoreBackup(isReplacing: Bool, _ screens: ScreenDialog) async throws(RPCError) -> Bool {
        let words = screens.words
        let meaning: [ScreenPart] =
            isReplacing
            ? [
                .text(words(.setupReplaced), .sentence), .text(words(.setupSetAside), .plain),
                .text(words(.restoreForgets), .plain),
            ] : [.text(words(.ceremonyRestoreMeans), .plain)]
        let isDone: Bool? = try await screens.prove(
            .ceremonyRestoreTitle, next: .ceremonyRestoreButton, label: .ceremonyBackupPassphrase,
            parts: { values in
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
            try await keys.restore(bytes, passphrase: held.bytes.clone())
            // The wallet stands, even where it can't be opened now.
            try? await keys.unlock(held.bytes.clone())
            return true
        }
        return isDone == true
    }
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

    /// Year, month and day here, as a part of a file's name.
    static var today: String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        func digits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(parts.tm_year + 1900)-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))"
    }

    /// Writes a file that is new; nothing is left of one that can't be written whole.
    func write(_ bytes: [UInt8]) throws(Fault) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw errno == EEXIST ? .exists : .system(errno: errno) }
        defer { close(file) }
        var start = 0
        while start < bytes.count {
            let count = bytes[start...].withUnsafeBytes { systemWrite(file, $0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw removing(errno) }
            start += count
        }
        guard fsync(file) == 0 else { throw removing(errno) }
    }

    private func removing(_ error: Int32) -> Fault {
        unlink(path)
        return .system(errno: error)
    }

    /// Reads a backup; a file of another kind, or a pipe, is none.
    func read() throws(Fault) -> [UInt8] {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { throw .system(errno: errno) }
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
