import DisplayText
public import JSONRPC

/// The findings of rules in words: each rule's number has one sentence (docs/rules.md).
struct FindingWording {
    private let finding: JSON
    private let item: JSON
    private let names: AddressWording
    private let words: Phrasebook

    /// - Parameter item: The transaction or message with the finding.
    init(_ finding: JSON, of item: JSON, _ names: AddressWording, in words: Phrasebook) {
        self.finding = finding
        self.item = item
        self.names = names
        self.words = words
    }

    /// The lines for an item's findings, without those that are told elsewhere.
    static func lines(of item: JSON, _ names: AddressWording, in words: Phrasebook) -> [String] {
        (item["findings"]?.array ?? []).filter { !isToldElsewhere($0, of: item) }
            .map { "  " + FindingWording($0, of: item, names, in: words).line }
    }

    /// True for findings that are told at their place: lookup tables, unknown instructions, and messages in hex.
    static func isToldElsewhere(_ finding: JSON, of item: JSON) -> Bool {
        switch finding["id"]?.text {
        case "R06", "R07": true
        case "M01": item["encoding"]?.text == "hex"
        default: false
        }
    }

    /// A line such as `Danger: somebody else may take tokens out of 3ab…`; an unknown rule is named by its number.
    var line: String { "\(finding.level(in: words)): \(text)" }

    /// The sentence alone.
    var text: String { sentence ?? unknown }

    private var unknown: String { words(.finding_unknown, ["rule": word("id")]) + rest }

    private var sentence: String? {
        // A module's own, which is in no catalogue.
        if let sentence = finding["sentence"]?.text { return sentence.visible }
        let rule = finding["id"]?.text ?? ""
        if let counted = CountedKey(rawValue: "finding_\(rule)") {
            return words(counted, counted.parameter.map(part) ?? "?", value: part)
        }
        if rule == "R02", finding.parameter("to") == nil { return words(.finding_R02_ended, value: part) }
        if let variant = finding.parameter("back") ?? finding.parameter("kind"),
            let key = TextKey("finding_\(rule)", variant)
        {
            return words(key, value: part)
        }
        return TextKey("finding", rule).map { words($0, value: part) }
    }

    /// The parameters, unexplained.
    private var rest: String {
        (finding["parameters"]?.array ?? []).compactMap { parameter in
            guard let name = parameter["name"]?.text, let value = parameter["value"]?.text else { return nil }
            return ", \(name.visible): \(parameter["quoted"]?.bool == true ? QuotedText.inline(value) : value.visible)"
        }.joined()
    }

    /// A parameter of the finding. Amounts are in the common unit, foreign words in quotation marks, and known words in the
    /// reader's language. Addresses have their names.
    private func part(_ name: String) -> String {
        guard let parameter = finding.parameter(named: name), let value = parameter["value"]?.text else { return "?" }
        switch (finding["id"]?.text, name) {
        case ("R09", "lamports"), ("R58", "lamports"): return AmountWording(words: words).sol(value)
        case ("R03", "amount"), ("R54", "amount"), ("R12", "amount"), ("R35", "amount"), ("R52", "amount"):
            return amount(value)
        case ("R38", "kind"):
            if let key = TextKey("kind", value) { return words(key) }
        case ("R02", "role"): return words.role(value)
        case ("R31", "reason"):
            if let key = TextKey("reason", value) { return words(key) }
        default: break
        }
        return parameter["quoted"]?.bool == true ? QuotedText.inline(value) : names.named(value)
    }

    private func amount(_ units: String) -> String {
        if finding.parameter("unit") == "lamports" { return AmountWording(words: words).sol(units) }
        var token: JSONObject = [:]
        if finding.parameter("unit") != nil {
            token["mint"] = finding.parameter("mint").map { .string($0) }
            token["decimals"] = finding.parameter("decimals").flatMap(Int.init).map { .number($0) }
            token["known"] = finding.parameter("known").map { .string(JSONString($0)) }
        } else {
            let account = finding.parameter("account")
            let effect = (item["effects"]?.array ?? []).first {
                $0["account"]?.text == account && $0["amount"]?.text == units && $0["mint"] != nil
            }
            for name in ["mint", "decimals", "symbol", "name"] { token[name] = effect?[name] }
        }
        return AmountWording(words: words).tokens(units, of: .object(token))
    }

    private func word(_ name: String) -> String { finding[name]?.text?.visible ?? "?" }
}

extension CountedKey {
    /// The parameter that decides a finding's plural form.
    fileprivate var parameter: String? {
        switch self {
        case .finding_R06, .finding_R32, .finding_R46: "accounts"
        case .finding_M02: "count"
        default: nil
        }
    }
}

extension JSON {
    fileprivate func parameter(_ name: String) -> String? { parameter(named: name)?["value"]?.text }

    fileprivate func parameter(named name: String) -> JSON? {
        self["parameters"]?.array?.first { $0["name"]?.text == name }
    }

    /// The weight of a finding in words; an unknown level keeps its spelling.
    public func level(in words: Phrasebook) -> String {
        guard let level = self["level"]?.text else { return "?" }
        return TextKey("level", level).map { words($0) } ?? level.visible
    }
}
