#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The wallets of a data folder, side by side: the first lies in the folder itself, each further one in a folder of its own.
///
/// ```
/// vault, wallet.sqlite, ...   the first wallet
/// name                        its name; no file stands for "Wallet 1"
/// wallets/current             the id of the wallet that the next agent opens, and a line feed; no file stands for the first
/// wallets/removing            the id of a wallet whose files are being deleted, and a line feed
/// wallets/.ID/                a wallet that is just being added
/// wallets/ID/                 a further wallet, with files of the same names
/// wallets/ID/new              there until the wallet has had a vault
/// ```
///
/// An id is 16 hexadecimal digits: the second in which the wallet was added, and a random number. No other name is ever opened or deleted, and no
/// symbolic link is followed. A file is replaced in one step, so that whenever the machine stops there is one valid choice. A choice that can't be read,
/// or of a wallet that isn't there, stands for the first. Only the holder of the agent's lock may write.
package struct WalletList: Sendable {
    /// The id of the wallet that lies in the data folder itself.
    package static let firstID = "first"
    /// The most wallets of a user.
    package static let maximumCount = 16
    /// The most bytes of UTF-8 of a name.
    package static let maximumNameCount = 64

    private enum FileName {
        static let name = "name"
        static let isNew = "new"
        static let current = "current"
        static let removing = "removing"
    }

    package let folder: String
    private var others: String { "\(folder)/wallets" }

    /// A wallet of the list.
    package struct Entry: Sendable, Hashable {
        package let id: String
        /// The user's name for it: local, and no secret.
        package let name: String
        package let folder: String
        /// The part of its vault that can be read without opening it.
        package let vault: Contents
        /// The time at which its database was last written, in milliseconds since 1970; nil if there is none.
        package let used: Int64?
    }

    /// The contents of a wallet as they show without its passphrase.
    package enum Contents: Sendable, Hashable {
        /// It isn't set up yet.
        case none
        case accounts([VaultAccount])
        /// Its vault can't be read: damaged, of a newer version, or refused.
        case fault(WalletKeyError)
    }

    /// - Parameter folder: The data folder, which need not exist yet.
    package init(folder: String) {
        self.folder = folder
    }

    /// The wallets in the order in which they were added. One without a vault is left out, except the present one.
    ///
    /// - Parameter present: The id of the wallet that is open.
    package func all(present: String) -> [Entry] {
        ([Self.firstID] + further).compactMap { entry($0) }.filter { $0.id == present || $0.vault != .none }
    }

    /// The wallet of an id; nil if there is none.
    package func entry(_ id: String) -> Entry? {
        guard let path = path(of: id) else { return nil }
        if id != Self.firstID {
            do throws(WalletKeyError) { _ = try VaultFolder(path: path) } catch { return nil }
        }
        let contents: Contents
        do throws(WalletKeyError) {
            contents = try VaultFile(folder: path).read().map { .accounts($0.accounts) } ?? .none
        } catch {
            // Before the first start there is no folder.
            contents = error == .storage(errno: ENOENT) ? .none : .fault(error)
        }
        return Entry(id: id, name: name(of: id, in: path), folder: path, vault: contents, used: Self.used(path))
    }

    /// The id that was chosen; nil if nothing was, or if the file is broken.
    package var chosen: String? {
        guard let text = Self.line(FileName.current, in: others) else { return nil }
        return text == Self.firstID || Self.isID(text) ? text : nil
    }

    /// The wallet to open: the chosen one, or else the first that has a vault.
    ///
    /// - Parameter isUsable: False for a wallet whose files the agent refuses.
    package func current(where isUsable: (Entry) -> Bool = { _ in true }) -> Entry {
        if let chosen, let entry = entry(chosen), isUsable(entry), !isGone(entry) { return entry }
        let found = all(present: "").first { $0.id == Self.firstID || isUsable($0) }
        return found ?? first
    }

    /// True for the first wallet's place where there is none any more, and others are.
    private func isGone(_ entry: Entry) -> Bool {
        entry.id == Self.firstID && entry.vault == .none && !all(present: "").isEmpty
    }

    private var first: Entry {
        Entry(
            id: Self.firstID, name: name(of: Self.firstID, in: folder), folder: folder, vault: .none,
            used: Self.used(folder))
    }

    // Changes

    /// Adds a wallet that has no vault yet.
    ///
    /// - Throws: ``WalletKeyError/fileRefused``, ``WalletKeyError/storage(errno:)``.
    package func add(named name: String, at seconds: Int64) throws(WalletKeyError) -> Entry {
        guard mkdir(others, 0o700) == 0 || errno == EEXIST else { throw .storage(errno: errno) }
        let list = try VaultFolder(path: others)
        let second = String(UInt32(truncatingIfNeeded: seconds), radix: 16)
        let number = String(UInt32.random(in: 0...UInt32.max), radix: 16)
        let id = [second, number].map { String(repeating: "0", count: 8 - $0.count) + $0 }.joined()
        let draft = "\(others)/.\(id)"
        guard mkdir(draft, 0o700) == 0 else { throw .storage(errno: errno) }
        do throws(WalletKeyError) {
            let wallet = try VaultFolder(path: draft)
            try wallet.write(Array("\(name)\n".utf8), to: FileName.name)
            try wallet.write([], to: FileName.isNew)
            try wallet.sync()
            try list.rename(".\(id)", to: id)
            try list.sync()
        } catch {
            try? Self.delete(".\(id)", in: list)
            throw error
        }
        guard let entry = entry(id) else { throw .storage(errno: EIO) }
        return entry
    }

    /// Chooses the wallet that the next agent opens.
    ///
    /// - Throws: ``WalletKeyError/fileRefused``, ``WalletKeyError/storage(errno:)``; the earlier choice then stands.
    package func choose(_ entry: Entry) throws(WalletKeyError) {
        guard mkdir(others, 0o700) == 0 || errno == EEXIST else { throw .storage(errno: errno) }
        let list = try VaultFolder(path: others)
        try Self.put(entry.id, in: FileName.current, of: list)
    }

    /// - Throws: ``WalletKeyError/fileRefused``, ``WalletKeyError/storage(errno:)``.
    package func rename(_ entry: Entry, to name: String) throws(WalletKeyError) {
        let wallet = try VaultFolder(path: entry.folder)
        try Self.put(name, in: FileName.name, of: wallet)
    }

    /// Deletes a wallet's files. Vaults that were set aside in its folder stay, since nothing ever deletes them.
    ///
    /// After a crash, ``tidy(present:)`` deletes the rest of it.
    /// - Throws: ``WalletKeyError/fileRefused``, ``WalletKeyError/storage(errno:)``.
    package func remove(_ entry: Entry) throws(WalletKeyError) {
        guard mkdir(others, 0o700) == 0 || errno == EEXIST else { throw .storage(errno: errno) }
        let list = try VaultFolder(path: others)
        try Self.put(entry.id, in: FileName.removing, of: list)
        try deleteFiles(of: entry.id, in: list)
        try list.remove(FileName.removing)
        try list.sync()
    }

    /// Completes what a crash left, and deletes wallets that were added and never set up; the present one stays.
    package func tidy(present: String) {
        do throws(WalletKeyError) {
            let list = try VaultFolder(path: others)
            if let id = Self.line(FileName.removing, in: others) {
                if id != present, id == Self.firstID || Self.isID(id) { try deleteFiles(of: id, in: list) }
                try list.remove(FileName.removing)
            }
            for name in try list.names() where name.first == "." && Self.isID(String(name.dropFirst())) {
                try Self.delete(name, in: list)
            }
            for id in further {
                guard let entry = entry(id), let path = path(of: id) else { continue }
                let wallet = try VaultFolder(path: path)
                guard try wallet.contains(FileName.isNew) else { continue }
                if entry.vault != .none {
                    try wallet.remove(FileName.isNew)
                } else if id != present, try !wallet.names().contains(where: { $0.hasPrefix("vault") }) {
                    try Self.delete(id, in: list)
                }
            }
            try list.sync()
        } catch {
            // There are no others, or their folder can't be used; nothing of them is opened then.
        }
    }

    private func deleteFiles(of id: String, in list: borrowing VaultFolder) throws(WalletKeyError) {
        guard id == Self.firstID else { return try Self.delete(id, in: list) }
        // The folder is also the agent's own, and may hold files of the user's.
        try VaultFolder(path: folder).removeFiles { Self.isWallets($0) && !Self.isSetAside($0) }
    }

    private static func delete(_ name: String, in list: borrowing VaultFolder) throws(WalletKeyError) {
        guard try list.contains(name) else { return }
        try list.entering(name) { folder throws(WalletKeyError) in
            try folder.removeFiles { !isSetAside($0) }
        }
        try list.removeFolder(name)
    }

    /// True for a vault that ``VaultFile/setAside(for:)`` has kept.
    private static func isSetAside(_ name: String) -> Bool { name.hasPrefix("vault") && name.contains(".aside-") }

    /// True for the name of a file or folder of a wallet's own.
    private static func isWallets(_ name: String) -> Bool {
        ["vault", "wallet.sqlite", "anchor", "activity-anchor", "attempts"].contains { own in
            name == own || name.hasPrefix(own + ".") || name.hasPrefix(own + "-")
        } || [FileName.name, "name.new", "sites"].contains(name)
    }

    // Names

    /// The ids of the further wallets, the oldest first.
    private var further: [String] {
        do throws(WalletKeyError) { return try VaultFolder(path: others).names().filter(Self.isID).sorted() } catch {
            return []
        }
    }

    private func path(of id: String) -> String? {
        if id == Self.firstID { return folder }
        return Self.isID(id) ? "\(others)/\(id)" : nil
    }

    private static func isID(_ text: String) -> Bool {
        text.utf8.count == 16 && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    private func name(of id: String, in path: String) -> String {
        let known = Self.line(FileName.name, in: path).flatMap { VaultAccount.isLabel($0) ? $0 : nil }
        return known ?? (id == Self.firstID ? "Wallet 1" : "Wallet \(id.suffix(4))")
    }

    /// The one line of a small file; nil if there is none, or something else.
    private static func line(_ name: String, in folder: String) -> String? {
        let bytes: [UInt8]?
        do throws(WalletKeyError) {
            bytes = try VaultFolder(path: folder).read(name, limit: maximumNameCount + 1)
        } catch {
            return nil
        }
        guard let bytes, bytes.last == UInt8(ascii: "\n"), bytes.count <= maximumNameCount + 1,
            let text = String(validating: bytes.dropLast(), as: UTF8.self), !text.isEmpty, !text.contains("\n")
        else { return nil }
        return text
    }

    /// Replaces a small file in one step.
    private static func put(
        _ line: String, in name: String, of folder: borrowing VaultFolder
    ) throws(WalletKeyError) {
        try folder.write(Array("\(line)\n".utf8), to: "\(name).new")
        try folder.rename("\(name).new", to: name)
        try folder.sync()
    }

    private static func used(_ folder: String) -> Int64? {
        ["wallet.sqlite", "wallet.sqlite-wal"].compactMap { name -> Int64? in
            var status = stat()
            guard lstat("\(folder)/\(name)", &status) == 0 else { return nil }
            return Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
        }.max()
    }
}
