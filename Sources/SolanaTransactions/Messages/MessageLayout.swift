/// Where the parts of a message stand among the bytes it was found in.
///
/// Only the parser makes one, and only of a message that keeps every rule. What reads a message through its layout
/// meets no byte that wasn't checked.
///
/// Legacy and v0:
///
/// ```
/// +--------------------+-----------+---------------+----------+--------------+---------------+--------------+
/// | 0x80 (v0 only)     | header 3  | count (c-u16) | accounts | blockhash 32 | count (c-u16) | instructions |
/// +--------------------+-----------+---------------+----------+--------------+---------------+--------------+
/// | count (c-u16)      | address table lookups (v0 only)
/// +--------------------+------------------------------------
/// ```
///
/// v1:
///
/// ```
/// +------+----------+---------------+-------------+---------------------+------------------+----------+
/// | 0x81 | header 3 | mask (u32 LE) | lifetime 32 | instructions (u8)   | accounts (u8)    | accounts |
/// +------+----------+---------------+-------------+---------------------+------------------+----------+
/// | configuration values | instruction headers (4 each) | accounts and data of each instruction
/// +----------------------+------------------------------+---------------------------------------
/// ```
///
/// Sources: `solana-message` (legacy, v0), SIMD-0385 (v1).
package struct MessageLayout: Sendable {
    package let version: MessageVersion
    package let header: MessageHeader

    /// Where the message lies: exactly the bytes that are signed.
    package let range: Range<Int>

    package let accountKeysOffset: Int
    package let accountKeyCount: Int
    package let lifetimeOffset: Int
    package let configurationMask: UInt32
    package let configurationOffset: Int
    package let instructionsOffset: Int
    package let instructionCount: Int
    package let lookupsOffset: Int
    package let lookupCount: Int

    /// How many accounts the lookups add: first the written ones of all tables, then the read ones of all tables.
    package let writableLookupCount: Int
    package let readonlyLookupCount: Int

    /// Every account that an instruction can name.
    package var totalAccountCount: Int {
        accountKeyCount + writableLookupCount + readonlyLookupCount
    }

    /// The bytes of a whole transaction with this message.
    package var transactionCount: Int {
        let signatures = Int(header.requiredSignatures) * Signature.count
        return switch version {
        case .legacy, .v0: 1 + signatures + range.count
        case .v1: range.count + signatures
        }
    }

    /// Refuses a message whose transaction would be too large for its version.
    package func checkSize() throws(CodingError) {
        guard transactionCount <= version.maximumTransactionCount else {
            throw CodingError(.tooLarge, at: version.maximumTransactionCount)
        }
    }
}
