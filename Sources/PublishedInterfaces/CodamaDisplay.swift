import JSONRPC

/// Reads how an instruction describes itself (sRFC 39). What can't be said is left out: a description is never a condition.
///
/// Slices of texts and flattened prefixes are not taken over. They would only hide something.
struct CodamaDisplay {
    private let node: JSON
    private let body: InterfaceDraft.Body
    /// The nodes of the program's own types, in which fields have labels too.
    private let types: [String: JSON]
    /// The types that may still be looked through, of all instructions together: types within types grow with each level.
    private var visits: Int
    private(set) var display = DraftDisplay()

    init(
        _ node: JSON, _ arguments: [JSON], _ body: InterfaceDraft.Body, _ types: [String: JSON], visits: inout Int
    ) {
        self.node = node
        self.visits = visits
        defer { visits = self.visits }
        self.body = body
        self.types = types
        for (place, account) in (node["accounts"]?.array ?? []).enumerated() where place < body.accounts.count {
            describe(.account(place), account["display"])
        }
        for (place, argument) in arguments.enumerated() where place < body.fields.count {
            let path = DraftDisplay.Path(name: body.fields[place].name, steps: [place])
            describe(.argument(path), argument["display"])
            number(argument["type"], path, depth: 0)
        }
        display.intent = Self.text(node["display"]?["intent"]) ?? ""
        if let sentence = Self.text(node["display"]?["interpolatedIntent"]) { display.sentence = parts(sentence) }
    }

    private var isFull: Bool {
        display.labels.count + display.skips.count + display.numbers.count >= InterfaceLimits.descriptions
    }

    /// A text as it stands or in a node of its own; nil if it may not be shown.
    private static func text(_ said: JSON?) -> String? {
        guard let text = said?.text ?? said?["content"]?.text, !text.isEmpty else { return nil }
        return try? InterfaceName.text(text)
    }

    private mutating func describe(_ subject: DraftDisplay.Subject, _ said: JSON?) {
        guard let said, !isFull else { return }
        if let label = Self.text(said["label"]) { display.labels.append((subject, label)) }
        switch said["skip"]?.text {
        case "always": display.skips.append((subject, 1))
        case "whenInjected": display.skips.append((subject, 2))
        default: if said.isTrue("flatten") { display.skips.append((subject, 3)) }
        }
    }

    /// Looks for numbers with a scale in a type, through options, links and the fields of structs.
    private mutating func number(_ type: JSON?, _ path: DraftDisplay.Path, depth: Int) {
        guard let type, !isFull, depth < 6, depth == 0 || visits > 0 else { return }
        if depth > 0 { visits -= 1 }
        switch type["kind"]?.text {
        case "optionTypeNode", "remainderOptionTypeNode": number(type["item"], path, depth: depth + 1)
        case "definedTypeLinkNode":
            guard let name = type["name"]?.text, let name = try? InterfaceName.upper(name) else { return }
            number(types[name], path, depth: depth + 1)
        case "structTypeNode":
            for (place, field) in (type["fields"]?.array ?? []).enumerated() where !isFull && visits > 0 {
                guard let name = field["name"]?.text, let name = try? InterfaceName.camel(name) else { return }
                let inner = DraftDisplay.Path(name: "\(path.name).\(name)", steps: path.steps + [place])
                guard inner.name.utf8.count <= InterfaceLimits.name else { return }
                describe(.argument(inner), field["display"])
                number(field["type"], inner, depth: depth + 1)
            }
        default:
            guard let said = type["display"] ?? type["number"]?["display"] else { return }
            guard let (form, unit) = scale(said) else { return }
            display.numbers.append((.argument(path), form, unit))
        }
    }

    /// The scale of a number; nil for a display that has none.
    private func scale(_ said: JSON) -> (DraftDisplay.Number, String)? {
        switch said["kind"]?.text {
        case "amountNumberDisplayNode":
            let unit = resolved(said["unit"]).flatMap { Self.text($0["string"]) } ?? ""
            guard let decimals = said["decimals"] else { return (.plain, unit) }
            return (resolved(decimals).flatMap(decimals(of:)) ?? .unresolved, unit)
        case "dateTimeNumberDisplayNode": return (ticks(said).map { .time($0) } ?? .unresolved, "")
        case "durationNumberDisplayNode": return (ticks(said).map { .duration($0) } ?? .unresolved, "")
        default: return nil
        }
    }

    private func ticks(_ said: JSON) -> Int? {
        guard let ticks = said["ticksPerSecond"] else { return 1 }
        return (try? ticks.number(upTo: 1_000_000_000)).flatMap { $0 > 0 ? $0 : nil }
    }

    private func decimals(of said: JSON) -> DraftDisplay.Number? {
        switch said["kind"]?.text {
        case "numberValueNode", "integerValueNode":
            return (try? (said["number"] ?? said["integer"])?.number(upTo: 38)).map { .decimals($0) }
        case "argumentValueNode":
            guard let place = place(ofArgument: said["name"]?.text) else { return nil }
            return .argument(DraftDisplay.Path(name: body.fields[place].name, steps: [place]))
        case "accountFieldValueNode" where said["path"]?.text == "decimals":
            return place(ofAccount: said["account"]?.text).map { .mint(account: $0) }
        default: return nil
        }
    }

    /// A value as it stands, or what the instruction provides under the key that it names.
    private func resolved(_ said: JSON?) -> JSON? {
        guard let said, said["kind"]?.text == "injectedValueNode" else { return said }
        let provided = (node["provides"]?.array ?? []).first { each in
            (each["name"] ?? each["identifier"])?.text == said["key"]?.text
        }
        return provided?["node"] ?? said["fallback"]
    }

    private func place(ofArgument name: String?) -> Int? {
        guard let name, let name = try? InterfaceName.camel(name) else { return nil }
        return body.fields.firstIndex { $0.name == name }
    }

    private func place(ofAccount name: String?) -> Int? {
        guard let name, let name = try? InterfaceName.camel(name) else { return nil }
        return body.accounts.firstIndex { $0.name == name }
    }

    /// The parts of a sentence; none if a placeholder means nothing.
    private func parts(_ sentence: String) -> [DraftDisplay.Part] {
        var parts: [DraftDisplay.Part] = []
        var rest = sentence[...]
        while let start = rest.firstRange(of: "${") {
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else { return [] }
            if start.lowerBound > rest.startIndex { parts.append(.text(String(rest[..<start.lowerBound]))) }
            let names = rest[start.upperBound..<end].split(separator: ".", omittingEmptySubsequences: false)
            rest = rest[rest.index(after: end)...]
            guard names.count == 2, parts.count < InterfaceLimits.descriptions else { return [] }
            switch names[0] {
            case "accounts":
                guard let place = place(ofAccount: String(names[1])) else { return [] }
                parts.append(.subject(.account(place)))
            case "data":
                guard let place = place(ofArgument: String(names[1])) else { return [] }
                parts.append(
                    .subject(.argument(DraftDisplay.Path(name: body.fields[place].name, steps: [place]))))
            default: return []
            }
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        return parts
    }
}
