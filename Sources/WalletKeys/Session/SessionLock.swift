public import Salt

/// The wallet's lock: closed until a passphrase or a passkey opens it. It closes again 15 minutes after its user's last act, eight hours after the proof at the
/// latest.
///
/// Only a proof and ``use()`` prolong a session: no request, no signature, no question about it. Time is counted on the clock that was handed in,
/// which should go on while the machine sleeps, as `ContinuousClock` does.
public actor SessionLock {
    /// The length of a session after its user's last act, unless set otherwise.
    public static let standardPeriod: Duration = .seconds(900)
    /// The longest session in all, whatever its user does: an act can be forged, a proof can't.
    public static let longestSession: Duration = .seconds(28_800)

    let file: VaultFile
    let cost: PassphraseCost
    let timeline: Timeline
    let gate: PassphraseGate

    private var period: Duration
    private var session: Session?
    /// True if the vault's key is kept beyond a session (``setKeepsKey(_:)``).
    var keepsKey = false
    /// The vault with its key, kept since the last proof.
    var kept: KeptVault?
    /// The reason that no key is kept.
    var keyLoss = KeyLoss.notKept
    /// The number of claims on the kept key; each is good until the next.
    var keyClaims = 0
    private var lastPolicyKey: PolicyKey?
    /// The number of sessions that have ended, so that signing begun in one of them can tell.
    private var epoch = 0
    /// The number of times that somebody locked, so that unlocking begun before can tell. A session that expires meanwhile doesn't count.
    private(set) var locks = 0
    private var observers: [Int: AsyncStream<SessionState>.Continuation] = [:]
    private var nextObserver = 0
    /// Changes that aren't written down yet, the oldest first.
    private var unwritten: [SessionState] = []

    private struct Session {
        var open: OpenVault
        var keyring: Keyring
        /// The time at which it was opened last.
        let begun: Duration
        /// The time at which it ends at the latest, if its user only proved that they were there: that prolongs nothing.
        let end: Duration?
        /// The time of its user's last act.
        var used: Duration
        let expiry: Task<Void, Never>
    }

    /// Takes charge of the vault in a file, locked or missing.
    ///
    /// - Parameters:
    ///   - cost: The cost of a guess at the passphrase of a new vault; an existing vault names its own.
    ///   - period: The length of a session after its user's last act.
    public init(
        file: VaultFile, clock: any Clock<Duration> = ContinuousClock(), cost: PassphraseCost = .standard,
        period: Duration = standardPeriod
    ) {
        self.file = file
        self.cost = cost
        self.period = period
        timeline = Timeline(clock)
        gate = PassphraseGate(timeline: timeline, folder: file.folder)
    }

    /// The present state of vault and session.
    ///
    /// - Throws: as ``VaultFile/read()``.
    public func status() throws(WalletKeyError) -> SessionStatus {
        if let session = openSession() {
            let vault = session.open.vault
            return SessionStatus(
                state: .unlocked, isUnattended: vault.isUnattended, accounts: vault.accounts,
                securityKeys: vault.securityKeys.count, hasTPM: vault.tpm != nil,
                remaining: deadline(of: session) - timeline.now())
        }
        let vault = try file.read()
        return SessionStatus(
            state: vault == nil ? .none : .locked, isUnattended: vault?.isUnattended ?? false,
            accounts: vault?.accounts ?? [], securityKeys: vault?.securityKeys.count ?? 0, hasTPM: vault?.tpm != nil,
            remaining: nil)
    }

    /// True if the vault's earlier generation is there and whole.
    public var hasPrevious: Bool {
        do throws(WalletKeyError) { return try file.readPrevious() != nil } catch { return false }
    }

    /// True if the keys can be used now.
    public var isUnlocked: Bool { openSession() != nil }

    /// The time until the session locks; nil if it is locked.
    public var remaining: Duration? { openSession().map { deadline(of: $0) - timeline.now() } }

    /// Counts the session from now: its user has approved something. A client's mere call doesn't count.
    public func use() {
        guard openSession() != nil else { return }
        session?.used = timeline.now()
    }

    /// Sets the length of a session after its user's last act, for the open session too.
    public func setPeriod(_ period: Duration) {
        self.period = period
        _ = openSession()
    }

    /// The key for policy and grants, from the first unlock on; nil before, and once another vault takes the place of this one.
    public var policyKey: PolicyKey? { lastPolicyKey }

    /// Every change from now on: created, unlocked, locked. The stream ends with the task that reads it.
    public func changes() -> AsyncStream<SessionState> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: SessionState.self, bufferingPolicy: .bufferingNewest(8))
        let observer = nextObserver
        nextObserver += 1
        observers[observer] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forget(observer) }
        }
        return stream
    }

    /// Opens a session, or prolongs the one that is open.
    ///
    /// - Throws: ``WalletKeyError/wrongPassphrase``, ``WalletKeyError/locked`` if ``lock()`` came in between, ``WalletKeyError/vaultMissing``,
    ///   ``WalletKeyError/vaultForged``, ``WalletKeyError/busy``, ``WalletKeyError/cancelled``, ``WalletKeyError/outOfMemory`` and the errors of
    ///   ``VaultFile/read()``.
    public func unlock(
        passphrase: consuming SecretBytes, from origin: PassphraseOrigin = .outside
    ) async throws(WalletKeyError) {
        let begun = locks
        let (open, keyring) = try await gate.open(try readVault(), passphrase: passphrase, from: origin, Self.keyring)
        guard begun == locks else { throw .locked }
        begin(open, keyring)
    }

    /// Opens a session with a passkey, after which only its second output opens the vault.
    ///
    /// - Throws: ``WalletKeyError/passkeyUnknown``, ``WalletKeyError/wrongPasskey``, and as ``unlock(passphrase:from:)``; also if the next generation
    ///   can't be written, since an output that stays good isn't taken.
    public func unlock(passkey proof: consuming PasskeyProof) throws(WalletKeyError) {
        let open = try advance(by: proof)
        begin(open, try Keyring(open))
    }

    /// The passkeys that open the vault, each with the salts that its authenticator evaluates next.
    ///
    /// - Throws: ``WalletKeyError/vaultMissing`` and the errors of ``VaultFile/read()``.
    public func passkeys() throws(WalletKeyError) -> [(passkey: Passkey, salts: PasskeySalts)] {
        try readVault().passkeys
    }

    /// Opens a session with a security key, after which only its second output opens the vault.
    ///
    /// - Throws: ``WalletKeyError/securityKeyUnknown``, ``WalletKeyError/wrongSecurityKey``, ``WalletKeyError/securityKeyCopied``, and as
    ///   ``unlock(passkey:)``.
    public func unlock(securityKey proof: consuming SecurityKeyProof) throws(WalletKeyError) {
        let next = try advance(by: proof)
        begin(next, try Keyring(next))
    }

    /// The security keys that open the vault, each with the salts for its next use.
    ///
    /// - Throws: ``WalletKeyError/vaultMissing`` and the errors of ``VaultFile/read()``.
    public func securityKeys() throws(WalletKeyError) -> [(key: VaultSecurityKey, salts: PasskeySalts)] {
        try readVault().securityKeys
    }

    /// Opens a session with the secret that the TPM unsealed.
    ///
    /// - Throws: ``WalletKeyError/tpmUnknown``, ``WalletKeyError/wrongTPM``, and as ``unlock(passphrase:from:)``.
    public func unlock(tpm secret: consuming SecretBytes) throws(WalletKeyError) {
        let open = try OpenVault.opened(try readVault(), tpm: secret)
        begin(open, try Keyring(open))
    }

    /// The TPM that opens the vault; nil if none does.
    ///
    /// - Throws: ``WalletKeyError/vaultMissing`` and the errors of ``VaultFile/read()``.
    public func tpm() throws(WalletKeyError) -> VaultTPM? { try readVault().tpm }

    /// Closes the session; signatures not handed out yet, and unlocking not done yet, come to nothing.
    public func lock() {
        locks += 1
        close()
    }

    /// The signer that works while the session is unlocked.
    public nonisolated var signer: SessionSigner { SessionSigner(session: self) }

    /// Opens the keys for one batch of signatures, without opening or prolonging a session.
    ///
    /// - Throws: as ``unlock(passphrase:from:)``.
    public func proof(
        passphrase: consuming SecretBytes, from origin: PassphraseOrigin = .outside
    ) async throws(WalletKeyError) -> ProofSigner {
        let (open, keyring) = try await gate.open(try readVault(), passphrase: passphrase, from: origin, Self.keyring)
        keep(open.policyKey())
        return ProofSigner(keyring)
    }

    /// Opens the keys for one batch of signatures with the secret that the TPM unsealed.
    ///
    /// - Throws: as ``unlock(tpm:)``.
    public func proof(tpm secret: consuming SecretBytes) throws(WalletKeyError) -> ProofSigner {
        let open = try OpenVault.opened(try readVault(), tpm: secret)
        keep(open.policyKey())
        return ProofSigner(try Keyring(open))
    }

    /// Opens the keys for one batch of signatures with a passkey.
    ///
    /// - Throws: as ``unlock(passkey:)``.
    public func proof(passkey proof: consuming PasskeyProof) throws(WalletKeyError) -> ProofSigner {
        let open = try advance(by: proof)
        keep(open.policyKey())
        return ProofSigner(try Keyring(open))
    }

    /// Opens the keys for one batch of signatures with a security key. What it computed opens nothing later, whether anything is signed or not.
    ///
    /// - Throws: as ``unlock(securityKey:)``.
    public func proof(securityKey proof: consuming SecurityKeyProof) throws(WalletKeyError) -> ProofSigner {
        let open = try advance(by: proof)
        keep(open.policyKey())
        return ProofSigner(try Keyring(open))
    }
}

