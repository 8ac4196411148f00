/// How many passphrases in a row were wrong, kept in the wallet's folder: restarting the agent forgets none of them.
///
/// ```
/// attempts            the number in decimal digits and a line feed; no file stands for 0
/// attempts.browser    the same of those that were typed in the browser
/// ```
///
/// A number is written before the passphrase is tried: who ends the agent in the middle of a try has had it all the same. A file that
/// can't be read counts as many. Somebody who can write to the folder can remove it; they have the vault file too, and guess without us.
struct PassphraseAttempts: Sendable {
    private static let newName = "attempts.new"
    private static let many = 16

    private let folder: String
    private let name: String

    init(folder: String, origin: PassphraseOrigin) {
        self.folder = folder
        name = origin == .outside ? "attempts" : "attempts.\(origin.rawValue)"
    }

    func read() -> Int {
        do throws(WalletKeyError) {
            guard let bytes = try VaultFolder(path: folder).read(name, limit: 8) else { return 0 }
            guard bytes.last == UInt8(ascii: "\n"), let text = String(validating: bytes.dropLast(), as: UTF8.self),
                let number = Int(text), number > 0
            else { return Self.many }
            return min(number, Self.many)
        } catch {
            return Self.many
        }
    }

    /// Writes the number; one that can't be written holds in memory alone, so that a full disk locks nobody out.
    func write(_ number: Int) {
        do throws(WalletKeyError) {
            let folder = try VaultFolder(path: folder)
            guard number > 0 else {
                if try folder.contains(name) { try folder.remove(name) }
                return
            }
            try folder.write(Array("\(min(number, Self.many))\n".utf8), to: Self.newName)
            try folder.rename(Self.newName, to: name)
        } catch {}
    }
}
