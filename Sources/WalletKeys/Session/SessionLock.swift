public import Salt

/// The wallet's lock: closed until a passphrase opens it, and closed again 120 seconds after the last proof.
///
/// Nothing but a new proof prolongs a session: no request, no signature, no question about it. Time is counted on the clock that was handed in, which
/// should go on while the machine sleeps, as `ContinuousClock` does.
public actor SessionLock {
    /// How long a session lasts unless told otherwise.
    public static let standardPeriod: Duration = .seconds(120)

    private let file: VaultFile
    private let cost: PassphraseCost
    private let period: Duration
    private let timeline: Timeline
    private let gate: PassphraseGate

    private var session: Session?
    /// How many sessions have ended, so that signing begun in one of them can tell.
    private var epoch = 0
    /// How often somebody locked, so that unlocking begun before can tell. A session that runs out meanwhile doesn't count.
    private var locks = 0
    private var observers: [Int: AsyncStream<SessionState>.Continuation] = [:]
    private var nextObserver = 0

    private struct Session {
        let vault: Vault
        let keyring: Keyring
        let deadline: Duration
        let expiry: Task<Void, Never>
    }

    /// Takes charge of the vault in a file, locked or missing.
    ///
    /// - Parameters:
    ///   - cost: What a guess at the passphrase of a new vault shall cost; an existing one says so itself.
    ///   - period: How long a session lasts.
    public init(
        file: VaultFile, clock: any Clock<Duration> = ContinuousClock(), cost: PassphraseCost = .standard,
        period: Duration = standardPeriod
    ) {
        self.file = file
        self.cost = cost
        self.period = period
        timeline = Timeline(clock)
        gate = PassphraseGate(timeline: timeline)
    }

    /// What is known of vault and session now.
    ///
    /// - Throws: as ``VaultFile/read()``.
    public func status() throws(WalletKeyError) -> SessionStatus {
        if let session = openSession() {
            return SessionStatus(
                state: .unlocked, isUnattended: session.vault.isUnattended, accounts: session.vault.accounts,
                remaining: session.deadline - timeline.now())
        }
        let vault = try file.read()
        return SessionStatus(
            state: vault == nil ? .none : .locked, isUnattended: vault?.isUnattended ?? false,
            accounts: vault?.accounts ?? [], remaining: nil)
    }

    /// Whether the keys can be used now.
    public var isUnlocked: Bool { openSession() != nil }

    /// How long the session stays unlocked; nil while it isn't.
    public var remaining: Duration? { openSession().map { $0.deadline - timeline.now() } }

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

    /// Makes a wallet of a phrase, with its first account, under a passphrase; it is left locked.
    ///
    /// - Parameter unattended: Whether the wallet may sign without a person; it can't be changed later without the passphrase.
    /// - Throws: ``WalletKeyError/vaultExists``, ``WalletKeyError/passphraseInvalid(_:)``, ``WalletKeyError/storage(errno:)`` and what
    ///   ``VaultFile/read()`` throws of a file that is there.
    public func create(
        phrase: consuming SeedPhrase, passphrase: consuming SecretBytes, unattended: Bool
    ) async throws(WalletKeyError) {
        try Passphrase.check(passphrase, unattended: unattended)
        guard try file.read() == nil else { throw .vaultExists }
        let vault = try await gate.create(
            phrase: phrase, passphrase: passphrase, unattended: unattended, cost: cost)
        try file.create(vault)
        announce(.locked)
    }

    /// Opens a session, or prolongs the one that is open.
    ///
    /// - Throws: ``WalletKeyError/wrongPassphrase``, ``WalletKeyError/locked`` where ``lock()`` came in between,
    ///   ``WalletKeyError/vaultMissing``, ``WalletKeyError/vaultForged``, ``WalletKeyError/busy``, ``WalletKeyError/cancelled``,
    ///   ``WalletKeyError/outOfMemory`` and what ``VaultFile/read()`` throws.
    public func unlock(passphrase: consuming SecretBytes) async throws(WalletKeyError) {
        let begun = locks
        let vault = try readVault()
        let keyring = try await gate.open(vault, passphrase: passphrase)
        guard begun == locks else { throw .locked }
        session?.expiry.cancel()
        session = Session(vault: vault, keyring: keyring, deadline: timeline.now() + period, expiry: expiry())
        announce(.unlocked)
    }

    /// Closes the session; signatures that aren't handed out yet, and unlocking that isn't done yet, come to nothing.
    public func lock() {
        locks += 1
        close()
    }

    /// What signs while the session is unlocked.
    public nonisolated var signer: SessionSigner { SessionSigner(session: self) }

    /// Opens the keys for one batch of signatures, without opening or prolonging a session.
    ///
    /// - Throws: as ``unlock(passphrase:)``.
    public func proof(passphrase: consuming SecretBytes) async throws(WalletKeyError) -> ProofSigner {
        ProofSigner(try await gate.open(try readVault(), passphrase: passphrase))
    }
}

extension SessionLock {
    /// The keys of the open session, and what to ask ``isOpen(since:)`` with.
    package func keyring() throws(WalletKeyError) -> (Keyring, epoch: Int) {
        guard let session = openSession() else { throw .locked }
        return (session.keyring, epoch)
    }

    /// Whether the session has been open ever since.
    package func isOpen(since epoch: Int) -> Bool {
        openSession() != nil && epoch == self.epoch
    }

    /// The session, locked at once where its time is over: the timer may be late, the clock isn't.
    private func openSession() -> Session? {
        guard let session else { return nil }
        guard timeline.now() < session.deadline else {
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

    private func readVault() throws(WalletKeyError) -> Vault {
        guard let vault = try file.read() else { throw .vaultMissing }
        return vault
    }

    /// Wipes the keys when the time is over even if nobody asks.
    private func expiry() -> Task<Void, Never> {
        Task { [weak self, timeline] in
            while !Task.isCancelled, let remaining = await self?.remaining {
                // In short steps, since a timer may stand still while the machine sleeps.
                try? await timeline.sleep(min(remaining, .seconds(5)))
            }
        }
    }

    private func announce(_ state: SessionState) {
        for observer in observers.values { observer.yield(state) }
    }

    private func forget(_ observer: Int) {
        observers[observer] = nil
    }
}