extension SessionLock {
    /// The keys of the open session, and the epoch for ``isOpen(since:)``.
    package func keyring() throws(WalletKeyError) -> (Keyring, epoch: Int) {
        guard let session = openSession() else { throw .locked }
        return (session.keyring, epoch)
    }

    /// True if the session has been open ever since.
    package func isOpen(since epoch: Int) -> Bool {
        openSession() != nil && epoch == self.epoch
    }

    /// The session, locked at once if its time is over: the timer may be late, the clock isn't.
    private func openSession() -> Session? {
        guard let session else { return nil }
        guard timeline.now() < deadline(of: session) else {
            close()
            return nil
        }
        return session
    }

    private func close() {
        guard let session else { return }
        session.expiry.cancel()
        self.session = nil
        epoch += 1
        announce(.locked)
    }

    private func deadline(of session: Session) -> Duration {
        min(session.used + period, session.begun + Self.longestSession, session.end ?? .seconds(Int64.max))
    }

    /// - Parameter kept: The kept vault that it was opened with; nil after a proof, from which a key can be kept.
    func begin(_ open: OpenVault, _ keyring: Keyring, by kept: KeptVault? = nil) {
        session?.expiry.cancel()
        keep(open.policyKey())
        let now = timeline.now()
        session = Session(
            open: open, keyring: keyring, begun: now, end: kept.map { $0.since + Self.longestKept }, used: now,
            expiry: expiry())
        if kept == nil { keepKey(of: open, since: now) }
        announce(.unlocked)
    }

