/// The first program for fungible and other tokens.
public enum TokenProgram: TokenInterface {
    public static let id = PublicKey("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
    public static let name = "Token"

    public static let instructions =
        TokenLayouts.movement + TokenLayouts.initialization + TokenLayouts.questions
        + [
            TokenLayouts.setAuthority(TokenAuthority.allCases.prefix(4)),
            InstructionLayout("GetAccountDataSize", 21, accounts: [.readonly("mint")]),
        ]

    /// The mint of wrapped SOL.
    public static let nativeMint = PublicKey("So11111111111111111111111111111111111111112")
}

/// The program for tokens with extensions: everything in `TokenProgram`, and more.
///
/// Two bytes identify an extension's instruction, eight an instruction of the interfaces for metadata and groups. Transfers with
/// accounts for a transfer hook aren't understood. Source: `spl-token-2022-interface`.
public enum Token2022Program: TokenInterface {
    public static let id = PublicKey("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")
    public static let name = "Token-2022"

    private static let extensionTypes = Field("extensionType", .list(.rest, .u16))

    public static let instructions =
        TokenLayouts.transfers(Token2022Extensions.authorityAgain) + TokenLayouts.keeping + TokenLayouts.initialization
        + TokenLayouts.questions
        + [
            TokenLayouts.setAuthority(TokenAuthority.allCases),
            InstructionLayout(
                "GetAccountDataSize", 21, accounts: [.readonly("mint")], fields: [extensionTypes]),
            InstructionLayout(
                "InitializeMintCloseAuthority", 25, accounts: [.writable("mint")],
                fields: [Field("closeAuthority", .finalOption(.key))]),
            InstructionLayout(
                "Reallocate", 29,
                accounts: [
                    .writable("account"), .writableSigner("payer"), .standard("systemProgram", SystemProgram.id),
                    .authority("owner"),
                ], fields: [extensionTypes]),
            InstructionLayout(
                "CreateNativeMint", 31,
                accounts: [
                    .writableSigner("payer"), .writable("mint"), .standard("systemProgram", SystemProgram.id),
                ]),
            InstructionLayout("InitializeNonTransferableMint", 32, accounts: [.writable("mint")]),
            InstructionLayout(
                "InitializePermanentDelegate", 35, accounts: [.writable("mint")], fields: [Field("delegate", .key)]),
        ] + Token2022Extensions.transferFee + Token2022Extensions.accounts + Token2022Extensions.mints
        + Token2022Extensions.metadata + Token2022Extensions.groups + ConfidentialTransfers.transfers
        + ConfidentialTransfers.fees + ConfidentialTransfers.mintAndBurn
}

/// The authorities over a mint or a token account, in the order of `AuthorityType`.
///
/// The first four belong to the Token program, all of them to Token-2022.
public enum TokenAuthority: String, CaseIterable, Sendable {
    case mintTokens, freezeAccount, accountOwner, closeAccount
    case transferFeeConfig, withheldWithdraw, closeMint, interestRate, permanentDelegate, confidentialTransferMint
    case transferHookProgramId, confidentialTransferFeeConfig, metadataPointer, groupPointer, groupMemberPointer
    case scaledUiAmount, pause, permissionedBurn
}

/// Makes the token account that belongs to a wallet and a mint.
///
/// The data is a byte that names the instruction; empty data is the old spelling of `Create`. Source:
/// `spl-associated-token-account-interface`.
public enum AssociatedTokenProgram: Program {
    public static let id = PublicKey("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
    public static let name = "Associated Token"

    /// The program calls the account in this role: the instruction's name must not vouch for an unknown program.
    private static let tokenProgram = AccountRole(
        "tokenProgram", standard: TokenProgram.id, allowed: [TokenProgram.id, Token2022Program.id])

    private static let creation: [AccountRole] = [
        .writableSigner("payer"), .writable("associatedAccount"), .readonly("wallet"), .readonly("mint"),
        AccountRole("systemProgram", standard: SystemProgram.id, allowed: [SystemProgram.id]), tokenProgram,
        // Wallets of before 2022 still send the rent sysvar along.
        AccountRole("rent", presence: .optional, allowed: [Sysvars.rent]),
    ]

    public static let instructions = [
        InstructionLayout("Create", 0, accounts: creation),
        InstructionLayout("CreateIdempotent", 1, accounts: creation),
        InstructionLayout(
            "RecoverNested", 2,
            accounts: [
                .writable("nestedAccount"), .readonly("nestedMint"), .writable("destination"),
                .readonly("ownerAccount"), .readonly("ownerMint"), .writableSigner("wallet"), tokenProgram,
            ]),
        InstructionLayout("Create", discriminator: [], accounts: creation),
    ]

    /// The address of a wallet's account for a mint.
    ///
    /// - Parameter program: The token program that the mint belongs to.
    public static func address(
        owner: PublicKey, mint: PublicKey, program: PublicKey = TokenProgram.id
    ) -> PublicKey {
        do throws(SeedError) {
            return try PublicKey.findProgramAddress(seeds: [owner.bytes, program.bytes, mint.bytes], programID: id)
                .address
        } catch {
            // Three seeds of 32 bytes can't be too many or too long.
            preconditionFailure("no associated account: \(error)")
        }
    }

    /// Creates a wallet's account for a mint; fails if it already exists.
    public static func create(
        payer: PublicKey, owner: PublicKey, mint: PublicKey, program: PublicKey = TokenProgram.id
    ) -> Instruction {
        create("Create", payer, owner, mint, program)
    }

    /// Creates a wallet's account for a mint if it doesn't exist yet.
    public static func createIdempotent(
        payer: PublicKey, owner: PublicKey, mint: PublicKey, program: PublicKey = TokenProgram.id
    ) -> Instruction {
        create("CreateIdempotent", payer, owner, mint, program)
    }

    private static func create(
        _ name: String, _ payer: PublicKey, _ owner: PublicKey, _ mint: PublicKey, _ program: PublicKey
    ) -> Instruction {
        build(
            name,
            [
                "payer": payer, "associatedAccount": address(owner: owner, mint: mint, program: program),
                "wallet": owner, "mint": mint, "tokenProgram": program,
            ])
    }
}
