import DisplayText
import JSONRPC

/// One instruction in words: what it does, then each of its parts, with every address whole.
struct InstructionWording {
    private let item: JSON
    private let number: Int
    /// The number as it is shown.
    private let label: String
    private let names: AddressWording
    private let words: Phrasebook

    /// - Parameters:
    ///   - item: The transaction, whose effects tell the decimals of tokens.
    ///   - label: The number as it is shown; nil if it is the number itself.
    init(_ item: JSON, number: Int, label: String? = nil, _ names: AddressWording, in words: Phrasebook) {
        self.item = item
        self.number = number
        self.label = label ?? "\(number)"
        self.names = names
        self.words = words
    }

    func detail(of instruction: JSON) -> ReviewSummary.Detail {
        let program = instruction["programName"]?.text?.visible ?? instruction["program"]?.text?.visible ?? "?"
        guard instruction["known"]?.bool == true else {
            return .group(
                number: label, title: words(.instructionUnknown, ["program": program]),
                [.fact(address(.factProgram, instruction["program"]?.text ?? "?"))] + accounts(of: instruction)
                    + AuthorWording(names, in: words).claim(instruction["author"]))
        }
        let nested = (instruction["nested"]?.array ?? []).enumerated().map { index, part in
            ReviewSummary.Detail.group(
                number: "\(label).\(index + 1)", title: title(of: part, program: program), fields(of: part))
        }
        let checks = (instruction["checks"]?.array ?? []).map { check in
            ReviewSummary.Detail.text(CheckWording(check, names, in: words).sentence)
        }
        let proposal = instruction["proposal"].map { ProposalWording($0, number: label, names, in: words).details }
        return .group(
            number: label, title: title(of: instruction, program: program),
            promise(program) + AuthorWording(names, in: words).sentence(of: instruction["display"]) + checks
                + fields(of: instruction) + nested + (proposal ?? []))
    }

    /// Names whose word it is what another program's instruction moves.
    private func promise(_ program: String) -> [ReviewSummary.Detail] {
        guard let promise = (item["promises"]?.array ?? []).first(where: { $0["instruction"]?.int == number }) else {
            return []
        }
        let key: TextKey = promise["basis"] == "program" ? .instructionPromise : .instructionInterface
        return [.text(words(key, ["program": program]))]
    }

    /// The instruction's action in one sentence, and its name among its program's: `Sends 0.5 SOL (System: Transfer)`.
    private func title(of instruction: JSON, program: String) -> String {
        let name = instruction["name"]?.text?.visible ?? "?"
        let plain = "\(program): \(name)"
        guard var key = Self.sentences["\(program) \(name)"] else { return plain }
        // Only the first instruction makes the transaction itself one that doesn't expire.
        if key == .saySystemAdvanceNonce, number != 1 { key = .saySystemNonceAdvances }
        let fields = instruction["fields"]?.array ?? []
        func value(_ name: String) -> String? { fields.first { $0["name"]?.text == name }?["value"]?.text }
        let sentence = words(key) { placeholder in
            switch placeholder {
            case "amount":
                value("lamports").map { AmountWording(words: words).sol($0) }
                    ?? value("amount").map { tokens($0, in: fields) }
            default: value(placeholder)?.visible
            }
        }
        return "\(sentence) (\(plain))"
    }

