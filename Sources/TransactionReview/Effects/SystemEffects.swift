import SolanaTransactions

/// The effects of the System program's instructions.
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
            // If all of it goes, the account goes too; the bytes don't tell.
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

/// The effects of the Stake program's instructions.
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

/// The effects of the upgradeable loader's instructions.
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

/// The effects of the Address Lookup Table program's instructions.
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

/// The effects of the Associated Token program's instructions.
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

/// The compute budget that a transaction requests, and thus its fee.
struct ComputeBudget {
    /// The maximum number of compute units of a transaction.
    private static let maximumUnits: UInt64 = 1_400_000
    private static let microLamports: UInt64 = 1_000_000

    /// The highest limit, if several instructions state one.
    private var units: UInt64?
    private var price: UInt64?

    mutating func read(_ kind: EffectPlan.Budget, _ instruction: inout InstructionReader) {
        switch kind {
        case .unitLimit(let part): units = instruction.number(part).map { max($0, units ?? 0) } ?? units
        case .unitPrice(let part): price = instruction.number(part).map { max($0, price ?? 0) } ?? price
        }
    }

    /// Returns the base fee of 5,000 lamports per signature, and the maximum priority fee.
    ///
    /// - Parameter configured: The priority fee in lamports that a v1 message itself states.
    func fee(signatures: Int, configured: UInt64) -> UInt64 {
        let base = (UInt64(signatures) * 5000).addingSaturated(configured)
        guard let price else { return base }
        let (high, low) = price.multipliedFullWidth(by: min(units ?? Self.maximumUnits, Self.maximumUnits))
        guard high < Self.microLamports else { return .max }
        let (quotient, rest) = Self.microLamports.dividingFullWidth((high, low))
        return base.addingSaturated(quotient).addingSaturated(rest > 0 ? 1 : 0)
    }
}
