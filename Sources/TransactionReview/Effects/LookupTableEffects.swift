import SolanaTransactions

/// What the Address Lookup Table program's instructions change.
enum LookupTableEffects {
    static func read(_ name: String, _ list: inout EffectList) throws(EffectList.MissingPart) -> Bool {
        let table = try list.account("table")
        switch name {
        case "CreateLookupTable":
            list.move(nil, from: try list.account("payer"), to: table)
            list.append(EffectForm(.created, table, isMadeByProgram: true))
            list.append(EffectForm(.authority, table, role: .power(.table), after: try list.account("authority")))
        case "ExtendLookupTable":
            if let payer = list.optional("payer") { list.move(nil, from: payer, to: table, onlyWith: payer) }
            list.append(EffectForm(.written, table))
        case "FreezeLookupTable":
            list.append(EffectForm(.authority, table, role: .power(.table), before: try list.account("authority")))
        case "DeactivateLookupTable": list.append(EffectForm(.written, table))
        case "CloseLookupTable":
            let recipient = try list.account("recipient")
            list.move(nil, from: table, to: recipient)
            list.append(
                EffectForm(.closed, table, counterpart: recipient, before: try list.account("authority")))
        default: return false
        }
        return true
    }
}