    /// The sentences of the instructions that people meet most; the parts below a sentence name every account and amount.
    private static let sentences: [String: TextKey] = {
        var sentences: [String: TextKey] = [
            "System Transfer": .saySystemTransfer, "System TransferWithSeed": .saySystemTransfer,
            "System CreateAccount": .saySystemCreateAccount, "System CreateAccountWithSeed": .saySystemCreateAccount,
            "System Assign": .saySystemAssign, "System AssignWithSeed": .saySystemAssign,
            "System AdvanceNonceAccount": .saySystemAdvanceNonce,
            "System WithdrawNonceAccount": .saySystemWithdrawNonce,
            "System AuthorizeNonceAccount": .saySystemAuthorizeNonce, "Associated Token Create": .sayAssociatedCreate,
            "Associated Token CreateIdempotent": .sayAssociatedCreate,
            "Compute Budget SetComputeUnitLimit": .sayComputeUnitLimit,
            "Compute Budget SetComputeUnitPrice": .sayComputeUnitPrice, "Memo Memo": .sayMemo,
            "Memo (v1) Memo": .sayMemo,
        ]
        let token: [String: TextKey] = [
            "Transfer": .saySystemTransfer, "TransferChecked": .saySystemTransfer, "Approve": .sayTokenApprove,
            "ApproveChecked": .sayTokenApprove, "Revoke": .sayTokenRevoke, "SetAuthority": .sayTokenSetAuthority,
            "CloseAccount": .sayTokenCloseAccount, "Burn": .sayTokenBurn, "BurnChecked": .sayTokenBurn,
            "SyncNative": .sayTokenSyncNative,
        ]
        for (name, key) in token {
            sentences["Token \(name)"] = key
            sentences["Token-2022 \(name)"] = key
        }
        return sentences
    }()

    private func fields(of instruction: JSON) -> [ReviewSummary.Detail] {
        let fields = instruction["fields"]?.array ?? []
        let isToken = fields.contains { $0["name"] == "amount" } && instruction["name"] != "UnwrapLamports"
        return fields.flatMap { field -> [ReviewSummary.Detail] in
            let (name, value) = (field["name"]?.text ?? "?", field["value"]?.text ?? "?")
            if field["quoted"]?.bool == true {
                return [.text("\(words.part(name)):"), .quote(value)]
            }
            switch name {
            case "lamports": return [.fact(fact(words(.fieldAmount), AmountWording(words: words).sol(value)))]
            case "microLamports":
                let price = UInt64(value).map {
                    "\(words.language.written(DecimalAmount(units: $0, decimals: 15))) SOL"
                }
                return [.fact(fact(words(.fieldUnitPrice), price ?? value.visible))]
            case "amount" where UInt64(value) != nil:
                let amount = isToken ? tokens(value, in: fields) : AmountWording(words: words).sol(value)
                return [.fact(fact(words(.fieldAmount), amount))]
            // Told with the amount.
            case "decimals" where isToken: return []
            default:
                return [
                    .fact(
                        ReviewSummary.Fact(name: words.part(name), value: names.named(value), form: .address))
                ]
            }
        }
    }

    /// An amount of an instruction, with its own decimals or those of its effect.
    private func tokens(_ units: String, in fields: [JSON]) -> String {
        func value(_ name: String) -> String? { fields.first { $0["name"]?.text == name }?["value"]?.text }
        let source = value("source") ?? value("account") ?? value("destination")
        let effect = (item["effects"]?.array ?? []).first { effect in
            effect["instruction"]?.int == number && effect["amount"]?.text == units
                && (value("mint").map { effect["mint"]?.text == $0 } ?? (effect["account"]?.text == source))
        }
        var token: JSONObject = [:]
        token["mint"] = value("mint").map { .string($0) } ?? effect?["mint"]
        token["decimals"] = value("decimals").flatMap(Int.init).map { .number($0) } ?? effect?["decimals"]
        token["symbol"] = effect?["symbol"]
        token["name"] = effect?["name"]
        return AmountWording(words: words).tokens(units, of: .object(token))
    }

    private func accounts(of instruction: JSON) -> [ReviewSummary.Detail] {
        (instruction["accounts"]?.array ?? []).enumerated().map { index, account in
            var name = account["address"]?.text.map(names.named) ?? words(.instructionHiddenAccount)
            if account["signer"]?.bool == true { name += words(.instructionSigner) }
            if account["writable"]?.bool == true { name += words(.instructionWritable) }
            return .fact(
                ReviewSummary.Fact(
                    name: words(.factAccountNumbered, ["number": "\(index + 1)"]), value: name, form: .address))
        }
    }

    private func fact(_ name: String, _ value: String) -> ReviewSummary.Fact {
        ReviewSummary.Fact(name: name, value: value)
    }

    private func address(_ name: TextKey, _ value: String) -> ReviewSummary.Fact {
        ReviewSummary.Fact(name: words(name), value: names.named(value), form: .address)
    }
}
