import Salt
import Synchronization

/// The one place where passphrases are tried: one at a time, on a thread of their own, and the slower the more were wrong.
///
/// After the second wrong passphrase in a row the next has to wait 1 s, then 2, 4 and so on up to 30 s, counted from the last failure, or from the
/// start of the agent. A right one ends that. The count outlives the agent, see `PassphraseAttempts`.
actor PassphraseGate {
    /// How many tries may be under way or waiting.
    static let maximumPending = 8

    private let timeline: Timeline
    private let attempts: PassphraseAttempts
    private let pending = Mutex(0)
    /// Nil until the first try.
    private var failures: Int?
    private var notBefore: Duration = .zero

    nonisolated var unownedExecutor: UnownedSerialExecutor { DerivationThread.shared.asUnownedSerialExecutor() }

    init(timeline: Timeline, attempts: PassphraseAttempts) {
        self.timeline = timeline
        self.attempts = attempts
    }

    /// Opens a vault with a passphrase, and does what else blocks.
    ///
    /// - Parameter body: Runs on the thread with the opened vault, once the passphrase was right.
    /// - Throws: ``WalletKeyError/wrongPassphrase``, ``WalletKeyError/passphraseInvalid(_:)``, ``WalletKeyError/vaultForged``, ``WalletKeyError/busy``,
    ///   ``WalletKeyError/cancelled``, ``WalletKeyError/outOfMemory``, and what `body` throws.
    nonisolated func open<Value: Sendable>(
        _ vault: Vault, passphrase: consuming SecretBytes,
        _ body: sending (OpenVault) throws(WalletKeyError) -> Value
    ) async throws(WalletKeyError) -> Value {
        if let fault = Passphrase.fault(in: passphrase, minimumCount: 1) { throw .passphraseInvalid(fault) }
        try enter()
        defer { leave() }
        let open = try await attempt(vault, passphrase: passphrase)
        return try await perform(open, body)
    }

    /// Makes the first generation of a vault.
    ///
    /// - Throws: ``WalletKeyError/busy``, ``WalletKeyError/cancelled``, ``WalletKeyError/outOfMemory``, ``WalletKeyError/accountExists``.
    nonisolated func create(
        _ secret: VaultSecret, paths: [DerivationPath], passphrase: consuming SecretBytes, unattended: Bool,
        cost: PassphraseCost
    ) async throws(WalletKeyError) -> OpenVault {
        try enter()
        defer { leave() }
        return try await make(secret, paths: paths, passphrase: passphrase, unattended: unattended, cost: cost)
    }

    private nonisolated func enter() throws(WalletKeyError) {
        let entered = pending.withLock { pending in
            guard pending < Self.maximumPending else { return false }
            pending += 1
            return true
        }
        guard entered else { throw .busy }
    }

    private nonisolated func leave() {
        pending.withLock { $0 -= 1 }
    }

    private func make(
        _ secret: VaultSecret, paths: [DerivationPath], passphrase: consuming SecretBytes, unattended: Bool,
        cost: PassphraseCost
    ) throws(WalletKeyError) -> OpenVault {
        guard !Task.isCancelled else { throw .cancelled }
        return try OpenVault.first(
            secret: secret, paths: paths, passphrase: passphrase, unattended: unattended, cost: cost)
    }

    private func perform<Value: Sendable>(
        _ open: OpenVault, _ body: sending (OpenVault) throws(WalletKeyError) -> Value
    ) throws(WalletKeyError) -> Value {
        guard !Task.isCancelled else { throw .cancelled }
        return try body(open)
    }

    private func attempt(_ vault: Vault, passphrase: consuming SecretBytes) async throws(WalletKeyError) -> OpenVault {
        if failures == nil {
            let earlier = attempts.read()
            failures = earlier
            notBefore = timeline.now() + Self.delay(afterFailures: earlier)
        }
        // Whoever waited asks again: a try that failed meanwhile may have put the next one off further.
        while !Task.isCancelled, timeline.now() < notBefore {
            do { try await timeline.sleep(notBefore - timeline.now()) } catch { throw .cancelled }
        }
        guard !Task.isCancelled else { throw .cancelled }
        let before = failures ?? 0
        attempts.write(before + 1)
        do throws(WalletKeyError) {
            let open = try vault.open(passphrase: passphrase)
            failures = 0
            attempts.write(0)
            return open
        } catch {
            if error == .wrongPassphrase {
                failures = before + 1
                notBefore = timeline.now() + Self.delay(afterFailures: before + 1)
            } else {
                attempts.write(before)
            }
            throw error
        }
    }

    private static func delay(afterFailures failures: Int) -> Duration {
        failures < 2 ? .zero : .seconds(min(1 << min(failures - 2, 5), 30))
    }
}
