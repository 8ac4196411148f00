import FoundationEssentials
import GRDB
import JSONRPC

/// The protected records in the database, with their code, and the anchor beside it.
struct ProtectedStorage: Sendable {
    enum Contents {
        case intact(ProtectedContents)
        /// There is no record at all, and no grant.
        case missing
        case broken
    }

    let database: WalletDatabase
    let anchor: StateAnchor

    /// Reads the records and holds them against their code; what doesn't decode is broken like what doesn't fit.
    func read(under authenticator: any PolicyAuthenticator) throws(RPCError) -> (contents: Contents, sequence: UInt64) {
        let reached = anchor.read(vault: authenticator.vault)
        return try database.readNow { database in
            do {
                let grants = try Self.grants(in: database)
                guard let row = try Row.fetchOne(database, sql: "SELECT sequence, policy, code FROM protected") else {
                    return (reached == 0 && grants.isEmpty ? .missing : .broken, reached)
                }
                let sequence = UInt64(bitPattern: try row.decode(Int64.self, forColumn: "sequence"))
                let policy = Array(try row.decode(Data.self, forColumn: "policy"))
                let code = Array(try row.decode(Data.self, forColumn: "code"))
                var contents = ProtectedContents()
                contents.grants = grants
                let bytes = contents.encoded(policy: policy, vault: authenticator.vault, sequence: sequence)
                guard authenticator.isCode(code, over: bytes), sequence >= reached, sequence < UInt64(Int64.max) else {
                    return (.broken, max(reached, sequence & UInt64(Int64.max >> 1)))
                }
                try contents.read(policy: policy)
                return (.intact(contents), sequence)
            } catch let error as DatabaseError where error.resultCode != .SQLITE_MISMATCH {
                throw error
            } catch {
                return (.broken, reached)
            }
        }
    }

    /// Writes what differs in one transaction, then moves the anchor.
    ///
    /// - Parameter present: The grants that are known to stand there; nil rewrites all.
    func write(
        _ contents: ProtectedContents, replacing present: [ConnectedOrigin.Key: ProtectedContents.Grant]?,
        under authenticator: any PolicyAuthenticator, sequence: UInt64, entry: ActivityEntry?, time: Int64
    ) throws(RPCError) {
        let policy = contents.policyBytes
        let bytes = contents.encoded(policy: policy, vault: authenticator.vault, sequence: sequence)
        let code = authenticator.code(over: bytes)
        try database.writeNow { database in
            try database.execute(
                sql: "INSERT OR REPLACE INTO protected (id, sequence, policy, code) VALUES (1, ?, ?, ?)",
                arguments: [Int64(bitPattern: sequence), Data(policy), Data(code)])
            if present == nil { try database.execute(sql: "DELETE FROM connected_origin") }
            for key in (present ?? [:]).keys where contents.grants[key] == nil {
                try database.execute(
                    sql: "DELETE FROM connected_origin WHERE profile = ? AND container = ? AND origin = ?",
                    arguments: [key.profile, key.container, key.origin])
            }
            for (key, grant) in contents.grants where present?[key] != grant {
                try database.execute(
                    sql: """
                        INSERT INTO connected_origin (profile, container, origin, accounts, granted, used, signed)
                        VALUES (?, ?, ?, ?, ?5, ?5, ?6)
                        ON CONFLICT DO UPDATE SET
                            accounts = excluded.accounts, granted = excluded.granted, signed = excluded.signed
                        """,
                    arguments: [
                        key.profile, key.container, key.origin, grant.accounts.joined(separator: " "), grant.granted,
                        grant.hasSigned,
                    ])
            }
            try database.execute(sql: "DELETE FROM pending_revocation")
            if let entry { try ActivityLog.append(entry, time: time, in: database) }
        }
        // Behind the database, where it can't be written: that is allowed.
        try? anchor.write(sequence, vault: authenticator.vault)
    }

    /// The word that stands in the policy, whether its code fits or not.
    func claimedRecognition() throws(RPCError) -> String? {
        let policy = try database.readNow { try Data.fetchOne($0, sql: "SELECT policy FROM protected") }
        guard let policy, let json = try? JSON(parsing: JSONSource(policy)) else { return nil }
        return json["recognition"]?.text
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
                try ActivityLog.append(ActivityEntry(.revoked, origin: key.origin), time: time, in: database)
            }
        }
    }

    private static func grants(
        in database: Database
    ) throws -> [ConnectedOrigin.Key: ProtectedContents.Grant] {
        var grants: [ConnectedOrigin.Key: ProtectedContents.Grant] = [:]
        for row in try Row.fetchAll(
            database, sql: "SELECT profile, container, origin, accounts, granted, signed FROM connected_origin")
        {
            grants[try key(row)] = ProtectedContents.Grant(
                accounts: ConnectedOrigins.list(try row.decode(forColumn: "accounts")),
                granted: try row.decode(forColumn: "granted"), hasSigned: try row.decode(forColumn: "signed"))
        }
        return grants
    }

    private static func key(_ row: Row) throws -> ConnectedOrigin.Key {
        ConnectedOrigin.Key(
            profile: try row.decode(forColumn: "profile"), container: try row.decode(forColumn: "container"),
            origin: try row.decode(forColumn: "origin"))
    }
}

extension ProtectedContents {
    /// The policy and what belongs to it, as they are written.
    var policyBytes: [UInt8] {
        var object = policy.json
        object["spent"] = .string(JSONString("\(spent)"))
        object["reset"] = .bool(wasReset)
        return JSON.object(object).serialized()
    }

    /// - Throws: where a member doesn't fit.
    mutating func read(policy bytes: [UInt8]) throws {
        guard let object = try JSON(parsing: JSONSource(bytes)).object else {
            throw RPCError(.internalError, .storage, "a stored value is damaged")
        }
        var parameters = RPCParameters(object)
        policy = try ApprovalPolicy(reading: &parameters)
        guard let spent = UInt64(try parameters.string("spent")) else {
            throw RPCError(.internalError, .storage, "a stored value is damaged")
        }
        self.spent = spent
        wasReset = try parameters.bool("reset")
        try parameters.finish()
    }
}
