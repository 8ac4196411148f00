import ApprovalQueue
import JSONRPC
import Logging
import Salt
import SolanaTransactions
import WalletKeys
import WalletRuntime
import WalletState

/// The wallet's keys as the modules see them: errors are the protocol's, and changes are logged and announced.
struct WalletKeyring: ApprovalSession {
    let lock: SessionLock
    let records: AuthenticatedStore
    let events: WalletEvents
    /// The Ledger that is plugged in, for accounts whose key is on it.
    let ledger: LedgerReader
    /// The PKCS #11 tokens, for accounts whose key is on one.
    let tokens: HardwareTokenReader
    private let log: ActivityLog
    private let session = SessionRecord()
    let logger: Logger

    init(
        lock: SessionLock, records: AuthenticatedStore, ledger: LedgerReader, tokens: HardwareTokenReader,
        log: ActivityLog, events: WalletEvents, logger: Logger
    ) {
        self.tokens = tokens
        self.ledger = ledger
        self.lock = lock
        self.records = records
        self.log = log
        self.events = events
        self.logger = logger
    }

    static let locked = RPCError(.locked, .locked, "the session is locked")
    static let unknownAccount = RPCError(.invalidInput, .accountUnknown, "that account isn't in this wallet")
    static let watchOnlyAccount = RPCError(
        .invalidInput, .accountWatchOnly, "that account is watch-only: the wallet has no key for it")

    /// The present state of vault and session; an unreadable vault is a state of its own.
    func status() async -> VaultStatus {
        do throws(WalletKeyError) {
            return VaultStatus(try await lock.status())
        } catch {
            logger.error("the vault can't be read", metadata: ["error": .masked(error)])
            return VaultStatus(VaultFault(error, hasPrevious: await lock.hasPrevious))
        }
    }

    var isUnlocked: Bool {
        get async { await lock.isUnlocked }
    }

    /// True while the agent keeps the vault's key for a finger.
    var isKeyKept: Bool {
        get async { await lock.keptFor != nil }
    }

    /// Forgets the vault's key that is kept for a finger.
    func forgetKey() async { await lock.forgetKey() }

    func checkOpen() async throws(RPCError) {
        guard await isUnlocked else { throw Self.locked }
    }

    func use() async {
        await lock.use()
    }

    /// True while a press still has time to be signed: the last check of a request takes up to five seconds.
    var isOpenForPress: Bool {
        get async { await lock.remaining.map { $0 > .seconds(6) } ?? false }
    }

    /// Passes the session's changes on until the task is cancelled.
    func announceChanges() async {
        for await _ in await lock.changes() {
            events.publish(.vaultChanged)
            await recordChanges(ended: true)
        }
    }

    /// The line of the activity log at or before which somebody else wrote, as far as unlocking has found.
    var activityBreak: Int64? { log.knownBreak }

    /// The trust in policy and grants.
    var trust: AuthenticatedStore.Trust {
        get async { await records.trust }
    }

    /// Opens a session with the passphrase.
    func unlock(
        _ passphrase: consuming SecretBytes, from origin: PassphraseOrigin = .outside
    ) async throws(RPCError) {
        try Self.checkLength(of: passphrase)
        do throws(WalletKeyError) {
            try await lock.unlock(passphrase: passphrase, from: origin)
        } catch {
            throw await fault(error)
        }
        try await opened(by: .passphrase)
    }

    /// Completes the opening of a session, which counts once the records are verified. It is written down behind them, so that the line is sealed.
    func opened(by opening: WalletOpening) async throws(RPCError) {
        do throws(RPCError) {
            try await verify()
        } catch {
            // If the outcome can't be known, nothing is open.
            await close()
            throw error
        }
        await recordChanges(by: opening)
    }

    /// Opens the keys for one approval, without a session.
    func proof(
        _ passphrase: consuming SecretBytes, from origin: PassphraseOrigin = .outside
    ) async throws(RPCError) -> any ApprovalProof {
        try Self.checkLength(of: passphrase)
        let proof: ProofSigner
        do throws(WalletKeyError) {
            proof = try await lock.proof(passphrase: passphrase, from: origin)
        } catch {
            throw await fault(error)
        }
        return try await proven(proof, by: .passphrase)
    }

