/// Sets the limits and the price of the computation of a legacy or v0 transaction.
///
/// The data is a byte that names the instruction and one integer; there are no accounts. Source:
/// `solana-compute-budget-interface`.
public enum ComputeBudgetProgram: Program {
    public static let id = PublicKey("ComputeBudget111111111111111111111111111111")
    public static let name = "Compute Budget"

    public static let instructions = [
        InstructionLayout("RequestHeapFrame", 1, fields: [Field("bytes", .u32)]),
        InstructionLayout("SetComputeUnitLimit", 2, fields: [Field("units", .u32)]),
        InstructionLayout("SetComputeUnitPrice", 3, fields: [Field("microLamports", .u64)]),
        InstructionLayout("SetLoadedAccountsDataSizeLimit", 4, fields: [Field("bytes", .u32)]),
    ]

    /// Asks for a heap of that many bytes, a multiple of 1,024.
    public static func requestHeapFrame(bytes: UInt32) -> Instruction {
        build("RequestHeapFrame", [:], ["bytes": .number(bytes)])
    }

    /// The most compute units that the transaction may use.
    public static func setComputeUnitLimit(_ units: UInt32) -> Instruction {
        build("SetComputeUnitLimit", [:], ["units": .number(units)])
    }

    /// The price of a compute unit in millionths of a lamport.
    public static func setComputeUnitPrice(microLamports: UInt64) -> Instruction {
        build("SetComputeUnitPrice", [:], ["microLamports": .number(microLamports)])
    }

    /// The most bytes of account data that may be loaded.
    public static func setLoadedAccountsDataSizeLimit(bytes: UInt32) -> Instruction {
        build("SetLoadedAccountsDataSizeLimit", [:], ["bytes": .number(bytes)])
    }
}
