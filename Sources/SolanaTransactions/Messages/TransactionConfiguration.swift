/// A v1 message's requests to the compute budget, in the message itself (SIMD-0385, "TransactionConfigMask").
///
/// A mask (u32 LE) tells which values follow the addresses. They are little endian, in this order:
///
/// ```
/// bits 0 and 1   priority fee              u64   both bits or neither
/// bit 2          compute unit limit        u32
/// bit 3          loaded accounts' bytes    u32
/// bit 4          heap bytes                u32   a multiple of 1,024 from 32,768 to 262,144
/// ```
public struct TransactionConfiguration: Hashable, Sendable {
    /// The whole priority fee in lamports; 0 if it is left out.
    public var priorityFee: UInt64?

    /// The most compute units; 0 if it is left out.
    public var computeUnitLimit: UInt32?

    /// The most bytes of account data that may be loaded; 0 if it is left out.
    public var loadedAccountsDataSizeLimit: UInt32?

    /// The bytes of a program's heap; 32,768 if it is left out.
    public var heapSize: UInt32?

    public init(
        priorityFee: UInt64? = nil, computeUnitLimit: UInt32? = nil, loadedAccountsDataSizeLimit: UInt32? = nil,
        heapSize: UInt32? = nil
    ) {
        self.priorityFee = priorityFee
        self.computeUnitLimit = computeUnitLimit
        self.loadedAccountsDataSizeLimit = loadedAccountsDataSizeLimit
        self.heapSize = heapSize
    }
}

extension TransactionConfiguration {
    private static let priorityFeeBits: UInt32 = 0b11
    private static let computeUnitLimitBit: UInt32 = 0b100
    private static let loadedAccountsDataSizeLimitBit: UInt32 = 0b1000
    private static let heapSizeBit: UInt32 = 0b1_0000
    private static let knownBits: UInt32 = 0b1_1111

    /// The mask that announces the values that are set.
    var mask: UInt32 {
        (priorityFee == nil ? 0 : Self.priorityFeeBits)
            | (computeUnitLimit == nil ? 0 : Self.computeUnitLimitBit)
            | (loadedAccountsDataSizeLimit == nil ? 0 : Self.loadedAccountsDataSizeLimitBit)
            | (heapSize == nil ? 0 : Self.heapSizeBit)
    }

    /// Refuses a mask whose values this version can't read: the user would sign skipped bytes unseen.
    static func check(mask: UInt32, at offset: Int) throws(CodingError) {
        let fee = mask & priorityFeeBits
        guard mask & ~knownBits == 0, fee == 0 || fee == priorityFeeBits else {
            throw CodingError(.configurationMask, at: offset)
        }
    }

    /// Reads the values that a checked mask announces.
    init(mask: UInt32, _ reader: inout ByteReader) throws(CodingError) {
        self.init()
        if mask & Self.priorityFeeBits != 0 {
            priorityFee = try reader.readInteger()
        }
        if mask & Self.computeUnitLimitBit != 0 {
            computeUnitLimit = try reader.readInteger()
        }
        if mask & Self.loadedAccountsDataSizeLimitBit != 0 {
            loadedAccountsDataSizeLimit = try reader.readInteger()
        }
        if mask & Self.heapSizeBit != 0 {
            let offset = reader.offset
            let size: UInt32 = try reader.readInteger()
            guard size % 1_024 == 0, (32_768...262_144).contains(size) else {
                throw CodingError(.configurationValue, at: offset)
            }
            heapSize = size
        }
    }

    func encode(into bytes: inout [UInt8]) {
        if let priorityFee {
            bytes.append(littleEndian: priorityFee)
        }
        for value in [computeUnitLimit, loadedAccountsDataSizeLimit, heapSize] {
            if let value {
                bytes.append(littleEndian: value)
            }
        }
    }
}
