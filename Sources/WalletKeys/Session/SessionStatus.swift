/// The state of the session, which stands between a request and the keys.
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
    /// True if the wallet was made by a script. While locked this is the file's claim, see ``Vault``.
    public let isUnattended: Bool
    /// The accounts in their order. While locked they are the file's claim, see ``Vault``.
    public let accounts: [VaultAccount]
    /// The number of security keys that open the vault.
    public let securityKeys: Int
    /// True if a TPM opens the vault.
    public let hasTPM: Bool
    /// The time until the session locks; nil if it is locked.
    public let remaining: Duration?
}

/// A given clock, as durations since the timeline began.
///
/// The instants of an `any Clock` can't be named; durations can be kept and compared.
struct Timeline: Sendable {
    let now: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: any Clock<Duration>) {
        self = Self.opened(clock)
    }

    private init(now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void) {
        self.now = now
        self.sleep = sleep
    }

    private static func opened<Source: Clock>(_ clock: Source) -> Timeline where Source.Duration == Duration {
        let start = clock.now
        return Timeline(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) })
    }
}
