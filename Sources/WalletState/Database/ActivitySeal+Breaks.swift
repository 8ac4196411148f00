import FoundationEssentials
import GRDB

/// What the file says, held against what was sealed.
extension ActivitySeal {
    /// A seal as it stands in the database.
    private struct Written {
        let head: Head
        let broken: Int64
        let isGenuine: Bool

        init?(under key: Key, in database: Database) throws {
            guard
                let row = try Row.fetchOne(
                    database, sql: "SELECT sequence, hash, broken, code FROM activity_seal WHERE key = ?",
                    arguments: [Data(key.name)])
            else { return nil }
            head = Head(
                sequence: try row.decode(forColumn: "sequence"),
                hash: Array(try row.decode(Data.self, forColumn: "hash")))
            broken = try row.decode(forColumn: "broken")
            isGenuine = key.authenticator.isCode(
                Array(try row.decode(Data.self, forColumn: "code")),
                over: ActivitySeal.encoded(head, broken: broken, name: key.name))
        }
    }

    /// The line up to which the log is sealed, and one at which, or before which, it isn't what was sealed; what follows the seal is held against the
    /// chain.
    func lookForBreak(
        under key: Key, wasSealed: Bool, in database: Database
    ) throws -> (sealed: Int64, broken: Int64?) {
        let last = try Self.head(in: database)
        let reached = Int64(clamping: anchor.read(vault: key.name))
        guard let written = try Written(under: key, in: database), written.isGenuine else {
            // Nobody knows how far it can be trusted.
            let isMissing = try Written(under: key, in: database) == nil && !wasSealed && reached == 0
            return (0, isMissing ? nil : max(1, last.sequence))
        }
        var breaks = written.broken == 0 ? [] : [written.broken]
        if last.sequence < max(written.head.sequence, reached) {
            breaks.append(last.next)
        } else if try Self.hash(of: written.head.sequence, in: database) != written.head.hash {
            breaks.append(written.head.sequence)
        } else if reached > written.head.sequence {
            breaks.append(written.head.next)
        } else if let line = try ActivityLog.firstBreak(after: written.head, in: database) {
            breaks.append(line)
        }
        return (written.head.sequence, breaks.min())
    }

    /// How far the log is sealed, and where it isn't what was sealed, while the agent has a key.
    ///
    /// - Parameter known: Taken before the database's state that is looked at.
    func sealed(_ known: Known, in database: Database) throws -> (sequence: Int64, broken: Int64?) {
        let last = try Self.head(in: database)
        guard let written = try Written(under: known.key, in: database), written.isGenuine else {
            return (0, max(1, last.sequence))
        }
        var breaks = written.broken == 0 ? [] : [written.broken]
        let sealed = written.head
        if last.sequence < max(sealed.sequence, known.head.sequence) { breaks.append(last.next) }
        if sealed.sequence < known.sealed { breaks.append(sealed.next) }
        for head in [sealed, known.head] where head.sequence <= last.sequence {
            if try Self.hash(of: head.sequence, in: database) != head.hash { breaks.append(max(1, head.sequence)) }
        }
        return (sealed.sequence, (breaks + [broken].compactMap(\.self)).min())
    }

    /// The log's end as it stands in the database.
    static func head(in database: Database) throws -> Head {
        guard
            let row = try Row.fetchOne(
                database, sql: "SELECT sequence, hash FROM activity ORDER BY sequence DESC LIMIT 1")
        else { return .start }
        return Head(
            sequence: try row.decode(forColumn: "sequence"), hash: Array(try row.decode(Data.self, forColumn: "hash")))
    }

    /// A line's hash; nil where there is no such line.
    static func hash(of sequence: Int64, in database: Database) throws -> [UInt8]? {
        guard sequence != Head.start.sequence else { return Head.start.hash }
        return try Row.fetchOne(database, sql: "SELECT hash FROM activity WHERE sequence = ?", arguments: [sequence])
            .map { Array(try $0.decode(Data.self, forColumn: "hash")) }
    }
}
