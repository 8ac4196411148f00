public import JSONRPC
import WalletRuntime

/// The transactions that were signed and may still be executed.
extension AuthenticatedStore {
    /// Writes signed transactions, before their signatures leave the agent.
    ///
    /// - Throws: 4101 before the first unlock; -32002 (`too-many-pending`) beyond 2,000; -32603 (`storage`).
    public func note(outstanding entries: [OutstandingSignature]) throws(RPCError) {
        guard let authenticator else { throw Self.unverified }
        try database.writeNow { [date] in
            try OutstandingTable.write(entries, under: authenticator, time: date, in: $0)
        }
    }

    /// Returns the signed transactions, the newest first, and the number of rows that something else changed.
    ///
    /// - Throws: 4101 before the first unlock; -32603 (`storage`).
    public func outstanding() throws(RPCError) -> (entries: [OutstandingSignature], changed: Int) {
        guard let authenticator else { throw Self.unverified }
        let rows = try database.readNow { [date] in
            try OutstandingTable.rows(under: authenticator, time: date, in: $0)
        }
        return (rows.entries, rows.changed)
    }

    /// Writes entries again with what nodes told of them; one that has ended stays ended.
    ///
    /// - Throws: 4101 before the first unlock; -32603 (`storage`).
    public func update(outstanding entries: [OutstandingSignature]) throws(RPCError) {
        guard let authenticator else { throw Self.unverified }
        guard !entries.isEmpty else { return }
        try database.writeNow { database in
            for entry in entries { try OutstandingTable.update(entry, under: authenticator, in: database) }
        }
    }

    /// Ends an entry, and writes what became of it into the activity log; nothing if it has ended already.
    ///
    /// - Throws: -32603 (`storage`).
    public func end(outstanding entry: OutstandingSignature, as kind: ActivityEntry.Kind) throws(RPCError) {
        let time = wallClock.milliseconds
        let line = ActivityEntry(
            kind, request: entry.request, origin: entry.origin, method: entry.method, account: entry.account,
            detail: "\(entry.transaction ?? entry.signature) \(entry.cluster)")
        try database.writeNow { [seal = database.seal] database in
            guard try OutstandingTable.end(signature: entry.signature, in: database) else { return }
            try ActivityLog.append(line, time: time, in: database, sealing: seal)
        }
    }

    /// Puts the rows under the key that follows the present one.
    func renewOutstanding(
        from present: any PolicyAuthenticator, to next: any PolicyAuthenticator
    ) throws(RPCError) {
        try database.writeNow { [date] database in
            let rows = try OutstandingTable.rows(under: present, time: date, in: database)
            for entry in rows.entries { try OutstandingTable.update(entry, under: next, in: database) }
        }
    }
}
