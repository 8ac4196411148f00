import DisplayText
import JSONRPC

/// One transaction of a review in words.
struct TransactionWording {
    private let item: JSON
    private let names: AddressWording
    private let words: Phrasebook

    init(_ item: JSON, _ names: AddressWording, in words: Phrasebook) {
        self.item = item
        self.names = names
        self.words = words
    }

    var lines: [String] {
        let head: KeyValuePairs = [
            "version": word("version", of: item), "bytes": words(.bytes, item["bytes"]?.int ?? 0),
            "signatures": words(.signaturesNeeded, item["requiredSignatures"]?.int ?? 0),
        ]
        var lines = [
            "  " + words(.transactionHead, head),
            "  " + words(.transactionFeePayer, ["account": names.named(item["feePayer"]?.text ?? "?")]),
        ]
        lines += FindingWording.lines(of: item, names, in: words)
        for field in item["configuration"]?.array ?? [] {
            let isFee = field["name"] == "priorityFee"
            let value = isFee ? AmountWording.sol(field["value"]?.text ?? "?") : word("value", of: field)
            lines.append("  \(word("name", of: field)): \(value)")
        }
        for table in item["lookupTables"]?.array ?? [] {
            let count = (table["writable"]?.int ?? 0) + (table["readonly"]?.int ?? 0)
            lines.append("  " + words(.transactionTable, count, ["account": word("account", of: table)]))
        }
        lines += ChainWording(item["chain"], in: words).lines
        for (index, instruction) in (item["instructions"]?.array ?? []).enumerated() {
            lines += self.instruction(instruction, number: index + 1)
        }
        return lines
    }

    private func instruction(_ instruction: JSON, number: Int) -> [String] {
        let program = instruction["programName"]?.text?.visible ?? word("program", of: instruction)
        guard instruction["known"]?.bool == true else {
            return ["  \(number). " + words(.instructionUnknown, ["program": program])] + accounts(of: instruction)
        }
        let nested = (instruction["nested"]?.array ?? []).enumerated().flatMap { index, part in
            ["     \(number).\(index + 1). \(word("name", of: part))"] + fields(of: part, number).map { "  " + $0 }
        }
        return ["  \(number). \(program): \(word("name", of: instruction))"] + fields(of: instruction, number) + nested
    }

    private func fields(of instruction: JSON, _ number: Int) -> [String] {
        let fields = instruction["fields"]?.array ?? []
        let isToken = fields.contains { $0["name"] == "amount" } && instruction["name"] != "UnwrapLamports"
        return fields.flatMap { field -> [String] in
            let (name, value) = (field["name"]?.text ?? "?", field["value"]?.text ?? "?")
            if field["quoted"]?.bool == true {
                return ["     \(name.visible):"] + QuotedText.lines(value).map { "       \(QuotedText.bar)\($0)" }
            }
            switch name {
            case "lamports": return ["     \(words(.fieldAmount)): \(AmountWording.sol(value))"]
            case "microLamports":
                let price = UInt64(value).map { "\(DecimalAmount(units: $0, decimals: 15)) SOL" }
                return ["     \(words(.fieldUnitPrice)): \(price ?? value.visible)"]
            case "amount" where UInt64(value) != nil:
                let amount = isToken ? tokens(value, in: fields, number) : AmountWording.sol(value)
                return ["     \(words(.fieldAmount)): \(amount)"]
            // Told with the amount.
            case "decimals" where isToken: return []
            default: return ["     \(name.visible): \(names.named(value))"]
            }
        }
    }

    /// An amount of an instruction, with its own decimals or those of its effect.
    private func tokens(_ units: String, in fields: [JSON], _ number: Int) -> String {
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
        return AmountWording(words: words).tokens(units, of: .object(token))
    }

    private func accounts(of instruction: JSON) -> [String] {
        (instruction["accounts"]?.array ?? []).map { account in
            var name = account["address"]?.text.map(names.named) ?? words(.instructionHiddenAccount)
            if account["signer"]?.bool == true { name += words(.instructionSigner) }
            if account["writable"]?.bool == true { name += words(.instructionWritable) }
            return "     \(name)"
        }
    }

    private func word(_ name: String, of value: JSON) -> String { value[name]?.text?.visible ?? "?" }
}
