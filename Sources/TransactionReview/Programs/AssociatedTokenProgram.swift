import SolanaTransactions

/// Makes the token account that belongs to a wallet and a mint.
///
/// The data is a byte that names the instruction; none is the old spelling of `Create`. Source:
/// `spl-associated-token-account-interface`.
enum AssociatedTokenProgram: ReviewedProgram {
    static let address = "ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL"
    static let name = "Associated Token"

    static func read(_ instruction: inout InstructionReader) throws(UnknownInstruction) -> String {
        let tag: UInt8 = instruction.remainingBytes == 0 ? 0 : try instruction.integer()
        switch tag {
        case 0, 1:
            try instruction.accounts("payer", "associatedAccount", "wallet", "mint")
            try readProgram("systemProgram", [SystemProgram.address], &instruction)
            try readTokenProgram(&instruction)
            // Wallets of before 2022 still send the rent sysvar along.
            if instruction.remainingAccounts > 0 {
                try readProgram("rent", [rentSysvar], &instruction)
            }
            return tag == 0 ? "Create" : "CreateIdempotent"
        case 2:
            try instruction.accounts(
                "nestedAccount", "nestedMint", "destination", "ownerAccount", "ownerMint", "wallet")
            try readTokenProgram(&instruction)
            return "RecoverNested"
        default:
            throw UnknownInstruction()
        }
    }

    /// The program calls whatever stands there: a name for the instruction must not vouch for a stranger.
    private static func readTokenProgram(_ instruction: inout InstructionReader) throws(UnknownInstruction) {
        try readProgram("tokenProgram", [TokenProgram.address, Token2022Program.address], &instruction)
    }

    private static func readProgram(
        _ name: String, _ allowed: [String], _ instruction: inout InstructionReader
    ) throws(UnknownInstruction) {
        guard
            case .address(let key) = try instruction.account(name).source, allowed.contains(key.base58)
        else {
            throw UnknownInstruction()
        }
    }

    private static let rentSysvar = "SysvarRent111111111111111111111111111111111"
}