    /// Completes the proof for one approval.
    func proven(_ proof: ProofSigner, by opening: WalletOpening) async throws(RPCError) -> any ApprovalProof {
        try await verify()
        await record(.proven, detail: opening.detail)
        return KeyProof(proof)
    }

    /// Opens the session for an approval. It opens the keys for that alone if the session is open already, or if the user requires a proof for each
    /// approval.
    ///
    /// - Returns: The proof; nil if the session is open now.
    func open(
        _ passphrase: consuming SecretBytes, from origin: PassphraseOrigin = .outside
    ) async throws(RPCError) -> (any ApprovalProof)? {
        let isKnown = await trust != .unverified
        let isEachProven = await records.policy.perRequest
        // One that is about to end is opened anew.
        let isUnlocked = await isOpenForPress
        if isUnlocked || isKnown && isEachProven {
            return try await proof(passphrase, from: origin)
        }
        try await unlock(passphrase, from: origin)
        return nil
    }

    /// Ends a session that an approval opened before it was known that each approval takes its own proof.
    func closeWhereEachIsProven() async {
        if await records.policy.perRequest { await close() }
    }

    /// Checks policy and grants against the vault's code, once the vault has brought the key, and announces what counts from then on.
    ///
    /// - Parameter proven: The key from a passphrase that opened no session.
    func verify(by proven: PolicyKey? = nil) async throws(RPCError) {
        let present = await lock.policyKey
        guard let key = present ?? proven else { return }
        var isOlder = false
        do throws(WalletKeyError) { isOlder = try await lock.isOlder() } catch { throw await fault(error) }
        let grants = try await records.verify(VaultAuthenticator(key: key), isOlder: isOlder)
        // Behind the records: a vault of the present format that has none is one whose records somebody took away.
        if isOlder { try await upgrade() }
        guard let grants else { return }
        if let line = log.knownBreak {
            logger.warning("the activity log was changed by something else", metadata: ["line": "\(line)"])
        }
        if await records.trust == .reset {
            logger.warning("policy and grants were changed by something else and dropped")
        }
        await apply(records.policy)
        await forgetHeldWatches()
        for (key, accounts) in grants { events.publish(.accountsChanged(key, accounts: accounts)) }
        events.publish(.vaultChanged)
    }

    /// Rewrites a vault of an older format if a session has it open. A proof alone leaves that to the next session.
    private func upgrade() async throws(RPCError) {
        do throws(WalletKeyError) { try await lock.upgrade() } catch {
            guard error == .locked else { throw await fault(error) }
        }
    }

    /// Sets the length of the session to that of the policy, and whether its key is kept afterwards.
    func apply(_ policy: ApprovalPolicy) async {
        await lock.setPeriod(.milliseconds(policy.session))
        await lock.setKeepsKey(policy.fingerprint)
    }

    /// Ends the session; when it returns, the log says so.
    func close() async {
        await lock.lock()
        await recordChanges(ended: true)
    }

    /// Writes down the session's changes since the last call, each change once.
    ///
    /// - Parameters:
    ///   - ended: True if the beginning of an open session is left to the caller that opened it.
    ///   - opening: What opened it, for that caller.
    func recordChanges(ended: Bool = false, by opening: WalletOpening? = nil) async {
        await session.write { [self] in
            for state in await lock.takeChanges(ended: ended) {
                if state == .unlocked {
                    await record(.unlocked, detail: opening?.detail)
                } else {
                    await record(.locked)
                }
            }
        }
    }

    /// Refuses a text that is too long for a passphrase, whether there is a wallet or not.
    static func checkLength(of passphrase: borrowing SecretBytes) throws(RPCError) {
        guard passphrase.count <= Passphrase.maximumCount else {
            throw RPCError(WalletKeyError.passphraseInvalid(.tooLong))
        }
    }

    func fault(_ error: WalletKeyError) async -> RPCError {
        if error == .wrongPassphrase { await record(.wrongPassphrase) }
        return RPCError(error)
    }

