import SolanaTransactions

/// What the upgradeable loader's instructions change.
enum LoaderEffects {
    static func read(_ name: String, _ list: inout EffectList) throws(EffectList.MissingPart) -> Bool {
        switch name {
        case "Upgrade":
            list.append(EffectForm(.code, try list.account("program"), before: try list.account("authority")))
            list.move(nil, from: try list.account("buffer"), to: try list.account("spill"))
        case "SetAuthority", "SetAuthorityChecked":
            list.append(
                EffectForm(
                    .authority, try list.account("account"), role: .power(.upgrade),
                    before: try list.account("authority"),
                    after: list.optional("newAuthority")))
        case "Close":
            let (account, destination) = (try list.account("account"), try list.account("destination"))
            list.move(nil, from: account, to: destination)
            list.append(EffectForm(.closed, account, counterpart: destination, before: list.optional("authority")))
            if let program = list.optional("program") { list.append(EffectForm(.code, program, onlyWith: program)) }
        default: return false
        }
        return true
    }
}
