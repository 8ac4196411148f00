import Salt
import Synchronization

/// The one place where passphrases are tried: one at a time, on a thread of their own, and the slower the more were wrong.
///
/// After the second wrong passphrase in a row the next has to wait 1 s, then 2, 4 and so on up to 30 s. The wait counts from the last failure, or
/// from the start of the agent. A right one ends that. The count outlives the agent, see `PassphraseAttempts`. Each ``PassphraseOrigin`` has a queue
/// and a wait of its own: the browser's tries neither fill the terminal's queue nor slow it down.
actor PassphraseGate {
    /// The most tries of one origin that are under way or waiting.
    static let maximumPending = 8

    private let timeline: Timeline
    private let folder: String
    private let pending = Mutex([PassphraseOrigin: Int]())
    /// The origins of which a passphrase was tried.
    private var lanes: [PassphraseOrigin: Lane] = [:]

    /// The wrong passphrases of one origin.
    private struct Lane {
        var failures: Int
        var notBefore: Duration
    }

    nonisolated var unownedExecutor: UnownedSerialExecutor { DerivationThread.shared.asUnownedSerialExecutor() }

    init(timeline: Timeline, folder: String) {
        self.timeline = timeline
        self.folder = folder
    }

    /// Opens a vault with a passphrase, and does the other blocking work.
    ///
    /// - Parameter body: Runs on the thread with the opened vault, once the passphrase was right.
    /// - Throws: ``WalletKeyError/wrongPassphrase``, ``WalletKeyError/passphraseInvalid(_:)``, ``WalletKeyError/vaultForged``,
    ///   ``WalletKeyError/busy``, ``WalletKeyError/cancelled``, ``WalletKeyError/outOfMemory``, and the errors of `body`.
    nonisolated func open<Value: Sendable>(
        _ vault: Vault, passphrase: consuming SecretBytes, from origin: PassphraseOrigin = .outside,
        _ body: sending (OpenVault) throws(WalletKeyError) -> Value
    ) async throws(WalletKeyError) -> Value {
        if let fault = Passphrase.fault(in: passphrase, minimumCount: 1) { throw .passphraseInvalid(fault) }
        try enter(origin)
        defer { leave(origin) }
        let open = try await attempt(vault, passphrase: passphrase, from: origin)
        return try await perform(open, body)
    }

    /// Makes the first generation of a vault.
    ///
    /// - Throws: ``WalletKeyError/busy``, ``WalletKeyError/cancelled``, ``WalletKeyError/outOfMemory``, ``WalletKeyError/accountExists``.
    nonisolated func create(
        _ secret: VaultSecret, paths: [DerivationPath], passphrase: consuming SecretBytes, unattended: Bool,
        cost: PassphraseCost
    ) async throws(WalletKeyError) -> OpenVault {
        try enter(.outside)
        defer { leave(.outside) }
        return try await make(secret, paths: paths, passphrase: passphrase, unattended: unattended, cost: cost)
    }

    private nonisolated func enter(_ origin: PassphraseOrigin) throws(WalletKeyError) {
        let entered = pending.withLock { pending in
            guard pending[origin, default: 0] < Self.maximumPending else { return false }
            pending[origin, default: 0] += 1
            return true
        }
        guard entered else { throw .busy }
    }

    private nonisolated func leave(_ origin: PassphraseOrigin) {
        pending.withLock { $0[origin, default: 1] -= 1 }
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

    private func attempt(
        _ vault: Vault, passphrase: consuming SecretBytes, from origin: PassphraseOrigin
    ) async throws(WalletKeyError) -> OpenVault {
        // A caller that waited asks again: a try that failed since may have put the next one off further.
        while !Task.isCancelled, timeline.now() < lane(origin).notBefore {
            do { try await timeline.sleep(lane(origin).notBefore - timeline.now()) } catch { throw .cancelled }
        }
        guard !Task.isCancelled else { throw .cancelled }
        let before = lane(origin).failures
        attempts(origin).write(before + 1)
        do throws(WalletKeyError) {
            let open = try vault.open(passphrase: passphrase)
            // A passphrase outside the browser is the user's, so the browser is believed again too.
            for each in origin == .outside ? PassphraseOrigin.allCases : [origin] {
                lanes[each] = Lane(failures: 0, notBefore: .zero)
                attempts(each).write(0)
            }
            return open
        } catch {
            if error == .wrongPassphrase {
                lanes[origin] = Lane(
                    failures: before + 1, notBefore: timeline.now() + Self.delay(afterFailures: before + 1))
            } else {
                attempts(origin).write(before)
            }
            throw error
        }
    }

    /// The wrong tries so far, with those before this agent was started.
    private func lane(_ origin: PassphraseOrigin) -> Lane {
        if let lane = lanes[origin] { return lane }
        let earlier = attempts(origin).read()
        let lane = Lane(failures: earlier, notBefore: timeline.now() + Self.delay(afterFailures: earlier))
        lanes[origin] = lane
        return lane
    }

    private func attempts(_ origin: PassphraseOrigin) -> PassphraseAttempts {
        PassphraseAttempts(folder: folder, origin: origin)
    }

    private static func delay(afterFailures failures: Int) -> Duration {
        failures < 2 ? .zero : .seconds(min(1 << min(failures - 2, 5), 30))
    }
}

/// The number of wrong passphrases in a row, kept in the wallet's folder: restarting the agent forgets none of them.
///
/// ```
/// attempts            the number in decimal digits and a line feed; no file stands for 0
/// attempts.browser    the same of those that were typed in the browser
/// ```
///
/// A number is written before the passphrase is tried: a try counts even if the agent is ended in the middle of it. An unreadable file counts as
/// many. An attacker who can write to the folder can remove it; they have the vault file too, and guess without us.
struct PassphraseAttempts: Sendable {
    private static let newName = "attempts.new"
    private static let many = 16

    private let folder: String
    private let name: String

    init(folder: String, origin: PassphraseOrigin) {
        self.folder = folder
        name = origin == .outside ? "attempts" : "attempts.\(origin.rawValue)"
    }

    func read() -> Int {
        do throws(WalletKeyError) {
            guard let bytes = try VaultFolder(path: folder).read(name, limit: 8) else { return 0 }
            guard bytes.last == UInt8(ascii: "\n"), let text = String(validating: bytes.dropLast(), as: UTF8.self),
                let number = Int(text), number > 0
            else { return Self.many }
            return min(number, Self.many)
        } catch {
            return Self.many
        }
    }

    /// Writes the number; one that can't be written holds in memory alone, so that a full disk locks nobody out.
    func write(_ number: Int) {
        do throws(WalletKeyError) {
            let folder = try VaultFolder(path: folder)
            guard number > 0 else {
                if try folder.contains(name) { try folder.remove(name) }
                return
            }
            try folder.write(Array("\(min(number, Self.many))\n".utf8), to: Self.newName)
            try folder.rename(Self.newName, to: name)
        } catch {}
    }
}

/// The place where a passphrase was typed.
///
/// Each place has its own tries: an attacker who took over the browser and types there without end keeps nobody out elsewhere.
public enum PassphraseOrigin: String, Sendable, Hashable, CaseIterable {
    /// In a terminal, or in a prompt of the wallet's own.
    case outside
    /// In the extension's own pages.
    case browser
}
