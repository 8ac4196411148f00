import SolanaTransactions

/// The effects of both token programs' instructions.
enum TokenEffects {
    static func read(_ name: String, _ list: inout EffectList) throws(EffectList.MissingPart) -> Bool {
        switch name {
        case "Transfer", "TransferChecked", "TransferCheckedWithFee":
            let (source, destination) = (try list.account("source"), try list.account("destination"))
            let (amount, mint) = (try list.number("amount"), list.optional("mint"))
            list.append(
                EffectForm(
                    .tokensOut, source, amount: amount, counterpart: destination, mint: mint,
                    before: try list.account("authority")))
            // A fee of the mint may be kept back from what arrives.
            list.append(EffectForm(.tokensIn, destination, amount: amount, counterpart: source, mint: mint))
        case "MintTo", "MintToChecked":
            list.append(
                EffectForm(
                    .tokensIn, try list.account("destination"), amount: try list.number("amount"),
                    mint: try list.account("mint")))
        case "Burn", "BurnChecked":
            list.append(
                EffectForm(
                    .tokensOut, try list.account("source"), amount: try list.number("amount"),
                    mint: try list.account("mint"), before: try list.account("owner")))
        case "Approve", "ApproveChecked":
            list.append(
                EffectForm(
                    .delegate, try list.account("source"), amount: try list.number("amount"),
                    mint: list.optional("mint"), before: try list.account("owner"), after: try list.account("delegate"))
            )
        case "Revoke":
            list.append(EffectForm(.delegate, try list.account("source"), before: try list.account("owner")))
        case "SetAuthority":
            let role = try list.chosenPower()
            list.append(
                EffectForm(
                    .authority, try list.account("account"), role: role, before: try list.account("authority"),
                    after: list.optional("newAuthority")))
        case "CloseAccount":
            let (account, destination) = (try list.account("account"), try list.account("destination"))
            list.move(nil, from: account, to: destination)
            list.append(EffectForm(.closed, account, counterpart: destination, before: try list.account("owner")))
        case "FreezeAccount":
            list.append(EffectForm(.frozen, try list.account("account"), mint: try list.account("mint")))
        case "ThawAccount":
            list.append(EffectForm(.thawed, try list.account("account"), mint: try list.account("mint")))
        case "SyncNative":
            // SOL that was sent there before counts as tokens from now on.
            list.append(EffectForm(.tokensIn, try list.account("account")))
        case "WithdrawExcessLamports", "UnwrapLamports":
            let (source, destination) = (try list.account("source"), try list.account("destination"))
            let amount = name == "UnwrapLamports" ? list.optional("amount") : nil
            list.move(amount, from: source, to: destination)
            list.markExcess()
            if name == "UnwrapLamports" {
                list.append(EffectForm(.tokensOut, source, amount: amount, before: try list.account("authority")))
            }
        default: return try initialization(name, &list)
        }
        return true
    }

    private static func initialization(
        _ name: String, _ list: inout EffectList
    ) throws(EffectList.MissingPart) -> Bool {
        switch name {
        case "InitializeAccount", "InitializeAccount2", "InitializeAccount3":
            list.append(
                EffectForm(
                    .authority, try list.account("account"), mint: try list.account("mint"),
                    role: .power(.accountOwner),
                    after: try list.account("owner")))
        case "InitializeMint", "InitializeMint2":
            let mint = try list.account("mint")
            list.append(
                EffectForm(.authority, mint, role: .power(.mintTokens), after: try list.account("mintAuthority")))
            if let freeze = list.optional("freezeAuthority") {
                list.append(EffectForm(.authority, mint, role: .power(.freezeAccount), after: freeze, onlyWith: freeze))
            }
        case "InitializeMintCloseAuthority":
            list.append(
                EffectForm(
                    .authority, try list.account("mint"), role: .power(.closeMint),
                    after: list.optional("closeAuthority")))
        case "InitializePermanentDelegate":
            list.append(
                EffectForm(
                    .authority, try list.account("mint"), role: .power(.permanentDelegate),
                    after: try list.account("delegate")))
        case "InitializeNonTransferableMint": list.append(EffectForm(.written, try list.account("mint")))
        case "InitializeMultisig", "InitializeMultisig2":
            list.append(EffectForm(.written, try list.account("multisig")))
        case "InitializeImmutableOwner": list.append(EffectForm(.written, try list.account("account")))
        case "EnableMemoTransfers", "DisableMemoTransfers", "EnableCpiGuard", "DisableCpiGuard":
            list.append(EffectForm(.written, try list.account("account")))
        case "Reallocate":
            list.append(EffectForm(.written, try list.account("account")))
            list.move(nil, from: try list.account("payer"), to: try list.account("account"))
        case "GetAccountDataSize", "AmountToUiAmount", "UiAmountToAmount": break
        default: return false
        }
        return true
    }
}
