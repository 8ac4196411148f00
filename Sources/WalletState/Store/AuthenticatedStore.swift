public import ApprovalQueue
public import JSONRPC
public import WalletRuntime

/// The policy, the allowance's counter, the grants and the address book, kept in the database under the vault's code.
///
/// None of it counts until the first unlock brings the key. If the code doesn't match, records are gone, or the database is older than its anchor,
/// something other than the agent wrote. The store then drops all grants and replaces the policy with the strictest one; `wasReset` says so until the
/// user sets a policy again. From then on memory decides: a change to the file while the agent runs affects only what the next start finds.
public actor AuthenticatedStore {
    /// The trust in the records.
    public enum Trust: String, Sendable {
        /// The wallet hasn't been unlocked since the agent started.
        case unverified
        case intact
        /// Something else changed the records, and the strictest policy replaced them.
        case reset
    }

    /// The wallet whose records are staged.
    public enum Succession: Sendable {
        /// The same wallet under another key: policy and grants stay.
        case same
        /// A wallet that is created or restored from a backup: the present policy or the default, the address book, and no grants.
        ///
        /// Its values are the setting for where requests are decided, if the user chose one, and the backup's contents.
        case other(ApprovalPolicy.Setting?, backup: BackupContents? = nil)
    }

    private let storage: AuthenticatedStorage
    let wallClock: any WallClock
    private let clock: any MonotonicClock
    /// The start of the limits' time: the monotonic clock's reading, and a lower bound of the time then.
    private var limitStart: (reading: Duration, time: Int64)
    private(set) var contents: AuthenticatedContents?
    private(set) var authenticator: (any PolicyAuthenticator)?
    private var sequence: UInt64 = 0
    /// The staged records, kept up to date with changes in between.
    private var successor: StagedContents?
    private var isSuccessorSame = false
    /// The contents of the successor's backup. Its contacts are added once the new vault is in place; until then the rows are the present vault's.
    private var successorBackup: BackupContents?
    /// The contacts of a backup that couldn't be written when its vault took its place; that vault's unlock adds them.
    private var late: (vault: [UInt8], contacts: [Contact])?
    /// The time at which each origin's use was last recorded, in milliseconds since 1970.
    private var uses: [ConnectedOrigin.Key: Int64] = [:]

    public init(
        database: WalletDatabase, anchor: String, wallClock: any WallClock,
        clock: any MonotonicClock = SystemMonotonicClock()
    ) {
        storage = AuthenticatedStorage(database: database, anchor: StateAnchor(path: anchor))
        self.wallClock = wallClock
        self.clock = clock
        limitStart = (clock.now, Self.date(wallClock))
    }

    /// Begins with records under an existing key, as a test does.
    package init(
        database: WalletDatabase, anchor: String, wallClock: any WallClock, authenticator: any PolicyAuthenticator,
        policy: ApprovalPolicy, clock: any MonotonicClock = SystemMonotonicClock()
    ) throws(RPCError) {
        let storage = AuthenticatedStorage(database: database, anchor: StateAnchor(path: anchor))
        var contents = AuthenticatedContents()
        contents.policy = policy
        contents.isActivitySealed = true
        try storage.beginSeal(under: authenticator, wasSealed: false)
        try storage.write(
            contents, replacing: nil, under: authenticator, sequence: 1, entry: nil, time: wallClock.milliseconds)
        self.storage = storage
        self.wallClock = wallClock
        self.clock = clock
        limitStart = (clock.now, Self.date(wallClock))
        self.contents = contents
        self.authenticator = authenticator
        sequence = 1
    }

    public var trust: Trust {
        guard let contents else { return .unverified }
        return contents.wasReset ? .reset : .intact
    }

    var database: WalletDatabase { storage.database }

    /// True while another key is about to replace the present one.
    var isSuccessorStaged: Bool { successor != nil }

    /// The user's policy; the strictest one while nothing is verified.
    public var policy: ApprovalPolicy { contents?.policy ?? .strictest }

    /// Returns the loss of a database that was set aside; nil once the user has set the rules again.
    ///
    /// - Throws: -32603 (`storage`).
    public func loss() throws(RPCError) -> DatabaseLoss? { try storage.database.loss() }

    /// Returns the user's own word for prompts outside the browser; before the first unlock, the word that the database claims.
    ///
    /// - Throws: -32603 (`storage`).
    public func recognition() throws(RPCError) -> String? {
        if let contents { return contents.policy.recognition }
        return try storage.claimedRecognition()
    }

    /// The lamports that approvals in the browser may still let out now.
    public var allowanceLeft: UInt64 {
        guard let contents else { return 0 }
        let spent = contents.allowanceSpent(at: limitTime)
        return contents.policy.allowance > spent ? contents.policy.allowance - spent : 0
    }

    /// The lamports that presses in Sidekey's own window may still let out now.
    public var pressLeft: UInt64 {
        guard let contents else { return 0 }
        let spent = contents.pressUse.sum(within: ApprovalPolicy.allowancePeriod, at: limitTime.counted)
        return contents.policy.pressAllowance > spent ? contents.policy.pressAllowance - spent : 0
    }

    /// The time until the oldest part of the spent allowance returns, in milliseconds; nil if nothing is spent.
    public var allowanceReturn: Int64? {
        contents?.allowanceUse.firstReturn(period: ApprovalPolicy.allowancePeriod, at: limitTime.counted)
    }

    /// Stages the records for the vault's next key beside the present ones, so that either vault finds its own after a power loss. ``commit()``
    /// follows once the next vault is in place, or ``rollback()`` if that fails.
    ///
    /// - Parameter authenticator: The authenticator of the next key.
    /// - Throws: 4101 for the same wallet before the first unlock; -32000 (`change-refused`) if there is no room for a backup's limits; -32603
    ///   (`storage`).
    public func stage(_ authenticator: any PolicyAuthenticator, for wallet: Succession) throws(RPCError) {
        let next: StagedContents
        switch wallet {
        case .same:
            guard let contents else { throw Self.unverified }
            // Apps' sessions are sealed under the key that goes.
            var kept = contents
            kept.endSessions()
            next = StagedContents(authenticator: authenticator, contents: kept, sequence: sequence + 1)
            isSuccessorSame = true
        case .other(let setting, let backup):
            var contents = AuthenticatedContents()
            if let present = self.contents, present.wasReset {
                // Changing the records must not bring milder rules: the strictest hold until the user chooses others.
                if setting == nil { (contents.policy, contents.wasReset) = (.strictest, true) }
            } else if let present = self.contents {
                contents.policy = present.policy
                // Another passphrase allowed it, and for another vault.
                contents.policy.fingerprint = false
                // Its sites are connected to nothing now, and whoever connects anew begins with guards.
                for site in present.policy.guards.off { contents.policy.guards.turnOn(for: site) }
                (contents.contacts, contents.recipients) = (present.contacts, present.recipients)
                contents.names = present.names
                (contents.siteLists, contents.watchOnly) = (present.siteLists, present.watchOnly)
                (contents.limitUses, contents.limitTime) = (present.limitUses, present.limitTime)
                (contents.allowanceUse, contents.pressUse) = (present.allowanceUse, present.pressUse)
                contents.accountUse = present.accountUse
                (contents.budgetUses, contents.pressUses) = (present.budgetUses, present.pressUses)
            }
            if let setting { contents.policy.setting = setting }
            if let backup {
                try contents.take(limits: backup.limits)
                contents.take(names: backup.names)
                contents.take(siteLists: backup.siteLists)
                contents.take(watchOnly: backup.watchOnly)
                if let rules = backup.policy { contents.policy.take(rules) }
            }
            contents.isActivitySealed = true
            next = StagedContents(
                authenticator: authenticator, contents: contents,
                sequence: max(sequence, storage.anchor.read(vault: authenticator.vault)) + 1)
            isSuccessorSame = false
            successorBackup = backup
        }
        try storage.stage(next)
        successor = next
    }

    /// Switches to the staged records, since their vault is in place.
    public func commit() {
        guard let next = successor else { return }
        successor = nil
        var arrived = next.contents
        let added = successorBackup?.contacts ?? []
        arrived.take(contacts: added)
        successorBackup = nil
        do {
            try storage.write(
                arrived, replacing: isSuccessorSame ? contents : nil, under: next.authenticator,
                sequence: next.sequence, entry: nil, time: wallClock.milliseconds)
        } catch {
            // The staged entry stands. The next unlock finds it and adds what isn't in it.
            late = (next.authenticator.vault, added)
        }
        // Another vault has nothing to do with the present vault's records: it has to be unlocked first.
        storage.seal.commit(next.authenticator, isOpen: isSuccessorSame)
        // What can't be written anew is reported as changed, and its signatures stay in the activity.
        if isSuccessorSame, let authenticator { try? renewOutstanding(from: authenticator, to: next.authenticator) }
        contents = isSuccessorSame ? next.contents : nil
        authenticator = isSuccessorSame ? next.authenticator : nil
        sequence = next.sequence
    }

    /// Forgets the staged records. They stay in the database until the next change, and match no existing vault.
    public func rollback() {
        if let next = successor { storage.seal.rollback(next.authenticator) }
        successor = nil
        successorBackup = nil
    }

    /// Takes the vault's key once it is available, and checks that the records are those that were written.
    ///
    /// - Parameter isOlder: True if the vault predates such records, so that none need exist.
    /// - Returns: The grants that count from now on, without accounts for an origin that only claimed a grant; nil if this vault's records were
    ///   verified before.
    /// - Throws: -32603 (`storage`).
    public func verify(
        _ authenticator: any PolicyAuthenticator, isOlder: Bool
    ) throws(RPCError) -> [ConnectedOrigin.Key: [String]]? {
        guard contents == nil || self.authenticator?.vault != authenticator.vault else { return nil }
        let claimed = try storage.claimedGrants()
        try take(authenticator, isOlder: isOlder)
        return shownGrants.merging(claimed.map { ($0, []) }) { shown, _ in shown }
    }

    /// Takes the stored records if they match the key, and the strictest policy if they don't.
    private func take(_ authenticator: any PolicyAuthenticator, isOlder: Bool) throws(RPCError) {
        let (read, sequence) = try storage.read(under: authenticator)
        try storage.beginSeal(
            under: authenticator, wasSealed: Self.isSealExpected(beside: read, isOlder: isOlder), isLost: read.isLost)
        switch read {
        case .intact(var contents):
            let revoked = try storage.pendingRevocations()
            self.authenticator = authenticator
            self.sequence = sequence
            self.contents = contents
            goOn(from: contents.limitTime)
            // A sum of older records, which have no time for it, and what a clock counted that was ahead: neither comes back before a whole period.
            contents.settleAllowances(at: limitTime.counted)
            self.contents = contents
            if !revoked.isEmpty || !contents.isActivitySealed {
                for key in revoked { contents.takeBack(key) }
                contents.isActivitySealed = true
                try replace(with: contents, under: authenticator, sequence: sequence + 1)
            }
        case .staged(var contents):
            for key in try storage.pendingRevocations() { contents.takeBack(key) }
            contents.isActivitySealed = true
            if let late, late.vault == authenticator.vault { contents.take(contacts: late.contacts) }
            late = nil
            // All of it anew: the rows that stand there may be another vault's.
            self.contents = nil
            try replace(with: contents, under: authenticator, sequence: sequence + 1)
            goOn(from: contents.limitTime)
            // Read before: the time is a part of what is changed, and a read within the change ends the process.
            let counted = limitTime.counted
            self.contents?.settleAllowances(at: counted)
        case .missing where isOlder:
            var contents = AuthenticatedContents()
            contents.isActivitySealed = true
            try replace(with: contents, under: authenticator, sequence: sequence + 1)
        case .missing, .broken:
            var contents = AuthenticatedContents()
            contents.policy = .strictest
            contents.wasReset = true
            contents.isActivitySealed = true
            // The log already has what was lost with a database.
            let entry = try storage.database.loss() == nil ? ActivityEntry(.recordsReset) : nil
            try replace(with: contents, under: authenticator, sequence: sequence + 1, entry: entry)
        }
    }

    /// Returns true if the activity log must have a seal; a wallet from before seals existed has none.
    private static func isSealExpected(beside read: AuthenticatedStorage.Contents, isOlder: Bool) -> Bool {
        switch read {
        case .intact(let contents), .staged(let contents): contents.isActivitySealed
        case .missing: !isOlder
        case .broken: true
        }
    }

    /// Returns the accounts that an origin may see; nil if it isn't connected, nothing is verified yet, or expired limits hide all of them.
    ///
    /// A page in a frame sees only accounts that the page around it sees too.
    public func accounts(of key: ConnectedOrigin.Key) -> [String]? {
        guard isSessionAlive(of: key) else { return nil }
        let granted = contents?.grants[key].flatMap { shown($0.accounts, to: key.origin) }
        guard let top = key.top else { return granted }
        return granted.flatMap { key.framed($0, within: accounts(of: top)) }
    }

    private var shownGrants: [ConnectedOrigin.Key: [String]] {
        (contents?.grants ?? [:]).reduce(into: [:]) { $0[$1.key] = accounts(of: $1.key) }
    }

    /// The present time for limits.
    var limitTime: LimitTime {
        let counted = limitStart.time + Int64(clamping: (clock.now - limitStart.reading).milliseconds)
        return LimitTime(counted: counted, date: max(Self.date(wallClock), counted, contents?.limitTime.date ?? 0))
    }

    /// Continues from the time of the records: their last count is no older than the time that this agent has run.
    private func goOn(from time: LimitTime) { limitStart.time = max(limitStart.time, time.counted) }

    /// Starts from another time, which the user confirmed with the passphrase.
    func beginTime(at time: Int64) { limitStart = (clock.now, time) }

    /// The date, between 1970 and the year 9999.
    var date: Int64 { Self.date(wallClock) }

    private static func date(_ clock: any WallClock) -> Int64 {
        min(max(0, clock.milliseconds), PolicyLimit.expiryBounds.upperBound)
    }

    /// Changes grants or policy, all or nothing, and logs the reason.
    ///
    /// - Throws: 4101 before the first unlock; -32603 (`storage`); any error of `body`.
    func change<Value>(
        entry: ActivityEntry? = nil, _ body: (inout AuthenticatedContents) throws(RPCError) -> Value
    ) throws(RPCError) -> Value {
        guard var next = contents, let authenticator else { throw Self.unverified }
        let value = try body(&next)
        if next != contents {
            try replace(with: next, under: authenticator, sequence: sequence + 1, entry: entry)
        }
        return value
    }

    /// Records grants to revoke once the records are verified; until then no grant counts.
    func revokeLater(_ keys: [ConnectedOrigin.Key]) throws(RPCError) {
        try storage.revokeLater(keys, time: wallClock.milliseconds)
    }

    /// Returns the address book, by address.
    ///
    /// - Throws: 4101 before the first unlock: until then the address book is a claim that anyone with write access to the file could make.
    func contacts() throws(RPCError) -> [String: Contact] {
        guard let contents else { throw Self.unverified }
        return contents.contacts
    }

    /// The base58 addresses that the wallet's own approvals have paid; none before the first unlock, when they are only a claim.
    public var paidRecipients: Set<String> { Set((contents?.recipients ?? [:]).keys) }

    /// What names stood for on a cluster, by name; none before the first unlock, when that is anybody's claim.
    public func names(on cluster: String) -> [String: KnownName] {
        let known = (contents?.names ?? [:]).filter { $0.key.cluster == cluster }
        return Dictionary(known.map { ($0.key.name, $0.value) }) { first, _ in first }
    }

    /// The grants of other extensions; nil if nothing is verified yet.
    var extensions: [ExtensionID: ExtensionGrant]? { contents?.extensions }

    /// Returns the grants of other extensions that the database claims.
    func claimedExtensions() throws(RPCError) -> [ExtensionGrant] { try storage.claimedExtensions() }

    /// The sessions of apps; nil if nothing is verified yet.
    var apps: [AppID: AppSession]? { contents?.apps }

    /// Returns the sessions that the database claims.
    func claimedApps() throws(RPCError) -> [AppSession] { try storage.claimedApps() }

    /// The keys that seal and sign apps' sessions; nil before the first unlock.
    var appKeys: AppKeys? { authenticator.map { AppKeys($0) } }

    func grantOf(_ key: ConnectedOrigin.Key) -> AuthenticatedContents.Grant? { contents?.grants[key] }

    /// Returns true if a use must be recorded: a minute after the last recorded use, or if the wall clock was set back.
    func isUse(of key: ConnectedOrigin.Key, at time: Int64) -> Bool {
        if let last = uses[key] ?? contents?.grants[key]?.granted, time >= last, time &- last < Self.usePrecision {
            return false
        }
        uses[key] = time
        return true
    }

    /// One minute, in milliseconds.
    private static let usePrecision: Int64 = 60_000

    /// Writes the contents that hold from now on. It is synchronous, so no other change comes between the check and the write.
    private func replace(
        with next: AuthenticatedContents, under authenticator: any PolicyAuthenticator, sequence: UInt64,
        entry: ActivityEntry? = nil
    ) throws(RPCError) {
        if isSuccessorSame { successor = successor?.following(next, sequence: sequence + 1) }
        try storage.write(
            next, replacing: contents, under: authenticator, sequence: sequence, staging: successor,
            entry: entry, time: wallClock.milliseconds)
        contents = next
        self.authenticator = authenticator
        self.sequence = sequence
    }

    static let unverified = RPCError(.locked, .locked, "the session is locked")
}
