import Salt

/// A backup of a wallet: its vault, and the records under the vault's key outside it, such as the address book.
///
/// ```
/// offset  bytes
///      0     15  "sidekey backup\n"
///     15      2  format, 1
///     17      4  count of the vault
///                  the vault's file                         see Vault
///           24   nonce                                      of the contents
///            4   count of the contents, 16...262,144
///                sealed contents, that many bytes
///           32   SHA-256 of all bytes before
/// ```
///
/// The contents are sealed with XChaCha20-Poly1305; every byte before the nonce is their additional data. Their key comes from that of policy and
/// grants. So a locked wallet can be backed up too, and the backup opens with the vault's passphrase. A vault's file alone is a backup too, without
/// contents.
public struct WalletBackup: Sendable, Hashable {
    /// The most bytes of the sealed contents.
    public static let maximumContentsCount = 1 << 18
    /// The most bytes of the contents before they are sealed.
    public static let contentsRoom = maximumContentsCount - SaltAEAD.overhead
    /// A file of more bytes is refused unread.
    public static let maximumCount = Vault.maximumCount + maximumContentsCount + 128

    private static let magic = Array("sidekey backup\n".utf8)
    private static let format: UInt16 = 1
    /// The beginnings of the files that a backup is read from.
    package static let beginnings = [magic, Vault.magic].map { String(decoding: $0, as: UTF8.self) }

    public let vault: Vault
    /// The contents beside it, sealed; nil if there is the vault alone.
    private let sealed: Vault.SealedSecrets?

    /// A backup of the vault alone.
    public init(_ vault: Vault) { self.init(vault: vault, sealed: nil) }

    private init(vault: Vault, sealed: Vault.SealedSecrets?) {
        self.vault = vault
        self.sealed = sealed
    }

    /// A backup with contents, sealed under a key of the vault's.
    ///
    /// - Throws: ``WalletKeyError/vaultFull`` if the contents are too long, ``WalletKeyError/primitive(_:)``.
    public init(_ vault: Vault, contents: [UInt8], under key: PolicyKey) throws(WalletKeyError) {
        guard contents.count <= Self.contentsRoom else { throw .vaultFull }
        self.vault = vault
        let nonce = Nonce()
        do throws(SaltError) {
            sealed = Vault.SealedSecrets(
                nonce: nonce,
                bytes: try SaltAEAD.seal(
                    SecretBytes(copying: contents), additionalData: Self.head(vault.encoded()), nonce: nonce,
                    key: key.backupKey()))
        } catch {
            throw .primitive(error)
        }
    }

    /// Reads a backup from exactly the bytes of its file; any input ends in a backup or an error.
    ///
    /// - Throws: ``WalletKeyError/vaultDamaged(_:)``, ``WalletKeyError/vaultUnsupported(version:)``.
    public init(decoding file: [UInt8]) throws(WalletKeyError) {
        guard file.starts(with: Self.magic) else {
            self.init(try Vault(decoding: file))
            return
        }
        let (format, vault, sealed): (UInt16, [UInt8], Vault.SealedSecrets)
        do throws(VaultDamage) { (format, vault, sealed) = try Self.read(file) } catch { throw .vaultDamaged(error) }
        guard format == Self.format else { throw .vaultUnsupported(version: format) }
        self.init(vault: try Vault(decoding: vault), sealed: sealed)
    }

    /// The bytes of the file.
    public func encoded() -> [UInt8] {
        guard let sealed else { return vault.encoded() }
        var file = Self.head(vault.encoded())
        file += sealed.nonce.bytes
        file.append(littleEndian: UInt32(clamping: sealed.bytes.count))
        file += sealed.bytes
        return file + SaltHash.sha256(file)
    }

    /// Opens the contents beside the vault; nil if there are none.
    ///
    /// - Throws: ``WalletKeyError/vaultForged`` if they weren't sealed under this key.
    public func contents(openedBy key: PolicyKey) throws(WalletKeyError) -> [UInt8]? {
        guard let sealed else { return nil }
        do throws(SaltError) {
            return try SaltAEAD.open(
                sealed.bytes, additionalData: Self.head(vault.encoded()), nonce: sealed.nonce, key: key.backupKey()
            ).disclosed()
        } catch {
            throw .vaultForged
        }
    }

    /// Everything before the nonce.
    private static func head(_ vault: [UInt8]) -> [UInt8] {
        var head = magic
        head.append(littleEndian: format)
        head.append(littleEndian: UInt32(clamping: vault.count))
        return head + vault
    }

    private static func read(_ file: [UInt8]) throws(VaultDamage) -> (UInt16, [UInt8], Vault.SealedSecrets) {
        guard file.count <= maximumCount else { throw VaultDamage(kind: .excess, offset: maximumCount) }
        let end = file.count - SaltHash.SHA256.count
        guard end >= magic.count else { throw VaultDamage(kind: .cut, offset: file.count) }
        guard SaltHash.sha256(Array(file[..<end])) == Array(file[end...]) else {
            throw VaultDamage(kind: .checksum, offset: end)
        }
        var reader = ByteReader(file[magic.count..<end])
        let format = try reader.integer(UInt16.self)
        let vault = Array(try reader.take(Int(try reader.integer(UInt32.self))))
        let nonce = try reader.nonce()
        let start = reader.offset
        let count = Int(try reader.integer(UInt32.self))
        guard (SaltAEAD.overhead...maximumContentsCount).contains(count) else { throw reader.fault(at: start) }
        let bytes = Array(try reader.take(count))
        try reader.expectEnd()
        return (format, vault, Vault.SealedSecrets(nonce: nonce, bytes: bytes))
    }
}
