/// The reason that no key of the vault is kept; cases are only ever added.
public enum KeyLoss: String, Sendable, Hashable, CaseIterable {
    /// Nothing has opened the vault since the agent was started, or the key wasn't to be kept then.
    case notKept = "not kept"
    /// The proof that it was opened with is too old.
    case expired
    /// Too many attempts failed.
    case missed
    /// The way in which the vault opens has changed, or there is another vault.
    case changed
    /// The user had it forgotten.
    case forgotten
}
