/// A lookup table as it stands on the chain, for v0 transactions that take accounts out of it.
///
/// In a message the accounts are entries' numbers: ``AddressTableLookup``.
public struct AddressLookupTable: Hashable, Sendable {
    /// The address of the table.
    public var key: PublicKey

    /// The table's entries; the first 256 can be used.
    public var addresses: [PublicKey]

    public init(key: PublicKey, addresses: [PublicKey]) {
        self.key = key
        self.addresses = addresses
    }
}
