/// What a v1 message asks of the compute budget, in the message itself (SIMD-0385, "TransactionConfigMask").
///
/// A mask (u32 LE) says which values follow the addresses; they stand in this order, little endian:
///
/// ```
/// bits 0 and 1   priority fee              u64   both bits or neither
/// bit 2          compute unit limit        u32
/// bit 3          loaded accounts' bytes    u32
/// bit 4          heap bytes                u32   a multiple of 1,024 from 32,768 to 262,144
/// ```
public struct TransactionConfiguration: Hashable, Sendable {
    /// The whole priority fee in lamports; 0 where it is left out.
    public var priorityFee: UInt64?

    /// The most compute units; 0 where it is left out.
    public var computeUnitLimit: UInt32?

    /// The most bytes of account data that may be loaded; 0 where it is left out.
    public var loadedAccountsDataSizeLimit: UInt32?

    /// The bytes of a program's heap; 32,768 where it is left out.
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
