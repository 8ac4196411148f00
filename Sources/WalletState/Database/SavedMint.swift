import GRDB

/// A token as it describes itself: whoever made it chose the words, which have nothing hidden in them.
public struct SavedMint: Sendable, Hashable {
    public let decimals: UInt8
    public let name: String?
    public let symbol: String?

    public init(decimals: UInt8, name: String?, symbol: String?) {
        self.decimals = decimals
        self.name = name
        self.symbol = symbol
    }

    /// - Returns: nil where there is none in the row.
    init?(row: Row) throws {
        guard let decimals = try row.decode(UInt8?.self, forColumn: "decimals") else { return nil }
        self.init(
            decimals: decimals, name: try row.decode(forColumn: "name"), symbol: try row.decode(forColumn: "symbol"))
    }
}
