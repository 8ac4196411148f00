/// The vault with its key, which the agent keeps while the session is locked for a user who proves that they are there.
///
/// The key lies in closed memory, as in a session; the secrets stay sealed. Whoever can read the agent's memory finds it there.
struct KeptVault: Sendable {
    /// The vault as it stands on the disk. With another one there, the key is gone.
    var open: OpenVault
    /// The time of the proof that it was opened with.
    let since: Duration
    /// The attempts that failed since then.
    var misses = 0
    let expiry: Task<Void, Never>
}

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

/// A claim on the kept key, taken before the user proves that they are there: good for one use, and not over a lock in between.
public struct KeptKeyClaim: Sendable, Hashable {
    let number: Int
    let locks: Int
}
