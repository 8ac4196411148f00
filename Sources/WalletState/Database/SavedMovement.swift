import GRDB

/// How much of one currency a transaction gave an account or took from it.
public struct SavedMovement: Sendable, Hashable {
    /// Whether the account had more afterwards.
    public let isIncoming: Bool
    /// In the smallest unit.
    public let amount: UInt64
    /// The token; nil for SOL.
    public let mint: String?
    public let decimals: UInt8
    /// Who was alone on the other side.
    public let counterparty: String?
    /// How many were on the other side.
    public let counterparties: Int
    /// How many had more of it afterwards, in the whole transaction.
    public let recipients: Int
    /// What the token says of itself, where that is known; left aside where a movement is saved.
    public let token: SavedMint?
    /// Whether the account ever signed a transaction that moved this token, as far as its history is read; left aside where one is saved.
    public let isUsed: Bool

    public init(
        isIncoming: Bool, amount: UInt64, mint: String?, decimals: UInt8, counterparty: String?, counterparties: Int,
        recipients: Int
    ) {
        self.isIncoming = isIncoming
        self.amount = amount
        self.mint = mint
        self.decimals = decimals
        self.counterparty = counterparty
        self.counterparties = counterparties
        self.recipients = recipients
        token = nil
        isUsed = false
    }

    init(row: Row) throws {
        isIncoming = try row.decode(forColumn: "incoming")
        amount = UInt64(bitPattern: try row.decode(Int64.self, forColumn: "amount"))
        mint = try row.decode(forColumn: "mint")
        decimals = try row.decode(forColumn: "decimals")
        counterparty = try row.decode(forColumn: "counterparty")
        counterparties = try row.decode(forColumn: "counterparties")
        recipients = try row.decode(forColumn: "recipients")
        let described = try row.decode(UInt8?.self, forColumn: "described")
        token = try described.map { decimals in
            SavedMint(
                decimals: decimals, name: try row.decode(forColumn: "name"),
                symbol: try row.decode(forColumn: "symbol"))
        }
        isUsed = try row.decode(forColumn: "used")
    }
}
