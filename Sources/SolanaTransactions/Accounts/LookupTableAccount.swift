/// An address lookup table as it stands on the chain, with what decides whether it can be used.
///
/// ```
/// +-------+--------------------+-------------------+------------------------+------------------+-------------+---------------+
/// | u32 1 | deactivation slot u64 | last extended u64 | first entry added then u8 | authority 1 (+32) | rest up to 56 | addresses 32 each |
/// +-------+--------------------+-------------------+------------------------+------------------+-------------+---------------+
/// ```
///
/// A header of 56 bytes and up to 256 addresses, which are only ever added to. Source: `solana-address-lookup-table-interface`.
public struct LookupTableAccount: Hashable, Sendable {
    /// The slot in which the table's end was asked for; nil while it is in use.
    public let deactivationSlot: UInt64?
    /// The slot in which addresses were added last; those can be used from the next one on.
    public let lastExtendedSlot: UInt64
    /// The first of the entries that were added then.
    public let lastExtendedStart: UInt8
    /// Who may add addresses and end the table; nobody where it was frozen.
    public let authority: PublicKey?
    /// The entries, of which ``address(_:at:)`` says which can be used.
    public let addresses: [PublicKey]

    /// The bytes before the addresses.
    public static let headerCount = 56
    /// The most addresses a table has.
    public static let maximumAddresses = 256

    /// Reads the contents of an account that belongs to the Address Lookup Table program.
    ///
    /// - Throws: `CodingError`: `.truncated`, `.uninitialized`, `.tag`; `.length` where what follows the header isn't whole addresses; `.lookupEntry`
    ///   for more than 256.
    public init(decoding data: ByteSlice) throws(CodingError) {
        self = try data.read { reader throws(CodingError) in try LookupTableAccount(&reader) }
    }

    private init(_ reader: inout ByteReader) throws(CodingError) {
        switch try reader.readInteger(as: UInt32.self) {
        case 0: throw CodingError(.uninitialized, at: 0)
        case 1: break
        default: throw CodingError(.tag, at: 0)
        }
        let deactivated: UInt64 = try reader.readInteger()
        deactivationSlot = deactivated == .max ? nil : deactivated
        lastExtendedSlot = try reader.readInteger()
        lastExtendedStart = try reader.readByte()
        authority = try reader.readFlag() ? try reader.readFixed() : nil
        // What is left of the header keeps the bytes of an authority that is gone.
        let isHeaderWhole = reader.end >= Self.headerCount
        guard isHeaderWhole else { throw CodingError(.truncated, at: reader.offset) }
        try reader.move(to: Self.headerCount)
        let (count, rest) = (reader.end - Self.headerCount).quotientAndRemainder(dividingBy: PublicKey.count)
        guard rest == 0 else { throw CodingError(.length, at: reader.end) }
        guard count <= Self.maximumAddresses else { throw CodingError(.lookupEntry, at: Self.maximumAddresses) }
        var addresses: [PublicKey] = []
        for _ in 0..<count { addresses.append(try reader.readFixed()) }
        self.addresses = addresses
    }

    /// The address of an entry that a transaction in this slot can use; nil where there is none.
    public func address(_ entry: UInt8, at slot: UInt64) -> PublicKey? {
        let usable = slot > lastExtendedSlot ? addresses.count : min(Int(lastExtendedStart), addresses.count)
        return Int(entry) < usable ? addresses[Int(entry)] : nil
    }
}