    func record(_ kind: ActivityEntry.Kind, account: String? = nil, detail: String? = nil) async {
        do { try await log.append(ActivityEntry(kind, account: account, detail: detail)) } catch {
            logger.error("an entry of the activity log was not written", metadata: ["code": "\(error.code.rawValue)"])
        }
    }
}

/// A correct passphrase or passkey, good for one approval.
final class KeyProof: ApprovalProof {
    let signer: ProofSigner

    init(_ signer: ProofSigner) {
        self.signer = signer
    }
}

/// One writer of the session's changes at a time: a second call also returns once the first has written.
private actor SessionRecord {
    private var last: Task<Void, Never>?

    func write(_ body: @escaping @Sendable () async -> Void) async {
        let task = Task { [last] in
            await last?.value
            await body()
        }
        last = task
        await task.value
    }
}

/// The wallet's accounts that a page may see and use.
extension WalletKeyring {
    func holds(_ account: PublicKey) async -> Bool {
        await status().accounts.contains { $0.publicKey == account }
    }

    /// All of the wallet's accounts, hidden ones too.
    var own: Set<PublicKey> {
        get async { Set(await status().accounts.map(\.publicKey)) }
    }

    /// The addresses that the user only watches: none that has a key here, and none before the first unlock.
    var watchOnly: [WatchOnlyAccount] {
        get async {
            let own = Set(await status().accounts.map(\.publicKey.description))
            return await records.watchOnly.filter { !own.contains($0.address) }
        }
    }

    /// Forgets watch-only accounts that have a key here by now, so that none comes back when its key goes.
    func forgetHeldWatches() async {
        let own = Set(await status().accounts.map(\.publicKey.description))
        for account in await records.watchOnly where own.contains(account.address) {
            // One that can't be forgotten now is still no longer shown, and is tried again.
            try? await records.unwatch(account.address)
        }
    }

    /// The accounts that a `connect` shares: those chosen, or the first that the user hasn't hidden.
    ///
    /// - Throws: -32000 (`account-unknown`) for one that isn't the wallet's, or that is named twice.
    func chosen(_ names: [String]) async throws(RPCError) -> [String] {
        let known = await status().accounts
        let accounts = known.map(\.publicKey.description)
        guard !names.isEmpty else {
            let shown = known.first { !$0.isHidden } ?? known.first
            return shown.map { [$0.publicKey.description] } ?? []
        }
        guard names.allSatisfy(accounts.contains), Set(names).count == names.count else {
            throw Self.unknownAccount
        }
        return names
    }

    /// The account of that name, or the first that the user hasn't hidden.
    ///
    /// - Throws: -32000 (`account-unknown`, `account-watch-only`, `vault-missing`).
    func account(named name: String?) async throws(RPCError) -> PublicKey {
        if let name, await watchOnly.contains(where: { $0.address == name }) { throw Self.watchOnlyAccount }
        guard let chosen = try await chosen(name.map { [$0] } ?? []).first, let account = try? PublicKey(base58: chosen)
        else { throw RPCError(.invalidInput, .vaultMissing, "there is no wallet yet") }
        return account
    }

    /// The account of that name to look at, a watch-only one too; or the first of the wallet's own that the user hasn't hidden.
    ///
    /// - Throws: -32000 (`account-unknown`, `vault-missing`).
    func viewed(named name: String?) async throws(RPCError) -> PublicKey {
        if let name, await watchOnly.contains(where: { $0.address == name }), let account = try? PublicKey(base58: name)
        {
            return account
        }
        return try await account(named: name)
    }

    /// Granted accounts as a page sees them: those that still exist, numbered within the grant.
    ///
    /// The page learns neither the user's own labels nor the number of the wallet's other accounts.
    func pageAccounts(_ granted: [String]) async -> [JSON] {
        let accounts = Set(await status().accounts.map(\.publicKey.description))
        return granted.filter(accounts.contains).enumerated().map { index, name in
            ["publicKey": .string(name), "label": .string("Account \(index + 1)")]
        }
    }
}
