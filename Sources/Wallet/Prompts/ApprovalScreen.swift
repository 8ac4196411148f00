import Screens
import Wording

extension ReviewSummary {
    /// The request as a screen shows it, from the top to the bottom.
    ///
    /// - Parameter expiry: The time for which the transactions to be sent can still be executed, in words.
    func parts(expiry: String?, in words: Phrasebook) -> [ScreenPart] {
        var parts: [ScreenPart] = [.heading(asker.name)]
        parts += asker.notes.map { .text($0, .note) }
        parts.append(.text(sentence, .sentence))
        parts += changes.map { .amount($0.direction.part, $0.text, account: $0.account) }
        if let waiting { parts.append(.text(waiting, .muted)) }
        parts += findings.map(\.part)
        parts += consequences.map { .text("\($0.isAllowed ? "✓" : "✕") \($0.text)", .plain) }
        parts += (shares + facts).map(\.part)
        if let expiry { parts.append(.text(expiry, .plain)) }
        for item in items { parts += item.parts(in: words) }
        return parts
    }
}

extension ReviewSummary {
    /// The asker, the sentence and the amounts, without the rest.
    var brief: [ScreenPart] {
        [.heading(asker.name), .text(sentence, .sentence)]
            + changes.map { .amount($0.direction.part, $0.text, account: $0.account) }
    }
}

extension ReviewSummary.Change.Direction {
    fileprivate var part: ScreenPart.Direction {
        switch self {
        case .leaving: .leaving
        case .arriving: .arriving
        case .open: .open
        }
    }
}

extension ReviewSummary.Finding {
    fileprivate var part: ScreenPart {
        // A level that this program doesn't know is none to overlook.
        .finding(ScreenPart.Level(rawValue: level) ?? .danger, name: name, text)
    }
}

extension ReviewSummary.Fact {
    fileprivate var part: ScreenPart {
        form == .quoted
            ? .quote("\(name): \(value)", isHex: false) : .row(name: name, value: value, isAddress: form == .address)
    }
}

extension ReviewSummary.Item {
    fileprivate func parts(in words: Phrasebook) -> [ScreenPart] {
        let inside = findings.map(\.part) + details.map(\.part)
        // A single message is what is signed: it isn't folded.
        guard title != nil || !isOpen else { return inside }
        return [.section(title: title ?? words(.transactionDetails), sentence: sentence, isOpen: isOpen, inside)]
    }
}

extension ReviewSummary.Detail {
    fileprivate var part: ScreenPart {
        switch self {
        case .text(let text): .text(text, .muted)
        case .fact(let fact): fact.part
        case .quote(let text): .quote(text, isHex: false)
        case .hex(let text): .quote(text, isHex: true)
        case .group(let number, let title, let details):
            .section(title: "\(number). \(title)", sentence: nil, isOpen: true, details.map(\.part))
        }
    }
}
