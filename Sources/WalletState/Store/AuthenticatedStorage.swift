import ApprovalQueue
import FoundationEssentials
import GRDB
import JSONRPC

/// The protected records in the database, with their code, and the anchor beside it.
struct AuthenticatedStorage: Sendable {
    enum Contents {
        case intact(AuthenticatedContents)
        /// The records were staged for this vault; a power loss left it without its own.
        case staged(AuthenticatedContents)
        /// There is no record at all, no grant and no contact.
        case missing
        case broken

        /// True if none of the records match their code, for example after the database was lost.
        var isLost: Bool {
            switch self {
            case .intact, .staged: false
            case .missing, .broken: true
            }
        }
    }

    let database: WalletDatabase
    let anchor: StateAnchor

    /// Reads the records and checks them against their code; records that don't decode are broken, like records that don't match.
    func read(under authenticator: any PolicyAuthenticator) throws(RPCError) -> (contents: Contents, sequence: UInt64) {
        let reached = anchor.read(vault: authenticator.vault)
        return try database.readNow { database in
            do {
                let rows = try Rows(in: database)
                let present = try Record(in: database, "protected")
                if let present, let contents = try present.contents(rows, under: authenticator, reached: reached) {
                    return (.intact(contents), present.sequence)
                }
                if let next = try Record(in: database, "protected_next") {
                    for rows in rows.left {
                        guard let contents = try next.contents(rows, under: authenticator, reached: reached) else {
                            continue
                        }
                        return (.staged(contents), next.sequence)
                    }
                }
                guard let present else {
                    let isLost = try DatabaseLoss(in: database) != nil
                    return (reached == 0 && rows.isEmpty && !isLost ? .missing : .broken, reached)
                }
                return (.broken, max(reached, present.sequence & UInt64(Int64.max >> 1)))
            } catch let error as DatabaseError where error.resultCode != .SQLITE_MISMATCH {
                throw error
            } catch {
                return (.broken, reached)
            }
        }
    }

    /// The records with tables of their own.
    private struct Rows {
        var grants: [ConnectedOrigin.Key: AuthenticatedContents.Grant]
        var contacts: [String: Contact]
        var recipients: [String: PaidRecipient]

        init(in database: Database) throws {
            grants = try AuthenticatedStorage.grants(in: database)
            contacts = try AuthenticatedStorage.contacts(in: database)
            recipients = try AuthenticatedStorage.recipients(in: database)
        }

        var isEmpty: Bool { grants.isEmpty && contacts.isEmpty && recipients.isEmpty }

        /// The rows that another vault may leave behind. A wallet that replaces this one has no grants; it has no contacts or recipients if they
        /// couldn't be verified.
        var left: [Rows] {
            var (ungranted, none) = (self, self)
            ungranted.grants = [:]
            (none.grants, none.contacts, none.recipients) = ([:], [:], [:])
            return [self, ungranted, none]
        }
    }

    /// A row of `protected` or `protected_next`.
    private struct Record {
        let sequence: UInt64
        let policy: [UInt8]
        let code: [UInt8]

        init?(in database: Database, _ table: String) throws {
            guard let row = try Row.fetchOne(database, sql: "SELECT sequence, policy, code FROM \(table)") else {
                return nil
            }
            sequence = UInt64(bitPattern: try row.decode(Int64.self, forColumn: "sequence"))
            policy = Array(try row.decode(Data.self, forColumn: "policy"))
            code = Array(try row.decode(Data.self, forColumn: "code"))
        }

        /// Returns the contents of this record and these rows; nil if the code doesn't match or later records existed.
        func contents(
            _ rows: Rows, under authenticator: any PolicyAuthenticator, reached: UInt64
        ) throws -> AuthenticatedContents? {
            var contents = AuthenticatedContents()
            contents.grants = rows.grants
            contents.contacts = rows.contacts
            contents.recipients = rows.recipients
            let bytes = contents.encoded(policy: policy, vault: authenticator.vault, sequence: sequence)
            guard authenticator.isCode(code, over: bytes), sequence >= reached, sequence < UInt64(Int64.max) else {
                return nil
            }
            try contents.read(policy: policy)
            return contents
        }
    }

    /// Writes the differences in one transaction, then advances the anchor.
    ///
    /// - Parameters:
    ///   - present: The records known to be there; nil rewrites everything.
    ///   - next: The records to stage beside them; nil removes the staged ones.
    func write(
        _ contents: AuthenticatedContents, replacing present: AuthenticatedContents?,
        under authenticator: any PolicyAuthenticator, sequence: UInt64, staging next: StagedContents? = nil,
        entry: ActivityEntry?, time: Int64
    ) throws(RPCError) {
        let written = StagedContents(authenticator: authenticator, contents: contents, sequence: sequence)
        try database.writeNow { database in
            try Self.insert(written, into: "protected", of: database)
            try database.execute(sql: "DELETE FROM protected_next")
            if let next { try Self.insert(next, into: "protected_next", of: database) }
            try Self.write(contents.grants, replacing: present?.grants, in: database)
            try Self.write(contents.contacts, replacing: present?.contacts, in: database)
            try Self.write(contents.recipients, replacing: present?.recipients, in: database)
            try database.execute(sql: "DELETE FROM pending_revocation")
            // The user has settled the rules anew, or begun another wallet.
            if !contents.wasReset { try database.execute(sql: "DELETE FROM lost_database") }
            if let entry { try ActivityLog.append(entry, time: time, in: database, sealing: seal) }
        }
        // Behind the database, where it can't be written: that is allowed.
        try? anchor.write(sequence, vault: authenticator.vault)
    }

