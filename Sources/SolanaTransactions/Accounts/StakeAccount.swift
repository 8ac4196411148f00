/// A stake account: the keys that control it, its lockup, and what is delegated to which validator.
///
/// ```
/// +-------+-------------+-----------+---------------+----------------------+-----------+--------------+
/// | u32 1 | reserve u64 | staker 32 | withdrawer 32 | until i64, epoch u64 | custodian | zeros    80  |  initialized
/// +-------+-------------+-----------+---------------+----------------------+-----------+--------------+
/// | u32 2 |                   as above                                     |    32     | delegation   |  delegated
/// +-------+----------------------------------------------------------------+-----------+--------------+
/// delegation: vote account 32, lamports u64, activation epoch u64, deactivation epoch u64, f64 without use, credits u64, flags u8, 3 zeros
/// ```
///
/// 200 bytes. Source: `solana-stake-interface`.
public struct StakeAccount: Hashable, Sendable {
    /// The rent deposit in lamports, which isn't staked and comes back when the account is closed.
    public let reserve: UInt64
    /// The key that may delegate, split and deactivate the stake.
    public let staker: PublicKey
    /// The key that may withdraw and set both authorities.
    public let withdrawer: PublicKey
    /// The time until which nothing is withdrawn without the custodian.
    public let lockup: StakeLockup
    /// The key that may withdraw before the lockup ends; nil if no key may.
    public let custodian: PublicKey?
    /// The latest delegation; nil if there never was one.
    public let delegation: StakeDelegation?

    /// The size of every stake account in bytes.
    public static let count = 200

    /// Reads the contents of an account that belongs to the Stake program.
    ///
    /// - Throws: `CodingError`: `.length`, `.uninitialized`, `.tag`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        guard data.count == Self.count else { throw CodingError(.length, at: data.count) }
        self = try data.read { reader throws(CodingError) in try StakeAccount(&reader) }
    }

    private init(_ reader: inout ByteReader) throws(CodingError) {
        let state: UInt32 = try reader.readInteger()
        switch state {
        case 0: throw CodingError(.uninitialized, at: 0)
        case 1, 2: break
        default: throw CodingError(.tag, at: 0)
        }
        reserve = try reader.readInteger()
        staker = try reader.readFixed()
        withdrawer = try reader.readFixed()
        lockup = StakeLockup(time: try reader.readInteger(), epoch: try reader.readInteger())
        custodian = try reader.readKeyOrZeros()
        delegation = state == 2 ? try StakeDelegation(&reader) : nil
    }
}

/// A durable nonce, which a transaction can use instead of a recent blockhash.
///
/// u32 version, u32 state (1), authority 32, nonce 32, lamports a signature u64: 80 bytes. Source: `solana-nonce`.
public struct NonceAccount: Hashable, Sendable {
    /// The key that may advance the nonce, withdraw from the account, and hand it over.
    public let authority: PublicKey
    /// The value that a transaction has in the place of a recent block's hash.
    public let nonce: Blockhash

    /// The size of every nonce account in bytes.
    public static let count = 80

    /// Reads the contents of an account of 80 bytes that belongs to the System program.
    ///
    /// - Throws: `CodingError`: `.length`, `.uninitialized`, `.tag`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        guard data.count == Self.count else { throw CodingError(.length, at: data.count) }
        self = try data.read { reader throws(CodingError) in try NonceAccount(&reader) }
    }

    private init(_ reader: inout ByteReader) throws(CodingError) {
        guard try reader.readInteger(as: UInt32.self) <= 1 else { throw CodingError(.tag, at: 0) }
        switch try reader.readInteger(as: UInt32.self) {
        case 0: throw CodingError(.uninitialized, at: 4)
        case 1: break
        default: throw CodingError(.tag, at: 4)
        }
        authority = try reader.readFixed()
        nonce = try reader.readFixed()
    }
}

/// An account of the upgradeable loader: a program, its code, or code that is still being written.
///
/// ```
/// +--------+------------------------+        +--------+-----------------+        +--------+----------+------------------------+
/// | u32 1  | authority 1 (+32) code |        | u32 2  | code account 32 |        | u32 3  | slot u64 | authority 1 (+32) code |
/// +--------+------------------------+        +--------+-----------------+        +--------+----------+------------------------+
/// ```
///
/// Source: `solana-loader-v3-interface`.
public enum LoaderAccount: Hashable, Sendable {
    /// Code that is being written; without an authority it can't be continued.
    case buffer(authority: PublicKey?)
    /// A program whose code is in another account.
    case program(code: PublicKey)
    /// The code of a program as of a slot; without an authority it can't be changed.
    case code(slot: UInt64, authority: PublicKey?)

