import SolanaTransactions

/// The programs' log lines at the beginning of an instruction.
enum ExecutionLogs {
    /// Nil where the program writes nothing, or nothing before it has looked at the accounts.
    static func line(_ program: any Program.Type, _ name: String) -> String? {
        switch program.id {
        case Token2022Program.id:
            name == "InitializeTransferFeeConfig" ? nil : extensions[name] ?? "Instruction: \(name)"
        case StakeProgram.id, AddressLookupTableProgram.id: "Instruction: \(name)"
        case AssociatedTokenProgram.id: name
        default: nil
        }
    }

    private static let extensions: [String: String] = [
        "TransferCheckedWithFee": "TransferFeeInstruction: TransferCheckedWithFee",
        "WithdrawWithheldTokensFromMint": "TransferFeeInstruction: WithdrawWithheldTokensFromMint",
        "WithdrawWithheldTokensFromAccounts": "TransferFeeInstruction: WithdrawWithheldTokensFromAccounts",
        "HarvestWithheldTokensToMint": "TransferFeeInstruction: HarvestWithheldTokensToMint",
        "SetTransferFee": "TransferFeeInstruction: SetTransferFee",
        "EnableMemoTransfers": "RequiredMemoTransfersInstruction::Enable",
        "DisableMemoTransfers": "RequiredMemoTransfersInstruction::Disable",
        "EnableCpiGuard": "CpiGuardInstruction::Enable",
        "DisableCpiGuard": "CpiGuardInstruction::Disable",
        "InitializeDefaultAccountState": "DefaultAccountStateInstruction::Initialize",
        "UpdateDefaultAccountState": "DefaultAccountStateInstruction::Update",
        "InitializeInterestBearingMint": "InterestBearingMintInstruction::Initialize",
        "UpdateRateInterestBearingMint": "InterestBearingMintInstruction::UpdateRate",
        "InitializeTransferHook": "TransferHookInstruction::Initialize",
        "UpdateTransferHook": "TransferHookInstruction::Update",
        "InitializeScaledUiAmountMint": "ScaledUiAmountMintInstruction::Initialize",
        "UpdateMultiplierScaledUiMint": "ScaledUiAmountMintInstruction::UpdateScale",
        "InitializePausableConfig": "PausableInstruction::Initialize",
        "Pause": "PausableInstruction::Pause",
        "Resume": "PausableInstruction::Resume",
        "InitializePermissionedBurn": "PermissionedBurnInstruction::Initialize",
        "PermissionedBurn": "PermissionedBurnInstruction::Burn",
        "PermissionedBurnChecked": "PermissionedBurnInstruction::BurnChecked",
        "InitializeMetadataPointer": "MetadataPointerInstruction::Initialize",
        "UpdateMetadataPointer": "MetadataPointerInstruction::Update",
        "InitializeGroupPointer": "GroupPointerInstruction::Initialize",
        "UpdateGroupPointer": "GroupPointerInstruction::Update",
        "InitializeGroupMemberPointer": "GroupMemberPointerInstruction::Initialize",
        "UpdateGroupMemberPointer": "GroupMemberPointerInstruction::Update",
        "InitializeTokenMetadata": "TokenMetadataInstruction: Initialize",
        "UpdateTokenMetadataField": "TokenMetadataInstruction: UpdateField",
        "RemoveTokenMetadataKey": "TokenMetadataInstruction: RemoveKey",
        "UpdateTokenMetadataUpdateAuthority": "TokenMetadataInstruction: UpdateAuthority",
        "EmitTokenMetadata": "TokenMetadataInstruction: Emit",
        "InitializeTokenGroup": "TokenGroupInstruction: InitializeGroup",
        "UpdateTokenGroupMaxSize": "TokenGroupInstruction: UpdateGroupMaxSize",
        "UpdateTokenGroupUpdateAuthority": "TokenGroupInstruction: UpdateGroupAuthority",
        "InitializeTokenGroupMember": "TokenGroupInstruction: InitializeMember",
        "InitializeConfidentialTransferMint": "ConfidentialTransferInstruction::InitializeMint",
        "UpdateConfidentialTransferMint": "ConfidentialTransferInstruction::UpdateMint",
        "ConfigureConfidentialTransferAccount": "ConfidentialTransferInstruction::ConfigureAccount",
        "ApproveConfidentialTransferAccount": "ConfidentialTransferInstruction::ApproveAccount",
        "EmptyConfidentialTransferAccount": "ConfidentialTransferInstruction::EmptyAccount",
        "ConfidentialDeposit": "ConfidentialTransferInstruction::Deposit",
        "ConfidentialWithdraw": "ConfidentialTransferInstruction::Withdraw",
        "ConfidentialTransfer": "ConfidentialTransferInstruction::Transfer",
        "ApplyConfidentialPendingBalance": "ConfidentialTransferInstruction::ApplyPendingBalance",
        "EnableConfidentialCredits": "ConfidentialTransferInstruction::EnableConfidentialCredits",
        "DisableConfidentialCredits": "ConfidentialTransferInstruction::DisableConfidentialCredits",
        "EnableNonConfidentialCredits": "ConfidentialTransferInstruction::EnableNonConfidentialCredits",
        "DisableNonConfidentialCredits": "ConfidentialTransferInstruction::DisableNonConfidentialCredits",
        "ConfidentialTransferWithFee": "ConfidentialTransferInstruction::TransferWithFee",
        "ConfigureConfidentialTransferAccountWithRegistry":
            "ConfidentialTransferInstruction::ConfigureAccountWithRegistry",
        "InitializeConfidentialTransferFee":
            "ConfidentialTransferFeeInstruction::InitializeConfidentialTransferFeeConfig",
        "WithdrawWithheldTokensFromMintForConfidentialTransferFee":
            "ConfidentialTransferFeeInstruction::WithdrawWithheldTokensFromMint",
        "WithdrawWithheldTokensFromAccountsForConfidentialTransferFee":
            "ConfidentialTransferFeeInstruction::WithdrawWithheldTokensFromAccounts",
        "HarvestWithheldTokensToMintForConfidentialTransferFee":
            "ConfidentialTransferFeeInstruction::HarvestWithheldTokensToMint",
        "EnableHarvestToMint": "ConfidentialTransferFeeInstruction::EnableHarvestToMint",
        "DisableHarvestToMint": "ConfidentialTransferFeeInstruction::DisableHarvestToMint",
        "InitializeConfidentialMintBurn": "ConfidentialMintBurnInstruction::InitializeMint",
        "RotateSupplyElGamalKey": "ConfidentialMintBurnInstruction::RotateSupplyElGamal",
        "UpdateDecryptableSupply": "ConfidentialMintBurnInstruction::UpdateDecryptableSupply",
        "ConfidentialMint": "ConfidentialMintBurnInstruction::ConfidentialMint",
        "ConfidentialBurn": "ConfidentialMintBurnInstruction::ConfidentialBurn",
        "ApplyPendingBurn": "ConfidentialMintBurnInstruction::ApplyPendingBurn",
    ]
}
