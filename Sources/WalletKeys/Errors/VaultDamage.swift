/// What is wrong with a vault file, and at which byte it was found.
public struct VaultDamage: Error, Sendable, Hashable {
    /// The kinds of damage; cases are only ever added.
    public enum Kind: String, Sendable {
        /// The file ends before its contents do.
        case cut
        /// Bytes follow the contents, or the file is longer than a vault can be.
        case excess
        /// The file doesn't begin like a vault.
        case notVault = "not a vault"
        /// The checksum doesn't fit: bytes changed.
        case checksum
        /// A field has a value that it can't have.
        case field
        /// The vault is gone, yet its earlier generation is there.
        case missing
    }

    public let kind: Kind
    /// Counted from the file's first byte.
    public let offset: Int

    public init(kind: Kind, offset: Int) {
        self.kind = kind
        self.offset = offset
    }
}

extension VaultDamage: CustomStringConvertible {
    public var description: String { "\(kind.rawValue) at byte \(offset)" }
}
