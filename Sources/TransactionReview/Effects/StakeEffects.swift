import SolanaTransactions

/// What the Stake program's instructions change.
enum StakeEffects {
    static func read(_ name: String, _ list: inout EffectList) throws(EffectList.MissingPart) -> Bool {
        switch name {
        case "Initialize", "InitializeChecked":
            let stake = try list.account("stake")
            list.append(EffectForm(.authority, stake, role: .power(.staker), after: try list.account("staker")))
            list.append(EffectForm(.authority, stake, role: .power(.withdrawer), after: try list.account("withdrawer")))
        case "Authorize", "AuthorizeChecked", "AuthorizeWithSeed", "AuthorizeCheckedWithSeed":
            let role = try list.chosenPower()
            // With a seed the authority is an address made from the base, which signs in its place.
            let before = try list.account(name.hasSuffix("WithSeed") ? "base" : "authority")
            list.append(
                EffectForm(
                    .authority, try list.account("stake"), role: role, before: before,
                    after: try list.account("newAuthority")))
        case "SetLockup", "SetLockupChecked":
            let custodian = list.optional("newCustodian") ?? list.optional("custodian")
            let (stake, authority) = (try list.account("stake"), try list.account("authority"))
            list.append(EffectForm(.written, stake))
            if let custodian {
                list.append(
                    EffectForm(
                        .authority, stake, role: .power(.custodian), before: authority, after: custodian,
                        onlyWith: custodian))
            }
        case "DelegateStake":
            list.append(EffectForm(.written, try list.account("stake"), counterpart: try list.account("vote")))
        case "Deactivate", "DeactivateDelinquent": list.append(EffectForm(.written, try list.account("stake")))
        case "Split":
            let (stake, split) = (try list.account("stake"), try list.account("splitStake"))
            list.move(try list.number("lamports"), from: stake, to: split)
            // It gets the authorities of the one it is split from.
            let authority = try list.account("authority")
            list.append(EffectForm(.authority, split, role: .power(.withdrawer), before: authority, after: authority))
        case "Merge":
            let (stake, source) = (try list.account("stake"), try list.account("sourceStake"))
            list.move(nil, from: source, to: stake)
            var merged = EffectForm(.closed, source, counterpart: stake, before: try list.account("authority"))
            // The program merges none but those of the same staker and withdrawer.
            merged.staysInHands = true
            list.append(merged)
        case "Withdraw":
            list.move(
                try list.number("lamports"), from: try list.account("stake"), to: try list.account("destination"))
        case "MoveStake", "MoveLamports":
            list.move(
                try list.number("lamports"), from: try list.account("stake"), to: try list.account("destination"))
            list.append(EffectForm(.written, try list.account("stake")))
            list.append(EffectForm(.written, try list.account("destination")))
        case "GetMinimumDelegation": break
        default: return false
        }
        return true
    }
}
