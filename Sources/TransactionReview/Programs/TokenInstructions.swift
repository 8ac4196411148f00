import SolanaTransactions

/// The instructions that both token programs have.
///
/// The data is a byte that names the instruction, then its fields, little endian. An authority that is a multisignature
/// account doesn't sign itself; its signers, 1 to 11, follow it. Sources: `spl-token-interface`,
/// `spl-token-2022-interface`.
enum TokenInstructions {
    static func read(
        _ tag: UInt8, _ instruction: inout InstructionReader, authorityTypes: Range<UInt8>
    ) throws(UnknownInstruction) -> String {
        switch tag {
        case 3:
            try instruction.accounts("source", "destination")
            try readAuthority("authority", &instruction)
            try instruction.integer("amount", as: UInt64.self)
            return "Transfer"
        case 4:
            try instruction.accounts("source", "delegate")
            try readAuthority("owner", &instruction)
            try instruction.integer("amount", as: UInt64.self)
            return "Approve"
        case 5:
            try instruction.accounts("source")
            try readAuthority("owner", &instruction)
            return "Revoke"
        case 6:
            try instruction.accounts("account")
            try readAuthority("authority", &instruction)
            try readAuthorityType(&instruction, authorityTypes)
            try readOptionalKey("newAuthority", &instruction)
            return "SetAuthority"
        case 9:
            try instruction.accounts("account", "destination")
            try readAuthority("owner", &instruction)
            return "CloseAccount"
        case 10, 11:
            try instruction.accounts("account", "mint")
            try readAuthority("authority", &instruction)
            return tag == 10 ? "FreezeAccount" : "ThawAccount"
        case 12:
            try instruction.accounts("source", "mint", "destination")
            try readAuthority("authority", &instruction)
            try readChecked(&instruction)
            return "TransferChecked"
        case 13:
            try instruction.accounts("source", "mint", "delegate")
            try readAuthority("owner", &instruction)
            try readChecked(&instruction)
            return "ApproveChecked"
        case 17:
            try instruction.accounts("account")
            if instruction.remainingAccounts > 0 {
                try instruction.accounts("rent")
            }
            return "SyncNative"
        case 38:
            try instruction.accounts("source", "destination")
            try readAuthority("authority", &instruction)
            return "WithdrawExcessLamports"
        case 45:
            try instruction.accounts("source", "destination")
            try readAuthority("authority", &instruction)
            if try instruction.isPresent("amount") {
                try instruction.integer("amount", as: UInt64.self)
            }
            return "UnwrapLamports"
        case 7, 8, 14, 15:
            return try readSupply(tag, &instruction)
        case 0, 1, 2, 16, 18, 19, 20, 22:
            return try readInitialization(tag, &instruction)
        default:
            return try readQuestion(tag, &instruction)
        }
    }

    /// Names the authority and, where it is a multisignature account, its signers.
    static func readAuthority(
        _ name: String, _ instruction: inout InstructionReader
    ) throws(UnknownInstruction) {
        let authority = try instruction.account(name)
        guard instruction.remainingAccounts > 0 else { return }
        guard !authority.isSigner, instruction.remainingAccounts <= maximumSigners else { throw UnknownInstruction() }
        while instruction.remainingAccounts > 0 {
            guard try instruction.account("signer").isSigner else { throw UnknownInstruction() }
        }
    }

    private static func readSupply(
        _ tag: UInt8, _ instruction: inout InstructionReader
    ) throws(UnknownInstruction) -> String {
        let isMinting = tag == 7 || tag == 14
        if isMinting {
            try instruction.accounts("mint", "destination")
            try readAuthority("authority", &instruction)
        } else {
            try instruction.accounts("source", "mint")
            try readAuthority("owner", &instruction)
        }
        if tag == 7 || tag == 8 {
            try instruction.integer("amount", as: UInt64.self)
            return isMinting ? "MintTo" : "Burn"
        }
        try readChecked(&instruction)
        return isMinting ? "MintToChecked" : "BurnChecked"
    }