    /// Stages the records for the vault's next key beside the present ones, and seals the activity log under that key too.
    func stage(_ next: StagedContents) throws(RPCError) {
        do throws(RPCError) {
            try database.writeNow { database in
                try Self.insert(next, into: "protected_next", of: database)
                try seal.stage(next.authenticator, in: database)
            }
        } catch {
            seal.rollback(next.authenticator)
            throw error
        }
    }

    var seal: ActivitySeal { database.seal }

    /// Checks the activity log against its seal. It runs on the writer, so no line is added between the check and the update of the state in memory.
    ///
    /// - Parameter isLost: True if the records are gone. A note of a loss beside records that match was planted, and doesn't excuse a log that was
    ///   removed.
    func beginSeal(
        under authenticator: any PolicyAuthenticator, wasSealed: Bool, isLost: Bool = false
    ) throws(RPCError) {
        try database.writeNow { database in
            // With the database its seals are gone: the log that follows it begins anew, and says so in its first line.
            let isNew =
                try isLost && DatabaseLoss(in: database) != nil
                && Int.fetchOne(database, sql: "SELECT count(*) FROM activity_seal") == 0
            if isNew { try seal.anchor.write(0, vault: ActivitySeal.Key(authenticator).name) }
            try seal.begin(under: authenticator, wasSealed: wasSealed && !isNew, in: database)
        }
    }

    private static func insert(_ record: StagedContents, into table: String, of database: Database) throws {
        let policy = record.contents.policyBytes
        let bytes = record.contents.encoded(
            policy: policy, vault: record.authenticator.vault, sequence: record.sequence)
        try database.execute(
            sql: "INSERT OR REPLACE INTO \(table) (id, sequence, policy, code) VALUES (1, ?, ?, ?)",
            arguments: [
                Int64(bitPattern: record.sequence), Data(policy), Data(record.authenticator.code(over: bytes)),
            ])
    }

    /// Returns the recognition word in the policy, even if its code doesn't match.
    func claimedRecognition() throws(RPCError) -> String? {
        let policy = try database.readNow { try Data.fetchOne($0, sql: "SELECT policy FROM protected") }
        guard let policy, let json = try? JSON(parsing: JSONSource(policy)) else { return nil }
        return json["recognition"]?.text
    }

    /// Returns the stored grants of other extensions, even if their code doesn't match, except those revoked since.
    func claimedExtensions() throws(RPCError) -> [ExtensionGrant] {
        let policy = try database.readNow { try Data.fetchOne($0, sql: "SELECT policy FROM protected") }
        let revoked = try pendingRevocations()
        return AuthenticatedContents.claimedExtensions(in: policy.map { Array($0) } ?? [])
            .filter { !revoked.contains($0.id.revocation) }
    }

    /// Returns the stored sessions of apps, even if their code doesn't match, except those revoked since.
    func claimedApps() throws(RPCError) -> [AppSession] {
        let policy = try database.readNow { try Data.fetchOne($0, sql: "SELECT policy FROM protected") }
        let revoked = try pendingRevocations()
        return AuthenticatedContents.claimedApps(in: policy.map { Array($0) } ?? [])
            .filter { !revoked.contains($0.id.grantKey) }
    }

    /// Returns the keys of the stored grants, even if their code doesn't match.
    func claimedGrants() throws(RPCError) -> [ConnectedOrigin.Key] {
        try database.readNow { database in
            try Row.fetchAll(database, sql: "SELECT profile, container, origin FROM connected_origin").map(Self.key)
        }
    }

    func pendingRevocations() throws(RPCError) -> [ConnectedOrigin.Key] {
        try database.readNow { database in
            try Row.fetchAll(database, sql: "SELECT profile, container, origin FROM pending_revocation").map(Self.key)
        }
    }

    func revokeLater(_ keys: [ConnectedOrigin.Key], time: Int64) throws(RPCError) {
        try database.writeNow { database in
            for key in keys {
                try database.execute(
                    sql: "INSERT OR IGNORE INTO pending_revocation (profile, container, origin) VALUES (?, ?, ?)",
                    arguments: [key.profile, key.container, key.origin])
                try ActivityLog.append(
                    ActivityEntry(.revoked, origin: key.origin), time: time, in: database, sealing: seal)
            }
        }
    }

    static func key(_ row: Row) throws -> ConnectedOrigin.Key {
        ConnectedOrigin.Key(
            profile: try row.decode(forColumn: "profile"), container: try row.decode(forColumn: "container"),
            origin: try row.decode(forColumn: "origin"))
    }
}

extension AuthenticatedContents {
    /// The policy and the members that belong to it, as they are written.
    var policyBytes: [UInt8] {
        var object = policy.json
        object["reset"] = .bool(wasReset)
        if isActivitySealed { object["activitySealed"] = true }
        writeLimits(&object)
        object[Self.extensionsMember] = extensionsJSON
        object[Self.appsMember] = appsJSON
        object[Self.namesMember] = namesJSON
        object[Self.siteListsMember] = siteListsJSON
        object[Self.watchOnlyMember] = watchOnlyJSON
        return JSON.object(object).serialized()
    }

    /// - Throws: An error if a member doesn't fit.
    mutating func read(policy bytes: [UInt8]) throws {
        guard let object = try JSON(parsing: JSONSource(bytes)).object else {
            throw RPCError(.internalError, .storage, "a stored value is damaged")
        }
        var parameters = RPCParameters(object)
        policy = try ApprovalPolicy(reading: &parameters)
        wasReset = try parameters.bool("reset")
        isActivitySealed = try parameters.optionalBool("activitySealed") ?? false
        try readLimits(&parameters)
        try readExtensions(&parameters)
        try readApps(&parameters)
        try readNames(&parameters)
        try readSiteLists(&parameters)
        try readWatchOnly(&parameters)
        try parameters.finish()
    }
}
