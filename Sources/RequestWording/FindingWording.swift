import DisplayText
import JSONRPC
import Localization

/// What rules have found, in words: each rule's number has one sentence (docs/rules.md).
struct FindingWording {
    private let finding: JSON
    private let words: Phrasebook

    init(_ finding: JSON, in words: Phrasebook) {
        self.finding = finding
        self.words = words
    }

    /// Told where they stand: lookup tables, unknown instructions, and messages in hex.
    static func isToldElsewhere(_ finding: JSON, of item: JSON) -> Bool {
        switch finding["id"]?.text {
        case "R06", "R07": true
        case "M01": item["encoding"]?.text == "hex"
        default: false
        }
    }

    /// A line such as `danger: somebody else may take tokens out of 3ab…`; a rule that isn't known here is named by its number.
    var line: String { "\(finding.level(in: words)): \(sentence ?? unknown)" }

    private var unknown: String { words(.findingUnknown, ["rule": word("id")]) + rest }

    private var sentence: String? {
        let key = "finding.\(finding["id"]?.text ?? "")"
        if let counted = CountedKey(rawValue: key) {
            return words(counted, counted.parameter.map(part) ?? "?", value: part)
        }
        if finding["id"] == "R02", finding.parameter("to") == nil { return words(.findingR02Ended, value: part) }
        return TextKey(rawValue: key).map { words($0, value: part) }
    }

    /// The parameters as they are.
    private var rest: String {
        (finding["parameters"]?.array ?? []).compactMap { parameter in
            guard let name = parameter["name"]?.text, let value = parameter["value"]?.text else { return nil }
            return ", \(name.visible): \(value.visible)"
        }.joined()
    }

    /// A parameter of the finding; those that are words of the wallet's own and none of the page's are said in the reader's language.
    private func part(_ name: String) -> String {
        guard let value = finding.parameter(name) else { return "?" }
        let key: TextKey? =
            switch (finding["id"]?.text, name) {
            case ("R38", "kind"): TextKey(rawValue: "kind.\(value)")
            case ("R31", "reason"): TextKey(rawValue: "reason.\(value)")
            default: nil
            }
        return key.map { words($0) } ?? value.visible
    }

    private func word(_ name: String) -> String { finding[name]?.text?.visible ?? "?" }
}

extension CountedKey {
    /// The parameter that a finding's form follows.
    fileprivate var parameter: String? {
        switch self {
        case .findingR03, .findingR12: "amount"
        case .findingR06, .findingR32, .findingR46: "accounts"
        case .findingR09: "lamports"
        case .findingM02: "count"
        default: nil
        }
    }
}

extension JSON {
    fileprivate func parameter(_ name: String) -> String? {
        self["parameters"]?.array?.first { $0["name"]?.text == name }?["value"]?.text
    }

    /// How much a finding weighs, in words; a level that isn't known here as it is spelled.
    func level(in words: Phrasebook) -> String {
        guard let level = self["level"]?.text else { return "?" }
        return TextKey(rawValue: "level.\(level)").map { words($0) } ?? level.visible
    }
}
