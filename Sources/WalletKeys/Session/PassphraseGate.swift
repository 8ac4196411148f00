import Salt
import Synchronization

/// The one place where passphrases are tried: one at a time, on a thread of their own, and the slower the more were wrong.
///
/// After the second wrong passphrase in a row the next has to wait 1 s, then 2, 4 and so on up to 30 s, counted from the last failure. A right one
/// ends that. The count is kept in memory only.
actor PassphraseGate {
    /// How many tries may be under way or waiting.
    static let maximumPending = 8

    private let timeline: Timeline
    private let pending = Mutex(0)
    private var failures = 0
    private var notBefore: Duration = .zero

    nonisolated var unownedExecutor: UnownedSerialExecutor { DerivationThread.shared.asUnownedSerialExecutor() }

    init(timeline: Timeline) {
        self.timeline = timeline
    }

    /// Opens a vault with a passphrase.
    ///
    /// - Throws: ``WalletKeyError/wrongPassphrase``, ``WalletKeyError/passphraseInvalid(_:)``, ``WalletKeyError/vaultForged``, ``WalletKeyError/busy``,
    ///   ``WalletKeyError/cancelled``, ``WalletKeyError/outOfMemory``.
    nonisolated func open(_ vault: Vault, passphrase: consuming SecretBytes) async throws(WalletKeyError) -> Keyring {
        if let fault = Passphrase.fault(in: passphrase, minimumCount: 1) { throw .passphraseInvalid(fault) }
        try enter()
        defer { leave() }
        return try await attempt(vault, passphrase: passphrase)
    }

    /// Makes the first generation of a vault with one phrase, its first account and a passphrase.
    ///
    /// - Throws: ``WalletKeyError/busy``, ``WalletKeyError/cancelled``, ``WalletKeyError/outOfMemory``.
    nonisolated func create(
        phrase: consuming SeedPhrase, passphrase: consuming SecretBytes, unattended: Bool, cost: PassphraseCost
    ) async throws(WalletKeyError) -> Vault {
        try enter()
        defer { leave() }
        return try await make(phrase: phrase, passphrase: passphrase, unattended: unattended, cost: cost)
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
        phrase: consuming SeedPhrase, passphrase: consuming SecretBytes, unattended: Bool, cost: PassphraseCost
    ) throws(WalletKeyError) -> Vault {
        guard !Task.isCancelled else { throw .cancelled }
        return try Vault(phrase: phrase, passphrase: passphrase, unattended: unattended, cost: cost)
    }

    private func attempt(_ vault: Vault, passphrase: consuming SecretBytes) async throws(WalletKeyError) -> Keyring {
        // Whoever waited asks again: a try that failed meanwhile may have put the next one off further.
        while !Task.isCancelled, timeline.now() < notBefore {
            do { try await timeline.sleep(notBefore - timeline.now()) } catch { throw .cancelled }
        }
        guard !Task.isCancelled else { throw .cancelled }
        do throws(WalletKeyError) {
            let keyring = try vault.keyring(passphrase: passphrase)
            failures = 0
            return keyring
        } catch {
            if error == .wrongPassphrase {
                failures += 1
                notBefore = timeline.now() + Self.delay(afterFailures: failures)
            }
            throw error
        }
    }

    private static func delay(afterFailures failures: Int) -> Duration {
        failures < 2 ? .zero : .seconds(min(1 << min(failures - 2, 5), 30))
    }
}
