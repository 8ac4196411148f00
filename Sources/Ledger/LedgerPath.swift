/// The path of an account's key on a Ledger, as its Solana app derives it: SLIP-0010 for Ed25519, each step hardened.
///
/// The app derives only below `44'/501'`. On the wire a path is
///
/// ```
/// | number of steps: 1 | step: 4, big endian, with the highest bit set |
/// ```
///
/// Source: LedgerHQ/app-solana, `src/utils.c` and `Makefile`.
public struct LedgerPath: Sendable, Hashable {
    /// The steps that every path begins with.
    public static let prefix: [UInt32] = [44, 501]
    /// The most steps of a path.
    public static let maximumCount = 5

    /// The index of each step, below 2^31, without the bit that marks it as hardened.
    public let indices: [UInt32]

    /// Takes two to five indices that begin with 44 and 501; nil for others, and for an index that no hardened step has.
    public init?(_ indices: [UInt32]) {
        guard indices.starts(with: Self.prefix), indices.count <= Self.maximumCount,
            indices.allSatisfy({ $0 < Self.hardened })
        else { return nil }
        self.indices = indices
    }

    /// The number that is added to the index of a hardened step: 2^31.
    private static let hardened: UInt32 = 1 << 31

    /// The path on the wire.
    package var encoded: [UInt8] {
        [UInt8(clamping: indices.count)] + indices.flatMap { Array(bigEndian: $0 | Self.hardened) }
    }
}

extension LedgerPath: CustomStringConvertible {
    /// The path as it is written, `m/44'/501'/0'/0'`.
    public var description: String { indices.reduce(into: "m") { text, index in text += "/\(index)'" } }
}

extension [UInt8] {
    init(bigEndian value: some FixedWidthInteger) { self = Swift.withUnsafeBytes(of: value.bigEndian) { Array($0) } }
}
