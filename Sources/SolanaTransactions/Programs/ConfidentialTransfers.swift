/// The instructions of Token-2022's confidential transfers.
///
/// A proof is either another instruction of the transaction or was checked before. The place of an instruction is its offset. A
/// checked proof has an account of its own, and its place is 0. The instructions sysvar is present if any proof is an
/// instruction.
enum ConfidentialTransfers {
    private static let mint = AccountRole.writable("mint")
    private static let account = AccountRole.writable("account")
    private static let authority = AccountRole.authority("authority")
    private static let owner = AccountRole.authority("owner")

    /// A balance under the owner's key, 36 bytes.
    private static func balance(_ name: String) -> Field { Field(name, .bytes(36)) }

    /// An amount under an ElGamal key, 64 bytes.
    private static func amount(_ name: String) -> Field { Field(name, .bytes(64)) }

    /// A proof's place.
    private static func place(_ proof: String) -> Field { Field("\(proof)ProofInstructionOffset", .i8) }

    /// The accounts for some proofs: the sysvar, then one for each proof that was checked before.
    private static func proofs(_ names: String...) -> [AccountRole] {
        let places = names.map { place($0).name }
        return [
            AccountRole(
                "instructionsSysvar", presence: .whenAnyNonzero(places), standard: Sysvars.instructions)
        ] + zip(names, places).map { AccountRole("\($0)ProofContext", presence: .whenZero($1)) }
    }

    /// The sysvar if the only proof is an instruction, otherwise the account of the checked proof.
    private static let proof = AccountRole.readonly("proofContextOrInstructionsSysvar")
    private static let proofPlace = Field("proofInstructionOffset", .i8)

    private static let mintSettings = [
        Field("autoApproveNewAccounts", .bool), Field("auditorElGamalKey", .keyOrZeros),
    ]

    static let transfers = [
        InstructionLayout(
            "InitializeConfidentialTransferMint", 27, 0, accounts: [mint],
            fields: [Field("authority", .keyOrZeros)] + mintSettings),
        InstructionLayout(
            "UpdateConfidentialTransferMint", 27, 1, accounts: [mint, authority], fields: mintSettings),
        InstructionLayout(
            "ConfigureConfidentialTransferAccount", 27, 2, accounts: [account, .readonly("mint"), proof, owner],
            fields: [balance("decryptableZeroBalance"), Field("maximumPendingBalanceCredits", .u64), proofPlace]),
        InstructionLayout(
            "ApproveConfidentialTransferAccount", 27, 3, accounts: [account, .readonly("mint"), authority]),
        InstructionLayout(
            "EmptyConfidentialTransferAccount", 27, 4, accounts: [account, proof, owner], fields: [proofPlace]),
        InstructionLayout(
            "ConfidentialDeposit", 27, 5, accounts: [account, .readonly("mint"), authority],
            fields: [Field("amount", .u64), Field("decimals", .u8)]),
        InstructionLayout(
            "ConfidentialWithdraw", 27, 6,
            accounts: [account, .readonly("mint")] + proofs("equality", "range") + [authority],
            fields: [
                Field("amount", .u64), Field("decimals", .u8), balance("newDecryptableBalance"), place("equality"),
                place("range"),
            ]),
        InstructionLayout(
            "ConfidentialTransfer", 27, 7,
            accounts: [.writable("source"), .readonly("mint"), .writable("destination")]
                + proofs("equality", "validity", "range") + [authority],
            fields: [
                balance("newDecryptableBalance"), amount("auditorAmountLow"), amount("auditorAmountHigh"),
                place("equality"), place("validity"), place("range"),
            ]),
        InstructionLayout(
            "ApplyConfidentialPendingBalance", 27, 8, accounts: [account, owner],
            fields: [Field("expectedPendingBalanceCredits", .u64), balance("newDecryptableBalance")]),
        InstructionLayout("EnableConfidentialCredits", 27, 9, accounts: [account, owner]),
        InstructionLayout("DisableConfidentialCredits", 27, 10, accounts: [account, owner]),
        InstructionLayout("EnableNonConfidentialCredits", 27, 11, accounts: [account, owner]),
        InstructionLayout("DisableNonConfidentialCredits", 27, 12, accounts: [account, owner]),
        InstructionLayout(
            "ConfidentialTransferWithFee", 27, 13,
            accounts: [.writable("source"), .readonly("mint"), .writable("destination")]
                + proofs("equality", "validity", "feeSigma", "feeValidity", "range") + [authority],
            fields: [
                balance("newDecryptableBalance"), amount("auditorAmountLow"), amount("auditorAmountHigh"),
                place("equality"), place("validity"), place("feeSigma"), place("feeValidity"), place("range"),
            ]),
        InstructionLayout(
            "ConfigureConfidentialTransferAccountWithRegistry", 27, 14,
            accounts: [account, .readonly("mint"), .readonly("registry")]),
        InstructionLayout(
            "ConfigureConfidentialTransferAccountWithRegistry", 27, 14,
            accounts: [
                account, .readonly("mint"), .readonly("registry"), .writableSigner("payer"),
                .standard("systemProgram", SystemProgram.id),
            ]),
    ]

