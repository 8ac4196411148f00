import SolanaTransactions

/// What the Associated Token program's instructions change.
enum AssociatedTokenEffects {
    static func read(_ name: String, _ list: inout EffectList) throws(EffectList.MissingPart) -> Bool {
        switch name {
        case "Create", "CreateIdempotent":
            let account = try list.account("associatedAccount")
            list.move(nil, from: try list.account("payer"), to: account)
            list.append(EffectForm(.created, account, after: try list.account("tokenProgram")))
            list.append(
                EffectForm(
                    .authority, account, mint: try list.account("mint"), role: .power(.accountOwner),
                    after: try list.account("wallet")))
        case "RecoverNested":
            let (nested, destination) = (try list.account("nestedAccount"), try list.account("destination"))
            let (mint, wallet) = (try list.account("nestedMint"), try list.account("wallet"))
            list.append(EffectForm(.tokensOut, nested, counterpart: destination, mint: mint, before: wallet))
            list.append(EffectForm(.tokensIn, destination, counterpart: nested, mint: mint))
            list.move(nil, from: nested, to: wallet)
            list.append(EffectForm(.closed, nested, counterpart: wallet, before: wallet))
        default: return false
        }
        return true
    }
}
