import GRDB

/// What an account had when a node was last asked.
public struct SavedBalance: Sendable, Hashable {
    public let lamports: UInt64
    /// How many token accounts nobody could read.
    public let unreadable: Int
    public let slot: UInt64
    /// The node that said so, as it is shown.
    public let node: String
    /// When, in milliseconds since 1970.
    public let time: Int64

    public init(lamports: UInt64, unreadable: Int, slot: UInt64, node: String, time: Int64) {
        self.lamports = lamports
        self.unreadable = unreadable
        self.slot = slot
        self.node = node
        self.time = time
    }

    /// How long that is ago, in milliseconds; nil where the clock stands before it, so that nobody knows.
    public func age(at now: Int64) -> Int64? {
        let (age, isTooLong) = now.subtractingReportingOverflow(time)
        return isTooLong || age < 0 ? nil : age
    }

    init(row: Row) throws {
        lamports = UInt64(bitPattern: try row.decode(Int64.self, forColumn: "lamports"))
        unreadable = try row.decode(forColumn: "unreadable")
        slot = UInt64(bitPattern: try row.decode(Int64.self, forColumn: "slot"))
        node = try row.decode(forColumn: "node")
        time = try row.decode(forColumn: "time")
    }
}
