/// Keeps lamports that are staked on validators.
///
/// The data is bincode: a u32 that names the instruction, then its fields. Source: `solana-stake-interface`.
public enum StakeProgram: Program {
    public static let id = PublicKey("Stake11111111111111111111111111111111111111")
    public static let name = "Stake"

    /// The authorities over a stake: the staker stakes it, and the withdrawer withdraws it and so controls everything.
    public enum Authority: String, CaseIterable, Sendable {
        case staker, withdrawer
    }

    private static let authorityType = Field("authorityType", .choice(Authority.allCases.map(\.rawValue), .u32))
    private static let clock = AccountRole.standard("clock", Sysvars.clock)
    private static let rent = AccountRole.standard("rent", Sysvars.rent)
    private static let stakeHistory = AccountRole.standard("stakeHistory", Sysvars.stakeHistory)
    private static let unused = AccountRole.standard(
        "unused", PublicKey("StakeConfig11111111111111111111111111111111"))
    private static let custodian = AccountRole.signer("custodian").optional
    private static let seed = [Field("authoritySeed", .text(.u64)), Field("authorityOwner", .key)]

    public static let instructions = [
        InstructionLayout(
            "Initialize", u32: 0, accounts: [.writable("stake"), rent],
            fields: [
                Field("staker", .key), Field("withdrawer", .key), Field("unixTimestamp", .i64), Field("epoch", .u64),
                Field("custodian", .key),
            ]),
        InstructionLayout(
            "Authorize", u32: 1, accounts: [.writable("stake"), clock, .signer("authority"), custodian],
            fields: [Field("newAuthority", .key), authorityType]),
        InstructionLayout(
            "DelegateStake", u32: 2,
            accounts: [.writable("stake"), .readonly("vote"), clock, stakeHistory, unused, .signer("authority")]),
        InstructionLayout(
            "Split", u32: 3, accounts: [.writable("stake"), .writable("splitStake"), .signer("authority")],
            fields: [Field("lamports", .u64)]),
        InstructionLayout(
            "Withdraw", u32: 4,
            accounts: [
                .writable("stake"), .writable("destination"), clock, stakeHistory, .signer("authority"), custodian,
            ], fields: [Field("lamports", .u64)]),
        // The program needs the two sysvars no more; it takes the third account for the authority where it isn't the clock.
        InstructionLayout(
            "Withdraw", u32: 4,
            accounts: [.writable("stake"), .writable("destination"), .signer("authority"), custodian],
            fields: [Field("lamports", .u64)]),
        InstructionLayout("Deactivate", u32: 5, accounts: [.writable("stake"), clock, .signer("authority")]),
        InstructionLayout(
            "SetLockup", u32: 6, accounts: [.writable("stake"), .signer("authority")],
            fields: [
                Field("unixTimestamp", .option(.i64)), Field("epoch", .option(.u64)),
                Field("custodian", .option(.key)),
            ]),
        InstructionLayout(
            "Merge", u32: 7,
            accounts: [.writable("stake"), .writable("sourceStake"), clock, stakeHistory, .signer("authority")]),
        InstructionLayout(
            "AuthorizeWithSeed", u32: 8, accounts: [.writable("stake"), .signer("base"), clock, custodian],
            fields: [Field("newAuthority", .key), authorityType] + seed),
        InstructionLayout(
            "InitializeChecked", u32: 9,
            accounts: [.writable("stake"), rent, .readonly("staker"), .signer("withdrawer")]),
        InstructionLayout(
            "AuthorizeChecked", u32: 10,
            accounts: [.writable("stake"), clock, .signer("authority"), .signer("newAuthority"), custodian],
            fields: [authorityType]),
        InstructionLayout(
            "AuthorizeCheckedWithSeed", u32: 11,
            accounts: [.writable("stake"), .signer("base"), clock, .signer("newAuthority"), custodian],
            fields: [authorityType] + seed),
        InstructionLayout(
            "SetLockupChecked", u32: 12,
            accounts: [.writable("stake"), .signer("authority"), .signer("newCustodian").optional],
            fields: [Field("unixTimestamp", .option(.i64)), Field("epoch", .option(.u64))]),
        InstructionLayout("GetMinimumDelegation", u32: 13),
        InstructionLayout(
            "DeactivateDelinquent", u32: 14,
            accounts: [.writable("stake"), .readonly("vote"), .readonly("referenceVote")]),
        InstructionLayout(
            "MoveStake", u32: 16, accounts: [.writable("stake"), .writable("destination"), .signer("authority")],
            fields: [Field("lamports", .u64)]),
        InstructionLayout(
            "MoveLamports", u32: 17, accounts: [.writable("stake"), .writable("destination"), .signer("authority")],
            fields: [Field("lamports", .u64)]),
    ]
}

extension StakeProgram {
    /// The size of a stake account in bytes.
    public static let space: UInt64 = 200

    /// Initializes an account of ``space`` bytes, owned by this program, as a stake without a lockup.
    public static func initialize(_ stake: PublicKey, staker: PublicKey, withdrawer: PublicKey) -> Instruction {
        build(
            "Initialize", ["stake": stake],
            [
                "staker": .key(staker), "withdrawer": .key(withdrawer), "unixTimestamp": .signed(0),
                "epoch": .number(UInt64(0)), "custodian": .key(PublicKey()),
            ])
    }

    /// Stakes all of the account's lamports on a validator.
    public static func delegate(_ stake: PublicKey, vote: PublicKey, authority: PublicKey) -> Instruction {
        build("DelegateStake", ["stake": stake, "vote": vote, "authority": authority])
    }

    /// Ends staking; the lamports are free when the epoch ends.
    public static func deactivate(_ stake: PublicKey, authority: PublicKey) -> Instruction {
        build("Deactivate", ["stake": stake, "authority": authority])
    }

    /// Withdraws lamports that aren't staked.
    public static func withdraw(
        _ stake: PublicKey, to destination: PublicKey, authority: PublicKey, lamports: UInt64,
        custodian: PublicKey? = nil
    ) -> Instruction {
        build(
            "Withdraw",
            ["stake": stake, "destination": destination, "authority": authority, "custodian": custodian],
            ["lamports": .number(lamports)])
    }

    /// Transfers an authority over a stake to another key.
    public static func authorize(
        _ stake: PublicKey, _ type: Authority, authority: PublicKey, newAuthority: PublicKey,
        custodian: PublicKey? = nil
    ) -> Instruction {
        build(
            "Authorize", ["stake": stake, "authority": authority, "custodian": custodian],
            ["newAuthority": .key(newAuthority), "authorityType": .choice(type.rawValue)])
    }

    /// Moves a part of a stake into an empty stake account.
    public static func split(
        _ stake: PublicKey, into splitStake: PublicKey, authority: PublicKey, lamports: UInt64
    ) -> Instruction {
        build(
            "Split", ["stake": stake, "splitStake": splitStake, "authority": authority],
            ["lamports": .number(lamports)])
    }

    /// Moves all of a stake into another one of the same authorities.
    public static func merge(_ sourceStake: PublicKey, into stake: PublicKey, authority: PublicKey) -> Instruction {
        build("Merge", ["stake": stake, "sourceStake": sourceStake, "authority": authority])
    }
}
