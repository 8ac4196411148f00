extension StakeProgram {
    /// The bytes of a stake account.
    public static let space: UInt64 = 200

    /// Makes an account of ``space`` bytes, owned by this program, a stake without a lockup.
    public static func initialize(_ stake: PublicKey, staker: PublicKey, withdrawer: PublicKey) -> Instruction {
        build(
            "Initialize", ["stake": stake],
            [
                "staker": .key(staker), "withdrawer": .key(withdrawer), "unixTimestamp": .signed(0),
                "epoch": .number(UInt64(0)), "custodian": .key(PublicKey()),
            ])
    }

    /// Stakes all that the account has on a validator.
    public static func delegate(_ stake: PublicKey, vote: PublicKey, authority: PublicKey) -> Instruction {
        build("DelegateStake", ["stake": stake, "vote": vote, "authority": authority])
    }

    /// Ends staking; the lamports are free when the epoch ends.
    public static func deactivate(_ stake: PublicKey, authority: PublicKey) -> Instruction {
        build("Deactivate", ["stake": stake, "authority": authority])
    }

    /// Takes lamports out that aren't staked.
    public static func withdraw(
        _ stake: PublicKey, to destination: PublicKey, authority: PublicKey, lamports: UInt64,
        custodian: PublicKey? = nil
    ) -> Instruction {
        build(
            "Withdraw",
            ["stake": stake, "destination": destination, "authority": authority, "custodian": custodian],
            ["lamports": .number(lamports)])
    }

    /// Hands an authority over a stake to somebody else.
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
