import FoundationEssentials
import GRDB
import Synchronization

/// The seal on the head of the activity log, under keys of the vault's: from the first unlock on, every added line is sealed.
///
/// ```
/// code = under the vault's key, over "sidekey activity v1" | name of the key (16) | sequence (i64) | broken (i64; 0: nowhere) | hash (32)
/// name = the first 16 bytes of its code over "sidekey activity key"
/// ```
///
/// `sequence` and `hash` are those of the last line. `broken` is the line where a foreign change was once found, and stays. Numbers are little
/// endian. The anchor beside the database holds the sealed length, which reveals a database that was restored without the anchor.
///
/// Lines written before an unlock have no seal until then; the unlock seals them as they are.
package final class ActivitySeal: Sendable {
    /// The end of the log: its last line's number and hash.
    struct Head: Sendable, Hashable {
        let sequence: Int64
        let hash: [UInt8]

        /// The end of a log without a line.
        static let start = Head(sequence: 0, hash: [UInt8](repeating: 0, count: 32))

        /// The number of the line after it.
        var next: Int64 { sequence == .max ? .max : sequence + 1 }
    }

    struct Key: Sendable {
        let authenticator: any PolicyAuthenticator
        let name: [UInt8]

        init(_ authenticator: any PolicyAuthenticator) {
            self.authenticator = authenticator
            name = Array(authenticator.code(over: Array("sidekey activity key".utf8)).prefix(16))
        }
    }

    private struct State {
        /// The present vault's key, and that of a vault that will replace it.
        var keys: [Key] = []
        /// The end of the log when the agent last read or wrote it.
        var head: Head?
        /// The line up to which the log was sealed then.
        var sealed: Int64 = 0
        /// The end of the log in a transaction that isn't committed yet.
        var uncommitted: Head?
        var broken: Int64?
    }

    private let state = Mutex(State())
    let anchor: StateAnchor

    init(anchor: StateAnchor) { self.anchor = anchor }

    /// The state in memory against which the file is checked.
    struct Known: Sendable {
        let key: Key
        let head: Head
        let sealed: Int64
    }

    /// The state known without reading the file; nil before the first unlock.
    var known: Known? {
        state.withLock { state in
            guard let key = state.keys.first, let head = state.head else { return nil }
            return Known(key: key, head: head, sealed: state.sealed)
        }
    }

    /// A line at or before which something other than the agent wrote; nil if none is known.
    package var broken: Int64? { state.withLock(\.broken) }

    /// Takes the vault's key once it is available, and checks that the log continues from what was sealed under it.
    ///
    /// - Parameter wasSealed: True if there must be a seal; otherwise the log is sealed as it is.
    func begin(under authenticator: any PolicyAuthenticator, wasSealed: Bool, in database: Database) throws {
        let key = Key(authenticator)
        var (broken, head, sealed): (Int64?, Head?, Int64) = (nil, nil, 0)
        do {
            (sealed, broken) = try lookForBreak(under: key, wasSealed: wasSealed, in: database)
            head = try Self.head(in: database)
        } catch let error as DatabaseError where !Self.isDamage(error) {
            throw error
        } catch {
            // A table that was put in the place of the log, or a column that holds what the agent never wrote.
            broken = 1
        }
        if !wasSealed, let head {
            try write(head, broken: broken, under: key, in: database)
            sealed = head.sequence
        }
        state.withLock { [broken, head, sealed] in
            $0 = State(keys: [key], head: head, sealed: sealed, broken: broken)
        }
    }

    /// Seals the log also under the key of a vault that will replace the present one.
    func stage(_ authenticator: any PolicyAuthenticator, in database: Database) throws {
        let key = Key(authenticator)
        let head = try Self.head(in: database)
        let broken = state.withLock { state in
            state.keys = state.keys.filter { $0.name != key.name } + [key]
            if state.head == nil { (state.head, state.sealed) = (head, head.sequence) }
            return state.broken
        }
        try write(head, broken: broken, under: key, in: database)
    }

    /// Forgets the key of a vault that never took its place.
    func rollback(_ authenticator: any PolicyAuthenticator) {
        let key = Key(authenticator)
        state.withLock { state in
            state.keys.removeAll { $0.name == key.name }
            if state.keys.isEmpty { state = State() }
        }
    }

    /// Switches to the key of the vault that is now in place.
    ///
    /// - Parameter isOpen: True if the key counts already; another wallet's key counts from its first unlock on.
    func commit(_ authenticator: any PolicyAuthenticator, isOpen: Bool) {
        let key = Key(authenticator)
        state.withLock { state in
            if isOpen { state.keys = [key] } else { state = State() }
        }
    }

    /// Checks, before a line is added, that the log still ends with the agent's last line: while the agent runs, memory decides.
    func check(_ last: Head, in database: Database) throws {
        let (known, uncommitted) = state.withLock { ($0.head, $0.uncommitted) }
        // A line of this transaction's, or one whose commit failed on a disk that has it all the same, is the agent's own.
        guard let known, last != known, last != uncommitted else { return }
        let isLonger = try last.sequence > known.sequence && Self.hash(of: known.sequence, in: database) == known.hash
        let line = isLonger ? known.next : max(1, min(known.sequence, last.next))
        state.withLock { $0.broken = min($0.broken ?? .max, line) }
    }

    /// Seals the log with a line that was just added, in the same transaction.
    func seal(_ head: Head, in database: Database) throws {
        let (keys, broken) = state.withLock { state in
            if !state.keys.isEmpty { state.uncommitted = head }
            return (state.keys, state.broken)
        }
        guard !keys.isEmpty else { return }
        database.afterNextTransaction { [self] _ in committed() }
        for key in keys { try write(head, broken: broken, under: key, in: database) }
    }

    private func committed() {
        let reached: (Key, Head)? = state.withLock { state in
            guard let head = state.uncommitted, let key = state.keys.first else { return nil }
            (state.head, state.sealed) = (head, head.sequence)
            state.uncommitted = nil
            return (key, head)
        }
        guard let (key, head) = reached else { return }
        // Behind the database, where it can't be written: that is allowed.
        try? anchor.write(UInt64(clamping: head.sequence), vault: key.name)
    }

    private func write(_ head: Head, broken: Int64?, under key: Key, in database: Database) throws {
        let code = key.authenticator.code(over: Self.encoded(head, broken: broken ?? 0, name: key.name))
        try database.execute(
            sql: "INSERT OR REPLACE INTO activity_seal (key, sequence, hash, broken, code) VALUES (?, ?, ?, ?, ?)",
            arguments: [Data(key.name), head.sequence, Data(head.hash), broken ?? 0, Data(code)])
    }

    static func encoded(_ head: Head, broken: Int64, name: [UInt8]) -> [UInt8] {
        var bytes = Array("sidekey activity v1".utf8) + name
        for number in [head.sequence, broken] {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes + head.hash
    }

    /// Returns true if the file holds data that no agent wrote; false if the disk failed.
    static func isDamage(_ error: DatabaseError) -> Bool {
        [.SQLITE_ERROR, .SQLITE_MISMATCH, .SQLITE_CORRUPT].contains(error.resultCode)
    }
}

/// Checks the file against what was sealed.
extension ActivitySeal {
    /// A seal as stored in the database.
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

    /// Returns the line up to which the log is sealed, and a line at or before which it differs from what was sealed. The lines after the seal are
    /// checked against the chain.
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

    /// Returns the line up to which the log is sealed, and where it differs from what was sealed, while the agent has a key.
    ///
    /// - Parameter known: The state in memory, taken before the database's state that is checked.
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

    /// Returns the log's end in the database.
    static func head(in database: Database) throws -> Head {
        guard
            let row = try Row.fetchOne(
                database, sql: "SELECT sequence, hash FROM activity ORDER BY sequence DESC LIMIT 1")
        else { return .start }
        return Head(
            sequence: try row.decode(forColumn: "sequence"), hash: Array(try row.decode(Data.self, forColumn: "hash")))
    }

    /// Returns a line's hash; nil if there is no such line.
    static func hash(of sequence: Int64, in database: Database) throws -> [UInt8]? {
        guard sequence != Head.start.sequence else { return Head.start.hash }
        return try Row.fetchOne(database, sql: "SELECT hash FROM activity WHERE sequence = ?", arguments: [sequence])
            .map { Array(try $0.decode(Data.self, forColumn: "hash")) }
    }
}
