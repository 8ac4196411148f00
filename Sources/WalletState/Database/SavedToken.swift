import GRDB

/// A token account as it was when a node was last asked.
public struct SavedToken: Sendable, Hashable {
    public let address: String
    public let program: String
    public let mint: String
    /// In the token's smallest unit.
    public let amount: UInt64
    public let isFrozen: Bool
    /// Who may take `delegated` of it.
    public let delegate: String?
    public let delegated: UInt64
    /// Who may close it, where that isn't the owner.
    public let closer: String?
    /// What the token is; nil where nobody could read its mint.
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