    private static func readInitialization(
        _ tag: UInt8, _ instruction: inout InstructionReader
    ) throws(UnknownInstruction) -> String {
        switch tag {
        case 0:
            try instruction.accounts("mint", "rent")
            try readMint(&instruction)
            return "InitializeMint"
        case 1:
            try instruction.accounts("account", "mint", "owner", "rent")
            return "InitializeAccount"
        case 2:
            try instruction.accounts("multisig", "rent")
            try readMultisig(&instruction)
            return "InitializeMultisig"
        case 16:
            try instruction.accounts("account", "mint", "rent")
            try instruction.key("owner")
            return "InitializeAccount2"
        case 18:
            try instruction.accounts("account", "mint")
            try instruction.key("owner")
            return "InitializeAccount3"
        case 19:
            try instruction.accounts("multisig")
            try readMultisig(&instruction)
            return "InitializeMultisig2"
        case 20:
            try instruction.accounts("mint")
            try readMint(&instruction)
            return "InitializeMint2"
        case 22:
            try instruction.accounts("account")
            return "InitializeImmutableOwner"
        default:
            throw UnknownInstruction()
        }
    }

    /// Instructions that change nothing and only answer.
    private static func readQuestion(
        _ tag: UInt8, _ instruction: inout InstructionReader
    ) throws(UnknownInstruction) -> String {
        switch tag {
        case 21:
            try instruction.accounts("mint")
            return "GetAccountDataSize"
        case 23:
            try instruction.accounts("mint")
            try instruction.integer("amount", as: UInt64.self)
            return "AmountToUiAmount"
        case 24:
            try instruction.accounts("mint")
            try instruction.text("uiAmount", count: instruction.remainingBytes)
            return "UiAmountToAmount"
        default:
            throw UnknownInstruction()
        }
    }

    private static func readChecked(_ instruction: inout InstructionReader) throws(UnknownInstruction) {
        try instruction.integer("amount", as: UInt64.self)
        try instruction.integer("decimals", as: UInt8.self)
    }

    private static func readMint(_ instruction: inout InstructionReader) throws(UnknownInstruction) {
        try instruction.integer("decimals", as: UInt8.self)
        try instruction.key("mintAuthority")
        try readOptionalKey("freezeAuthority", &instruction)
    }

    private static func readMultisig(_ instruction: inout InstructionReader) throws(UnknownInstruction) {
        guard (1...maximumSigners).contains(instruction.remainingAccounts) else { throw UnknownInstruction() }
        while instruction.remainingAccounts > 0 {
            try instruction.accounts("signer")
        }
        try instruction.integer("requiredSigners", as: UInt8.self)
    }

    /// Reads an optional key that ends the data. Where it is left out, older clients write 32 zeros in its place, which
    /// the programs don't look at.
    static func readOptionalKey(
        _ name: String, _ instruction: inout InstructionReader
    ) throws(UnknownInstruction) {
        if try instruction.isPresent(name) {
            try instruction.key(name)
        } else if instruction.remainingBytes > 0 {
            guard try instruction.bytes(32).allSatisfy({ $0 == 0 }) else { throw UnknownInstruction() }
        }
    }

    private static func readAuthorityType(
        _ instruction: inout InstructionReader, _ allowed: Range<UInt8>
    ) throws(UnknownInstruction) {
        let type = try instruction.integer(as: UInt8.self)
        guard allowed.contains(type), authorityTypes.indices.contains(Int(type)) else { throw UnknownInstruction() }
        instruction.note("authorityType", authorityTypes[Int(type)])
    }

    private static let maximumSigners = 11

    /// `AuthorityType` in the order of its values; the first four are `TokenProgram`'s.
    private static let authorityTypes = [
        "mintTokens", "freezeAccount", "accountOwner", "closeAccount", "transferFeeConfig", "withheldWithdraw",
        "closeMint", "interestRate", "permanentDelegate", "confidentialTransferMint", "transferHookProgramId",
        "confidentialTransferFeeConfig", "metadataPointer", "groupPointer", "groupMemberPointer", "scaledUiAmount",
        "pause", "permissionedBurn",
    ]
}
