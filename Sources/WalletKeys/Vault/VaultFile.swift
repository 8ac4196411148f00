#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The vault's file in the wallet's folder, and the generation before it.
///
/// ```
/// vault            the vault
/// vault.previous   the generation before, once there was one
/// vault.new        being written; what a crash left of it is removed by the next write
/// ```
///
/// A file is written aside with mode 0600, synced, and moved into place in one step, then the folder is synced. Whenever the machine stops, the vault
/// is the old one or the new one. Only one process may write, the one that holds the agent's lock. A folder or file that has another owner, is open
/// to others, or is a symbolic link is refused.
public struct VaultFile: Sendable {
    private static let name = "vault"
    private static let previousName = "vault.previous"
    private static let newName = "vault.new"

    let folder: String

    /// Names the folder, which must exist with mode 0700 when the file is read or written.
    public init(folder: String) {
        self.folder = folder
    }

    /// Reads the vault; nil if there is none.
    ///
    /// - Throws: ``WalletKeyError/vaultDamaged(_:)``, ``WalletKeyError/vaultUnsupported(version:)``, ``WalletKeyError/fileRefused``,
    ///   ``WalletKeyError/storage(errno:)``.
    public func read() throws(WalletKeyError) -> Vault? {
        let folder = try VaultFolder(path: folder)
        if let vault = try Self.read(Self.name, in: folder) { return vault }
        // The vault is never moved away before the next one is there: somebody removed it by hand, and creating another
        // wallet here would in time overwrite what is left of this one.
        guard try !folder.contains(Self.previousName) else {
            throw .vaultDamaged(VaultDamage(kind: .missing, offset: 0))
        }
        return nil
    }

    /// Reads the generation before the present one; nil if there is none.
    ///
    /// - Throws: as ``read()``.
    public func readPrevious() throws(WalletKeyError) -> Vault? {
        try Self.read(Self.previousName, in: try VaultFolder(path: folder))
    }

    /// Writes the first generation of a vault.
    ///
    /// - Throws: ``WalletKeyError/vaultExists`` if there is a file already, whatever its contents; ``WalletKeyError/fileRefused``,
    ///   ``WalletKeyError/storage(errno:)``.
    package func create(_ vault: Vault) throws(WalletKeyError) {
        let folder = try VaultFolder(path: folder)
        guard try !folder.contains(Self.name), try !folder.contains(Self.previousName) else { throw .vaultExists }
        try folder.write(vault.encoded(), to: Self.newName)
        // Unlike a rename, a link never takes another file's place.
        try folder.link(Self.newName, to: Self.name)
        try folder.remove(Self.newName)
        try folder.sync()
        // The user, who has just written down a phrase, is told that the wallet is there: look whether it is.
        guard try Self.read(Self.name, in: folder) == vault else { throw .storage(errno: EIO) }
    }

    /// Writes the next generation and keeps the present one as the previous.
    ///
    /// - Parameter previous: The vault to keep instead of the present one as it stands: the same under the slots of the next.
    /// - Throws: ``WalletKeyError/vaultMissing``, ``WalletKeyError/fileRefused``, ``WalletKeyError/storage(errno:)``.
    package func replace(with vault: Vault, keeping previous: Vault? = nil) throws(WalletKeyError) {
        let folder = try VaultFolder(path: folder)
        guard let present = try Self.read(Self.name, in: folder) else { throw .vaultMissing }
        // The present file is kept by writing it again, not by moving it, so that there is a vault at every moment.
        try folder.write((previous ?? present).encoded(), to: Self.newName)
        try folder.rename(Self.newName, to: Self.previousName)
        try folder.write(vault.encoded(), to: Self.newName)
        try folder.rename(Self.newName, to: Self.name)
        try folder.sync()
    }

    /// Writes another wallet's vault in place of this one, which is set aside and never deleted.
    ///
    /// The file, whatever it holds, and its previous generation become `vault.aside-N` and `vault.previous.aside-N`, with the first number that is
    /// free.
    /// - Throws: ``WalletKeyError/fileRefused``, ``WalletKeyError/storage(errno:)``.
    package func setAside(for vault: Vault) throws(WalletKeyError) {
        let folder = try VaultFolder(path: folder)
        try folder.write(vault.encoded(), to: Self.newName)
        let number = try Self.freeNumber(in: folder)
        // The old vault gets its second name before it loses the first: at every moment there is one, and none is gone.
        if try folder.contains(Self.name) { try folder.link(Self.name, to: "\(Self.name).aside-\(number)") }
        if try folder.contains(Self.previousName) {
            try folder.rename(Self.previousName, to: "\(Self.previousName).aside-\(number)")
        }
        try folder.rename(Self.newName, to: Self.name)
        try folder.sync()
        guard try Self.read(Self.name, in: folder) == vault else { throw .storage(errno: EIO) }
    }

    private static func freeNumber(in folder: borrowing VaultFolder) throws(WalletKeyError) -> Int {
        var number = 1
        while true {
            let names = ["\(name).aside-\(number)", "\(previousName).aside-\(number)"]
            var isFree = true
            for name in names where try folder.contains(name) { isFree = false }
            if isFree { return number }
            number += 1
        }
    }

    private static func read(_ name: String, in folder: borrowing VaultFolder) throws(WalletKeyError) -> Vault? {
        guard let bytes = try folder.read(name, limit: Vault.maximumCount) else { return nil }
        return try Vault(decoding: bytes)
    }
}
