/// Accounts that a v0 message takes from a table on the chain; the message has only their numbers in it.
///
/// ```
/// +---------------------+---------------+----------+---------------+----------+
/// | table's address 32  | count (c-u16) | writable | count (c-u16) | readonly |
/// +---------------------+---------------+----------+---------------+----------+
/// ```
public struct AddressTableLookup: Hashable, Sendable {
    /// The address of the table.
    public let table: PublicKey

    /// Entries of the table that are written.
    public let writableIndexes: ByteSlice

    /// Entries of the table that are only read.
    public let readonlyIndexes: ByteSlice

    public init(table: PublicKey, writableIndexes: ByteSlice, readonlyIndexes: ByteSlice) {
        self.table = table
        self.writableIndexes = writableIndexes
        self.readonlyIndexes = readonlyIndexes
    }
}
