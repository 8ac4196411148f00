import SolanaTransactions

/// What the System program's instructions change.
enum SystemEffects {
    static func read(_ name: String, _ list: inout EffectList) throws(EffectList.MissingPart) -> Bool {
        switch name {
        case "Transfer", "TransferWithSeed":
            list.move(try list.number("lamports"), from: try list.account("from"), to: try list.account("to"))
        case "CreateAccount", "CreateAccountWithSeed", "CreateAccountAllowPrefund":
            let account = try list.account("newAccount")
            let lamports = try list.number("lamports")
            if let from = list.optional("from") { list.move(lamports, from: from, to: account, onlyWith: from) }
            list.append(
                EffectForm(.created, account, amount: try list.number("space"), after: try list.account("owner")))
        case "Assign", "AssignWithSeed":
            list.append(EffectForm(.owner, try list.account("account"), after: try list.account("owner")))
        case "Allocate":
            var room = EffectForm(.written, try list.account("account"))
            room.givesRoom = true
            list.append(room)
        case "AllocateWithSeed":
            list.append(EffectForm(.owner, try list.account("account"), after: try list.account("owner")))
        case "AdvanceNonceAccount", "UpgradeNonceAccount":
            list.append(EffectForm(.written, try list.account("nonce")))
        case "WithdrawNonceAccount":
            list.move(try list.number("lamports"), from: try list.account("nonce"), to: try list.account("to"))
            // Where all of it goes, the account goes too; the bytes don't tell.
            list.append(EffectForm(.written, try list.account("nonce")))
        case "InitializeNonceAccount":
            list.append(
                EffectForm(
                    .authority, try list.account("nonce"), role: .power(.nonce), after: try list.account("authority")))
        case "AuthorizeNonceAccount":
            list.append(
                EffectForm(
                    .authority, try list.account("nonce"), role: .power(.nonce), before: try list.account("authority"),
                    after: try list.account("newAuthority")))
        default: return false
        }
        return true
    }
}
