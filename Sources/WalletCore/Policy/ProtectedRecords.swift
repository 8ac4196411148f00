public import JSONRPC
public import WalletRuntime

/// The policy, the allowance's counter and the grants: kept in the database under a code of the vault's.
///
/// Nothing of it counts before the first unlock has brought the key. Where the code doesn't fit, where records are gone, or where the database is
/// older than the anchor beside it, somebody else than the agent wrote: all grants are dropped, the strictest policy takes the place of what was there,
/// and `wasReset` says so until the user sets a policy anew. From then on memory decides, and what is done to the file while the agent runs
/// changes nothing but what the next start finds.
public actor ProtectedRecords {
    /// What is known of the records.
    public enum Trust: String, Sendable {
        /// Nobody has unlocked since the agent started.
        case unverified
        case intact
        /// They were changed by something else, and are the strictest now.
        case reset
    }

    private let storage: ProtectedStorage
    private let wallClock: any WallClock
    private var contents: ProtectedContents?
    private var authenticator: (any PolicyAuthenticator)?
    private var sequence: UInt64 = 0
    /// When each origin was last noted as used, in milliseconds since 1970.
    private var uses: [ConnectedOrigin.Key: Int64] = [:]

    public init(database: WalletDatabase, anchor: String, wallClock: any WallClock) {
        storage = ProtectedStorage(database: database, anchor: StateAnchor(path: anchor))
        self.wallClock = wallClock
    }

    /// Begins with records under a key that is there already, as a test does.
    package init(
        database: WalletDatabase, anchor: String, wallClock: any WallClock, authenticator: any PolicyAuthenticator,
        policy: ApprovalPolicy
    ) throws(RPCError) {
        let storage = ProtectedStorage(database: database, anchor: StateAnchor(path: anchor))
        var contents = ProtectedContents()
        contents.policy = policy
        try storage.write(
            contents, replacing: nil, under: authenticator, sequence: 1, entry: nil, time: wallClock.milliseconds)
        self.storage = storage
        self.wallClock = wallClock
        self.contents = contents
        self.authenticator = authenticator
        sequence = 1
    }

    public var trust: Trust {
        guard let contents else { return .unverified }
        return contents.wasReset ? .reset : .intact
    }

    /// What was settled; the strictest while nothing is verified.
    public var policy: ApprovalPolicy { contents?.policy ?? .strictest }

    /// The user's own word for prompts outside the browser; before the first unlock what the database claims it to be.
    ///
    /// - Throws: -32603 (`storage`).
    public func recognition() throws(RPCError) -> String? {
        if let contents { return contents.policy.recognition }
        return try storage.claimedRecognition()
    }

    /// The lamports that approvals in the browser may still let out.
    public var allowanceLeft: UInt64 {
        guard let contents, contents.policy.allowance > contents.spent else { return 0 }
        return contents.policy.allowance - contents.spent
    }

    /// Begins the records of a wallet that is being made: the default policy, or the one that holds now, and no grants.
    ///
    /// - Parameter setting: Where its requests are to be decided, if whoever makes it says so.
    /// - Throws: -32603 (`storage`).
    public func begin(
        _ authenticator: any PolicyAuthenticator, setting: ApprovalPolicy.Setting? = nil
    ) throws(RPCError) {
        var contents = ProtectedContents()
        if let present = self.contents, !present.wasReset { contents.policy = present.policy }
        if let setting { contents.policy.setting = setting }
        try replace(with: contents, under: authenticator, sequence: 1)
        // What the present vault's records were is nothing to the next one's: it has to be unlocked first.
        self.contents = nil
        self.authenticator = nil
    }

    /// Puts the records under another key of the same wallet.
    ///
    /// - Throws: 4101 before the first unlock; -32603 (`storage`).
    public func rekey(_ authenticator: any PolicyAuthenticator) throws(RPCError) {
        guard let contents else { throw Self.unverified }
        try replace(with: contents, under: authenticator, sequence: sequence + 1)
    }

    /// Takes the vault's key, once it is there, and looks whether the records are what was written.
    ///
    /// - Parameter isOlder: Whether the vault is from before there were such records, so that there needn't be any.
    /// - Returns: The grants that count from now on; nil where this vault's records were verified before.
    /// - Throws: -32603 (`storage`).
    public func verify(
        _ authenticator: any PolicyAuthenticator, isOlder: Bool
    ) throws(RPCError) -> [ConnectedOrigin.Key: [String]]? {
        guard contents == nil || self.authenticator?.vault != authenticator.vault else { return nil }
        let (read, sequence) = try storage.read(under: authenticator)
        switch read {
        case .intact(var contents):
            let revoked = try storage.pendingRevocations()
            self.authenticator = authenticator
            self.sequence = sequence
            self.contents = contents
            if !revoked.isEmpty {
                for key in revoked { contents.grants[key] = nil }
                try replace(with: contents, under: authenticator, sequence: sequence + 1)
            }
            return contents.grants.mapValues(\.accounts)
        case .missing where isOlder:
            try replace(with: ProtectedContents(), under: authenticator, sequence: sequence + 1)
        case .missing, .broken:
            var contents = ProtectedContents()
            contents.policy = .strictest
            contents.wasReset = true
            try replace(
                with: contents, under: authenticator, sequence: sequence + 1, entry: ActivityEntry(.recordsReset))
        }
        return [:]
    }

    /// The accounts that an origin may see; nil where it isn't connected, or nothing is verified yet.
    public func accounts(of key: ConnectedOrigin.Key) -> [String]? { contents?.grants[key]?.accounts }

    /// Changes grants or policy, all or nothing, and writes down why.
    ///
    /// - Throws: 4101 before the first unlock; -32603 (`storage`); what `body` throws.
    func change<Value>(
        entry: ActivityEntry? = nil, _ body: (inout ProtectedContents) throws(RPCError) -> Value
    ) throws(RPCError) -> Value {
        guard var next = contents, let authenticator else { throw Self.unverified }
        let value = try body(&next)
        if next != contents {
            try replace(with: next, under: authenticator, sequence: sequence + 1, entry: entry)
        }
        return value
    }

    /// Notes a grant to be taken back once the records are verified; until then none counts.
    func revokeLater(_ keys: [ConnectedOrigin.Key]) throws(RPCError) {
        try storage.revokeLater(keys, time: wallClock.milliseconds)
    }

    func grantOf(_ key: ConnectedOrigin.Key) -> ProtectedContents.Grant? { contents?.grants[key] }

    /// Whether a use is to be written down: a minute after the last one that was, or where a wall clock was set back.
    func isUse(of key: ConnectedOrigin.Key, at time: Int64) -> Bool {
        if let last = uses[key] ?? contents?.grants[key]?.granted, time >= last, time &- last < Self.usePrecision {
            return false
        }
        uses[key] = time
        return true
    }

    /// One minute, in milliseconds.
    private static let usePrecision: Int64 = 60_000

    /// Writes what holds from now on. Synchronous, so that no other change comes between the look and the write.
    private func replace(
        with next: ProtectedContents, under authenticator: any PolicyAuthenticator, sequence: UInt64,
        entry: ActivityEntry? = nil
    ) throws(RPCError) {
        try storage.write(
            next, replacing: contents?.grants, under: authenticator, sequence: sequence, entry: entry,
            time: wallClock.milliseconds)
        contents = next
        self.authenticator = authenticator
        self.sequence = sequence
    }

    private static let unverified = RPCError(.locked, .locked, "the session is locked")
}
