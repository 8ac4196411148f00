/// Sets the limits and the price of the computation of a legacy or v0 transaction.
///
/// The data is a byte that names the instruction and one integer; there are no accounts. Source:
/// `solana-compute-budget-interface`.
enum ComputeBudgetProgram: ReviewedProgram {
    static let address = "ComputeBudget111111111111111111111111111111"
    static let name = "Compute Budget"

    static func read(_ instruction: inout InstructionReader) throws(UnknownInstruction) -> String {
        switch try instruction.integer(as: UInt8.self) {
        case 1:
            try instruction.integer("bytes", as: UInt32.self)
            return "RequestHeapFrame"
        case 2:
            try instruction.integer("units", as: UInt32.self)
            return "SetComputeUnitLimit"
        case 3:
            try instruction.integer("microLamports", as: UInt64.self)
            return "SetComputeUnitPrice"
        case 4:
            try instruction.integer("bytes", as: UInt32.self)
            return "SetLoadedAccountsDataSizeLimit"
        default:
            throw UnknownInstruction()
        }
    }
}