    /// The key that may write, replace, close or hand over the account.
    public var authority: PublicKey? {
        switch self {
        case .buffer(let authority), .code(_, let authority): authority
        case .program: nil
        }
    }

    /// Reads the beginning of an account that belongs to the upgradeable loader; it ignores the code.
    ///
    /// - Throws: `CodingError`: `.truncated`, `.uninitialized`, `.tag`.
    public init(decoding data: ByteSlice) throws(CodingError) {
        self = try data.read { reader throws(CodingError) in
            switch try reader.readInteger(as: UInt32.self) {
            case 0: throw CodingError(.uninitialized, at: 0)
            case 1: return .buffer(authority: try reader.readFlag() ? try reader.readFixed() : nil)
            case 2: return .program(code: try reader.readFixed())
            case 3:
                let slot: UInt64 = try reader.readInteger()
                return .code(slot: slot, authority: try reader.readFlag() ? try reader.readFixed() : nil)
            default: throw CodingError(.tag, at: 0)
            }
        }
    }
}

/// An address lookup table as it is on the chain, with the fields that decide which entries can be used.
///
/// ```
/// +-------+--------------------+-------------------+------------------------+------------------+-------------+---------------+
/// | u32 1 | deactivation slot u64 | last extended u64 | first entry added then u8 | authority 1 (+32) | rest up to 56 | addresses 32 each |
/// +-------+--------------------+-------------------+------------------------+------------------+-------------+---------------+
/// ```
///
/// A header of 56 bytes and up to 256 addresses; addresses are only ever added. Source: `solana-address-lookup-table-interface`.
public struct LookupTableAccount: Hashable, Sendable {
    /// The slot in which the table's deactivation was requested; nil while it is in use.
    public let deactivationSlot: UInt64?
    /// The slot of the last addition of addresses; those can be used from the next slot on.
    public let lastExtendedSlot: UInt64
    /// The first entry of that addition.
    public let lastExtendedStart: UInt8
    /// The key that may add addresses and deactivate the table; nil if the table is frozen.
    public let authority: PublicKey?
    /// The entries; ``address(_:at:)`` tells which of them can be used.
    public let addresses: [PublicKey]

    /// The number of bytes before the addresses.
    public static let headerCount = 56
    /// The most addresses that a table has.
    public static let maximumAddresses = 256

    /// Reads the contents of an account that belongs to the Address Lookup Table program.
    ///
    /// - Throws: `CodingError`: `.truncated`, `.uninitialized`, `.tag`; `.length` if the bytes after the header aren't whole
    ///   addresses; `.lookupEntry` for more than 256.
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
        // The rest of the header keeps the bytes of an authority that is gone.
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

    /// The address of an entry that a transaction in this slot can use; nil if there is none.
    public func address(_ entry: UInt8, at slot: UInt64) -> PublicKey? {
        let usable = slot > lastExtendedSlot ? addresses.count : min(Int(lastExtendedStart), addresses.count)
        return Int(entry) < usable ? addresses[Int(entry)] : nil
    }
}

extension ByteSlice {
    /// Reads fields from the beginning; bytes may be left over.
    func read<Value>(_ body: (inout ByteReader) throws(CodingError) -> Value) throws(CodingError) -> Value {
        try withUnsafeBytes { buffer throws(CodingError) in
            var reader = ByteReader(buffer)
            return try body(&reader)
        }
    }
}

extension ByteReader {
    /// A value after a u32 that tells if the value counts; its bytes are present in any case (`COption`).
    ///
    /// - Throws: `.truncated`; `.tag` for a number that is neither 0 nor 1.
    mutating func readOption<Value>(
        _ body: (inout ByteReader) throws(CodingError) -> Value
    ) throws(CodingError) -> Value? {
        let start = offset
        let tag: UInt32 = try readInteger()
        guard tag <= 1 else { throw CodingError(.tag, at: start) }
        let value = try body(&self)
        return tag == 1 ? value : nil
    }

    /// A key; nil if all its bytes are zero.
    mutating func readKeyOrZeros() throws(CodingError) -> PublicKey? {
        let key: PublicKey = try readFixed()
        return key == PublicKey() ? nil : key
    }

    /// The state of a token account: 0, 1 or 2 (frozen).
    mutating func readAccountState() throws(CodingError) -> UInt8 {
        let state = try readByte()
        guard state <= 2 else { throw CodingError(.tag, at: offset - 1) }
        return state
    }

    /// A text with a u32 count before it.
    mutating func readText() throws(CodingError) -> String {
        let count: UInt32 = try readInteger()
        return try text(at: skip(Int(count)))
    }
}