    /// The vault of the open session and the time of the proof that opened it; nil if nobody proved more than being there.
    var provenSession: (open: OpenVault, since: Duration)? {
        guard let session = openSession(), session.end == nil else { return nil }
        return (session.open, session.begun)
    }

    func keep(_ key: PolicyKey) { lastPolicyKey = key }

    private static func keyring(_ open: OpenVault) throws(WalletKeyError) -> (OpenVault, Keyring) {
        (open, try Keyring(open))
    }

    private func advance(by proof: consuming PasskeyProof) throws(WalletKeyError) -> OpenVault {
        let (present, next) = try OpenVault.opened(try readVault(), by: proof)
        try replace(present, with: next, isSlotGone: true, isUse: true)
        return next
    }

    private func advance(by proof: consuming SecurityKeyProof) throws(WalletKeyError) -> OpenVault {
        let (present, next) = try OpenVault.opened(try readVault(), by: proof)
        try replace(present, with: next, isSlotGone: true, isUse: true)
        return next
    }

    /// The vault of the open session.
    ///
    /// - Throws: ``WalletKeyError/locked``.
    func openVault() throws(WalletKeyError) -> OpenVault {
        guard let session = openSession() else { throw .locked }
        return session.open
    }

    /// Writes the next generation; a session that is open goes on with it.
    ///
    /// - Parameters:
    ///   - isSlotGone: True if the earlier proof shall no longer open the vault: the previous generation is rewritten then.
    ///   - isUse: True if a slot only turned by its use.
    /// - Throws: ``WalletKeyError/vaultChanged`` if `present` is no longer the vault on the disk.
    func replace(
        _ present: OpenVault, with next: OpenVault, isSlotGone: Bool = false, isUse: Bool = false
    ) throws(WalletKeyError) {
        guard try readVault() == present.vault else { throw .vaultChanged }
        let keyring = session == nil ? nil : try Keyring(next)
        try file.replace(with: next.vault, keeping: isSlotGone ? try present.under(next) : nil)
        keep(next.policyKey())
        follow(from: present, to: next, isUse: isUse)
        guard let keyring else { return }
        session?.open = next
        session?.keyring = keyring
    }

    /// Writes the vault of a new wallet, or of one from a backup; it is left locked.
    func install(_ open: OpenVault, settingAside: Bool) throws(WalletKeyError) {
        if settingAside { try file.setAside(for: open.vault) } else { try file.create(open.vault) }
        lock()
        dropKey(.changed)
        setKeepsKey(false)
        lastPolicyKey = nil
        announce(.locked)
    }

    func readVault() throws(WalletKeyError) -> Vault {
        guard let vault = try file.read() else { throw .vaultMissing }
        return vault
    }

    /// Wipes the keys when the time is over, even without a call.
    private func expiry() -> Task<Void, Never> {
        Task { [weak self, timeline] in
            while !Task.isCancelled, let remaining = await self?.remaining {
                // In short steps, since a timer may stand still while the machine sleeps.
                try? await timeline.sleep(min(remaining, .seconds(5)))
            }
        }
    }

    /// Hands over the changes that aren't written down yet, the oldest first.
    ///
    /// - Parameter ended: True if the changes after the last lock are left: the caller that unlocks writes them down, once it knows how the log ends.
    package func takeChanges(ended: Bool) -> [SessionState] {
        let count = ended ? (unwritten.lastIndex(of: .locked).map { $0 + 1 } ?? 0) : unwritten.count
        defer { unwritten.removeFirst(count) }
        return Array(unwritten.prefix(count))
    }

    func announce(_ state: SessionState) {
        // Without a writer they must not grow for ever.
        unwritten = unwritten.suffix(63) + [state]
        for observer in observers.values { observer.yield(state) }
    }

    /// Has observers look again at what is no state of the session.
    func announceKey() {
        let state = openSession() == nil ? SessionState.locked : .unlocked
        for observer in observers.values { observer.yield(state) }
    }

    private func forget(_ observer: Int) {
        observers[observer] = nil
    }
}
