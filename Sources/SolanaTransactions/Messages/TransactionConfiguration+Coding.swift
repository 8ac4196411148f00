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

    /// Refuses a mask whose values this version can't read: bytes it skipped would be signed unseen.
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
