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

/// A claim on the kept key, taken before the user proves that they are there: good for one use, and not over a lock in between.
public struct KeptKeyClaim: Sendable, Hashable {
    let number: Int
    let locks: Int
}
