/// What stands between a request and the keys.
public enum SessionState: String, Sendable, Hashable {
    /// There is no vault.
    case none
    /// There is a vault and its keys are closed.
    case locked
    /// The keys can be used.
    case unlocked
}

/// The vault and the session at one moment.
public struct SessionStatus: Sendable, Hashable {
    public let state: SessionState
    /// Whether the wallet was made by a script. While locked this is the file's claim, see ``Vault``.
    public let isUnattended: Bool
    /// The accounts in their order. While locked they are the file's claim, see ``Vault``.
    public let accounts: [VaultAccount]
    /// How long the session stays unlocked; nil while it isn't.
    public let remaining: Duration?
}
