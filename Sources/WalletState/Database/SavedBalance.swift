import GRDB

/// The balance that an account had when a node was last asked.
public struct SavedBalance: Sendable, Hashable {
    public let lamports: UInt64
    /// The number of token accounts that couldn't be read.
    public let unreadable: Int
    public let slot: UInt64
    /// The node that answered, as it is shown.
    public let node: String
    /// The time of the answer, in milliseconds since 1970.
    public let time: Int64

    public init(lamports: UInt64, unreadable: Int, slot: UInt64, node: String, time: Int64) {
        self.lamports = lamports
        self.unreadable = unreadable
        self.slot = slot
        self.node = node
        self.time = time
    }

    /// Returns the age of the balance, in milliseconds; nil if the clock is before it, so that the age is unknown.
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

/// A token as it describes itself: its maker chose the words, which contain nothing hidden.
public struct SavedMint: Sendable, Hashable {
    public let decimals: UInt8
    public let name: String?
    public let symbol: String?

    public init(decimals: UInt8, name: String?, symbol: String?) {
        self.decimals = decimals
        self.name = name
        self.symbol = symbol
    }

    /// - Returns: nil if the row has none.
    init?(row: Row) throws {
        guard let decimals = try row.decode(UInt8?.self, forColumn: "decimals") else { return nil }
        self.init(
            decimals: decimals, name: try row.decode(forColumn: "name"), symbol: try row.decode(forColumn: "symbol"))
    }
}

/// A token account as it was when a node was last asked.
public struct SavedToken: Sendable, Hashable {
    public let address: String
    public let program: String
    public let mint: String
    /// The amount in the token's smallest unit.
    public let amount: UInt64
    public let isFrozen: Bool
    /// The address that may take `delegated` of it.
    public let delegate: String?
    public let delegated: UInt64
    /// The address that may close it, if it isn't the owner.
    public let closer: String?
    /// The token's description; nil if its mint couldn't be read.
    public let token: SavedMint?

    public init(
        address: String, program: String, mint: String, amount: UInt64, isFrozen: Bool, delegate: String?,
        delegated: UInt64, closer: String?, token: SavedMint?
    ) {
        self.address = address
        self.program = program
        self.mint = mint
        self.amount = amount
        self.isFrozen = isFrozen
        self.delegate = delegate
        self.delegated = delegated
        self.closer = closer
        self.token = token
    }

    init(row: Row) throws {
        address = try row.decode(forColumn: "address")
        program = try row.decode(forColumn: "program")
        mint = try row.decode(forColumn: "mint")
        amount = UInt64(bitPattern: try row.decode(Int64.self, forColumn: "amount"))
        isFrozen = try row.decode(forColumn: "frozen")
        delegate = try row.decode(forColumn: "delegate")
        delegated = UInt64(bitPattern: try row.decode(Int64.self, forColumn: "delegated"))
        closer = try row.decode(forColumn: "closer")
        token = try SavedMint(row: row)
    }
}
