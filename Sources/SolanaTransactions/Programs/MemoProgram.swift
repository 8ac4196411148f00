/// Writes a text into the chain's log and checks that certain accounts have signed.
///
/// The data is UTF-8; every account must be a signer. Source: `spl-memo-interface`.
public enum MemoProgram: Program {
    public static let id = PublicKey("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
    public static let name = "Memo"

    public static let instructions = [
        InstructionLayout(
            "Memo", discriminator: [], accounts: [.signer("signer").rest], fields: [Field("memo", .text(.rest))])
    ]

    /// Writes a text that these accounts sign; there may be none.
    public static func memo(_ text: String, signers: [PublicKey] = []) -> Instruction {
        build("Memo", [:], ["memo": .text(text)], rest: ["signer": signers])
    }
}

/// The first memo program, which ignores accounts.
public enum LegacyMemoProgram: Program {
    public static let id = PublicKey("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo")
    public static let name = "Memo (v1)"

    public static let instructions = [
        InstructionLayout("Memo", discriminator: [], accounts: [.unused], fields: [Field("memo", .text(.rest))])
    ]

    /// Writes a text.
    public static func memo(_ text: String) -> Instruction {
        build("Memo", [:], ["memo": .text(text)])
    }
}

/// Sets the limits and the price of the computation of a legacy or v0 transaction.
///
/// The data is a byte that names the instruction and one integer. The runtime reads it with `try_from_slice_unchecked` and
/// ignores further bytes and all accounts. Source: `solana-compute-budget-interface`.
public enum ComputeBudgetProgram: Program {
    public static let id = PublicKey("ComputeBudget111111111111111111111111111111")
    public static let name = "Compute Budget"

    public static let instructions =
        layouts("RequestHeapFrame", 1, Field("bytes", .u32)) + layouts("SetComputeUnitLimit", 2, Field("units", .u32))
        + layouts("SetComputeUnitPrice", 3, Field("microLamports", .u64))
        + layouts("SetLoadedAccountsDataSizeLimit", 4, Field("bytes", .u32))

    private static func layouts(_ name: String, _ tag: UInt8, _ field: Field) -> [InstructionLayout] {
        [
            InstructionLayout(name, tag, accounts: [.unused], fields: [field]),
            InstructionLayout(
                name, tag, accounts: [.unused], fields: [field, Field("unusedBytes", .countedBytes(.rest))]),
        ]
    }

    /// Asks for a heap of that many bytes, a multiple of 1,024.
    public static func requestHeapFrame(bytes: UInt32) -> Instruction {
        build("RequestHeapFrame", [:], ["bytes": .number(bytes)])
    }

    /// Sets the most compute units that the transaction may use.
    public static func setComputeUnitLimit(_ units: UInt32) -> Instruction {
        build("SetComputeUnitLimit", [:], ["units": .number(units)])
    }

    /// Sets the price of a compute unit in millionths of a lamport.
    public static func setComputeUnitPrice(microLamports: UInt64) -> Instruction {
        build("SetComputeUnitPrice", [:], ["microLamports": .number(microLamports)])
    }

    /// Sets the most bytes of account data that may be loaded.
    public static func setLoadedAccountsDataSizeLimit(bytes: UInt32) -> Instruction {
        build("SetLoadedAccountsDataSizeLimit", [:], ["bytes": .number(bytes)])
    }
}