    static let fees = [
        InstructionLayout(
            "InitializeConfidentialTransferFee", 37, 0, accounts: [mint],
            fields: [Field("authority", .keyOrZeros), Field("withdrawWithheldElGamalKey", .key)]),
        InstructionLayout(
            "WithdrawWithheldTokensFromMintForConfidentialTransferFee", 37, 1,
            accounts: [mint, .writable("destination"), proof, authority],
            fields: [proofPlace, balance("newDecryptableBalance")]),
        InstructionLayout(
            "WithdrawWithheldTokensFromAccountsForConfidentialTransferFee", 37, 2,
            accounts: [
                .readonly("mint"), .writable("destination"), proof, authority,
                .writable("source").with(.counted(by: "accountCount")),
            ], fields: [Field("accountCount", .u8), proofPlace, balance("newDecryptableBalance")]),
        InstructionLayout(
            "HarvestWithheldTokensToMintForConfidentialTransferFee", 37, 3,
            accounts: [mint, .writable("source").rest]),
        InstructionLayout("EnableHarvestToMint", 37, 4, accounts: [mint, authority]),
        InstructionLayout("DisableHarvestToMint", 37, 5, accounts: [mint, authority]),
    ]

    static let mintAndBurn = [
        InstructionLayout(
            "InitializeConfidentialMintBurn", 42, 0, accounts: [mint],
            fields: [Field("supplyElGamalKey", .key), balance("decryptableSupply")]),
        InstructionLayout(
            "RotateSupplyElGamalKey", 42, 1, accounts: [mint, proof, authority],
            fields: [Field("newSupplyElGamalKey", .key), proofPlace]),
        InstructionLayout(
            "UpdateDecryptableSupply", 42, 2, accounts: [mint, authority], fields: [balance("newDecryptableSupply")]),
        InstructionLayout(
            "ConfidentialMint", 42, 3,
            accounts: [account, mint] + proofs("equality", "validity", "range") + [authority],
            fields: [
                balance("newDecryptableSupply"), amount("auditorAmountLow"), amount("auditorAmountHigh"),
                place("equality"), place("validity"), place("range"),
            ]),
        InstructionLayout(
            "ConfidentialBurn", 42, 4,
            accounts: [account, mint] + proofs("equality", "validity", "range") + [authority],
            fields: [
                balance("newDecryptableBalance"), amount("auditorAmountLow"), amount("auditorAmountHigh"),
                place("equality"), place("validity"), place("range"),
            ]),
        InstructionLayout("ApplyPendingBurn", 42, 5, accounts: [mint, authority]),
    ]
}
