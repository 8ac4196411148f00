import ApprovalQueue
import FoundationEssentials
import GRDB
import JSONRPC

/// Grants, contacts and recipients in their own tables: a write touches only the rows that differ, and a list reads nothing else.
extension AuthenticatedStorage {
    static func write(
        _ grants: [ConnectedOrigin.Key: AuthenticatedContents.Grant],
        replacing present: [ConnectedOrigin.Key: AuthenticatedContents.Grant]?, in database: Database
    ) throws {
        if present == nil { try database.execute(sql: "DELETE FROM connected_origin") }
        for key in (present ?? [:]).keys where grants[key] == nil {
            try database.execute(
                sql: "DELETE FROM connected_origin WHERE profile = ? AND container = ? AND origin = ?",
                arguments: [key.profile, key.container, key.origin])
        }
        for (key, grant) in grants where present?[key] != grant {
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
    }

    static func grants(
        in database: Database
    ) throws -> [ConnectedOrigin.Key: AuthenticatedContents.Grant] {
        var grants: [ConnectedOrigin.Key: AuthenticatedContents.Grant] = [:]
        for row in try Row.fetchAll(
            database, sql: "SELECT profile, container, origin, accounts, granted, signed FROM connected_origin")
        {
            grants[try key(row)] = AuthenticatedContents.Grant(
                accounts: ConnectedOrigin.accounts(of: try row.decode(forColumn: "accounts")),
                granted: try row.decode(forColumn: "granted"), hasSigned: try row.decode(forColumn: "signed"))
        }
        return grants
    }

    static func write(
        _ contacts: [String: Contact], replacing present: [String: Contact]?, in database: Database
    ) throws {
        if present == nil { try database.execute(sql: "DELETE FROM contact") }
        for address in (present ?? [:]).keys where contacts[address] == nil {
            try database.execute(sql: "DELETE FROM contact WHERE address = ?", arguments: [address])
        }
        for (address, contact) in contacts where present?[address] != contact {
            try database.execute(
                sql: "INSERT OR REPLACE INTO contact (address, label, added) VALUES (?, ?, ?)",
                arguments: [address, contact.label, contact.added])
        }
    }

    static func contacts(in database: Database) throws -> [String: Contact] {
        var contacts: [String: Contact] = [:]
        for row in try Row.fetchAll(database, sql: "SELECT address, label, added FROM contact") {
            let contact = Contact(
                address: try row.decode(forColumn: "address"), label: try row.decode(forColumn: "label"),
                added: try row.decode(forColumn: "added"))
            contacts[contact.address] = contact
        }
        return contacts
    }

    static func write(
        _ recipients: [String: PaidRecipient], replacing present: [String: PaidRecipient]?, in database: Database
    ) throws {
        if present == nil { try database.execute(sql: "DELETE FROM paid_recipient") }
        for address in (present ?? [:]).keys where recipients[address] == nil {
            try database.execute(sql: "DELETE FROM paid_recipient WHERE address = ?", arguments: [address])
        }
        for (address, recipient) in recipients where present?[address] != recipient {
            try database.execute(
                sql: "INSERT OR REPLACE INTO paid_recipient (address, paid, confirmed) VALUES (?, ?, ?)",
                arguments: [address, recipient.paid, recipient.isConfirmed])
        }
    }

    static func recipients(in database: Database) throws -> [String: PaidRecipient] {
        var recipients: [String: PaidRecipient] = [:]
        for row in try Row.fetchAll(database, sql: "SELECT address, paid, confirmed FROM paid_recipient") {
            let confirmed: Int64 = try row.decode(forColumn: "confirmed")
            // One spelling of each value: a second one would leave the code as it was.
            guard (0...1).contains(confirmed) else {
                throw RPCError(.internalError, .storage, "a stored value is damaged")
            }
            recipients[try row.decode(forColumn: "address")] = PaidRecipient(
                paid: try row.decode(forColumn: "paid"), isConfirmed: confirmed == 1)
        }
        return recipients
    }
}

extension ConnectedOrigin {
    /// The accounts of a row, separated by spaces.
    static func accounts(of text: String) -> [String] { text.split(separator: " ").map(String.init) }
}
