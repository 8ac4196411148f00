import DisplayText
import ProgramRegistry
import SolanaTransactions

/// An instruction as its program's author describes it (sRFC 39): a sentence, labels, and numbers with their scale.
///
/// Nothing is hidden: each argument and each account has its row, whatever the description wants skipped. A number keeps its digits beside
/// what the author makes of them.
struct AuthorDisplay {
    /// An argument or an account.
    struct Row {
        let field: ReviewField
        /// The author's name for it; nil if there is none.
        let label: String?
        /// The number as the author means it: an amount with a decimal point, a date, a duration; nil if that can't be told.
        let meant: String?
        let isAccount: Bool
    }

    /// A few words for the instruction; nil if there are none.
    let intent: String?
    /// The author's sentence with the values; nil if there is none, or a value in it can't be told.
    let sentence: String?
    let rows: [Row]
    /// The rows that are too many to be shown.
    let omitted: Int

    /// The most rows, and the most bytes of text in all of them.
    private static let mostRows = 64
    private static let mostText = 8_192

    init(_ instruction: DecodedInstruction, _ display: InstructionDisplay?, _ facts: ChainFacts?) {
        let scale = NumberScale(display, facts)
        intent = display.flatMap { $0.intent.isEmpty ? nil : $0.intent }
        sentence = display.flatMap { Self.sentence($0, scale) }
        var rows: [Row] = []
        for account in instruction.accounts {
            let field = ReviewField(name: account.role, value: account.account.reviewText)
            rows.append(
                Row(field: field, label: display?.labels[.account(account.account.source)], meant: nil, isAccount: true)
            )
        }
        for argument in instruction.arguments {
            let label = display?.labels[.argument(argument.name)]
            // The author chose these names too, and they could be read as Sidekey's.
            let choices = argument.value.choices
            for field in argument.reviewFields {
                let meant = scale.shown(argument.name, field) ?? scale.shown(field.name, field)
                let value =
                    field.value.unicodeScalars.count > 256
                    ? ClaimedText.shown(field.value, most: 256) + "…" : field.value
                rows.append(
                    Row(
                        field: ReviewField(
                            name: field.name, value: value, isQuoted: field.isQuoted || choices.contains(field.value)),
                        label: display?.labels[.argument(field.name)] ?? label, meant: meant, isAccount: false))
            }
        }
        var (kept, text) = (0, 0)
        for row in rows {
            text += row.field.name.utf8.count + row.field.value.utf8.count + (row.label?.utf8.count ?? 0)
            guard kept < Self.mostRows, text <= Self.mostText else { break }
            kept += 1
        }
        omitted = rows.count - kept
        self.rows = Array(rows.prefix(kept))
    }

    /// The sentence with its values; nil if one of them isn't there or has a scale that can't be told.
    private static func sentence(_ display: InstructionDisplay, _ scale: NumberScale) -> String? {
        guard !display.sentence.isEmpty else { return nil }
        var text = ""
        for part in display.sentence {
            switch part {
            case .text(let words): text += words
            case .account(let source):
                guard let source else { return nil }
                text += MessageAccount(source: source, isSigner: false, isWritable: false).reviewText
            case .argument(let name, let value):
                guard let value else { return nil }
                let fields = NamedArgument(name, value).reviewFields
                guard fields.count == 1, let field = fields.first else { return nil }
                if display.numbers[name] != nil {
                    guard let shown = scale.shown(name, field) else { return nil }
                    text += shown
                } else {
                    text += field.value
                }
            }
            guard text.utf8.count <= 1_024 else { return nil }
        }
        return VisibleText.spellingOut(text, keepingLines: false)
    }
}

/// The scales of an instruction's numbers, as its author and the mints say them.
private struct NumberScale {
    private let numbers: [String: InstructionDisplay.NumberForm]
    private let facts: ChainFacts?

    init(_ display: InstructionDisplay?, _ facts: ChainFacts?) {
        numbers = display?.numbers ?? [:]
        self.facts = facts
    }

    /// A number as it is meant; nil if there is nothing to say, or not enough is known.
    func shown(_ name: String, _ field: ReviewField) -> String? {
        guard let form = numbers[name], !field.value.isEmpty,
            field.value.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        switch form {
        case .amount(let decimals, let unit): return amount(field.value, decimals, unit)
        case .amountOf(let mint, let unit):
            // The mint decides, and neither the author nor the transaction.
            guard case .address(let key) = mint else { return nil }
            let decimals =
                ProgramTable.known.token(key).map { Int($0.decimals) }
                ?? facts?.account(key)?.mint.map { Int($0.decimals) }
            return decimals.flatMap { amount(field.value, $0, unit) }
        case .time(let ticks): return UInt64(field.value).flatMap { Self.date($0 / ticks) }
        case .duration(let ticks): return UInt64(field.value).map { "\($0 / ticks) s" }
        case .unresolved: return nil
        }
    }

    /// A date as RFC 3339 has it; nil behind the year 9999.
    private static func date(_ seconds: UInt64) -> String? {
        guard seconds < 253_402_300_800 else { return nil }
        let (days, rest) = (Int(seconds / 86_400), Int(seconds % 86_400))
        // Years begin in March here, so that a leap day is the last one; http://howardhinnant.github.io/date_algorithms.html.
        let era = (days + 719_468) / 146_097
        let dayOfEra = (days + 719_468) % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + 400 * era + (month <= 2 ? 1 : 0)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = dayOfYear - (153 * shifted + 2) / 5 + 1
        return "\(year)-\(two(month))-\(two(day))T\(two(rest / 3_600)):\(two(rest / 60 % 60)):\(two(rest % 60))Z"
    }

    private func amount(_ digits: String, _ decimals: Int, _ unit: String) -> String? {
        guard let units = UInt64(digits), let decimals = UInt8(exactly: decimals), decimals <= 38 else { return nil }
        let amount = DecimalAmount(units: units, decimals: decimals).description
        return unit.isEmpty ? amount : "\(amount) \(unit)"
    }
}

extension ArgumentValue {
    /// The names of choices and variants in it.
    fileprivate var choices: Set<String> {
        switch self {
        case .choice(let name): [name]
        case .variant(let name, let value): value.choices.union([name])
        case .present(let value): value.choices
        case .list(let values): values.reduce(into: []) { $0.formUnion($1.choices) }
        case .record(let arguments): arguments.reduce(into: []) { $0.formUnion($1.value.choices) }
        default: []
        }
    }
}
