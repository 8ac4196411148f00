public import JSONRPC

/// The names of the notifications between agent and window.
public enum ScreenMethod {
    /// The window's first word: it has a display.
    public static let ready = "ready"
    public static let show = "show"
    public static let answer = "answer"
    /// The text in a measured field.
    public static let typed = "typed"
    public static let measure = "measure"
    /// A sheet of paper, in place of all screens.
    public static let sheet = "sheet"
}

extension Screen {
    public var json: JSON {
        var json: JSONObject = [
            "number": .number(number), "title": .text(title), "parts": .array(parts.map(\.json)),
            "buttons": .array(buttons.map(\.json)), "tooSoon": .text(tooSoon),
        ]
        json["field"] = field.map(\.json)
        return .object(json)
    }

    /// - Throws: -32602 for members that don't fit.
    public init(_ json: JSONObject) throws(RPCError) {
        var members = RPCParameters(json)
        number = try members.int("number")
        title = try members.string("title")
        parts = try ScreenPart.list(members.array("parts"), "parts")
        if let object = try members.optionalObject("field") {
            var inner = RPCParameters(object)
            let (label, problem) = (try inner.string("label"), try inner.optionalString("problem"))
            var repetition: Field.Repetition?
            if let object = try inner.optionalObject("repetition") {
                var texts = RPCParameters(object)
                repetition = .init(label: try texts.string("label"), mismatch: try texts.string("mismatch"))
                try texts.finish()
            }
            field = Field(
                label: label, problem: problem, repetition: repetition, mayBeEmpty: try inner.bool("mayBeEmpty"),
                isMeasured: try inner.bool("measured"), capsLock: try inner.string("capsLock"))
            try inner.finish()
        } else {
            field = nil
        }
        var buttons: [Button] = []
        for json in try members.array("buttons") { buttons.append(try Button(json)) }
        self.buttons = buttons
        tooSoon = try members.string("tooSoon")
        try members.finish()
        guard !buttons.isEmpty else { throw .parameter("buttons", "a screen without a button has no end") }
    }
}

extension Screen.Field {
    fileprivate var json: JSON {
        var json: JSONObject = [
            "label": .text(label), "mayBeEmpty": .bool(mayBeEmpty), "measured": .bool(isMeasured),
            "capsLock": .text(capsLock),
        ]
        json["problem"] = problem.map(JSON.text)
        json["repetition"] = repetition.map { ["label": .text($0.label), "mismatch": .text($0.mismatch)] }
        return .object(json)
    }
}

extension Screen.Button {
    fileprivate var json: JSON {
        [
            "id": .text(id), "label": .text(label), "style": .text(style.rawValue), "takesField": .bool(takesField),
            "enabled": .bool(isEnabled),
        ]
    }

    fileprivate init(_ json: JSON) throws(RPCError) {
        guard let object = json.object else { throw .parameter("buttons", "a button is an object") }
        var members = RPCParameters(object)
        self.init(
            id: try members.string("id"), label: try members.string("label"),
            style: try members.word("style"), takesField: try members.bool("takesField"),
            isEnabled: try members.bool("enabled"))
        try members.finish()
    }
}

extension ScreenPart {
    fileprivate var json: JSON {
        switch self {
        case .heading(let text): ["kind": "heading", "text": .text(text)]
        case .secret(let reveal): .object((["kind": "secret"] as JSONObject).adding("reveal", reveal))
        case .words(let reveal): .object((["kind": "words"] as JSONObject).adding("reveal", reveal))
        case .wordFields(let labels, let list):
            ["kind": "wordFields", "labels": .texts(labels), "list": .texts(list)]
        case .choice(let id, let label, let options, let chosen, let answersAtOnce):
            [
                "kind": "choice", "id": .text(id), "label": .text(label), "options": .array(options.map(\.json)),
                "chosen": .text(chosen), "atOnce": .bool(answersAtOnce),
            ]
        case .selection(let id, let label, let options, let chosen):
            [
                "kind": "selection", "id": .text(id), "label": .text(label), "options": .array(options.map(\.json)),
                "chosen": .texts(chosen),
            ]
        case .entry(let id, let label, let text, let maximum):
            [
                "kind": "entry", "id": .text(id), "label": .text(label), "text": .text(text),
                "maximum": .number(maximum),
            ]
        case .text(let text, let style): ["kind": "text", "text": .text(text), "style": .text(style.rawValue)]
        case .amount(let direction, let text, let account):
            .object(
                (["kind": "amount", "direction": .text(direction.rawValue), "text": .text(text)] as JSONObject)
                    .adding("account", account))
        case .finding(let level, let name, let text):
            ["kind": "finding", "level": .text(level.rawValue), "name": .text(name), "text": .text(text)]
        case .row(let name, let value, let isAddress):
            ["kind": "row", "name": .text(name), "value": .text(value), "address": .bool(isAddress)]
        case .quote(let text, let isHex): ["kind": "quote", "text": .text(text), "hex": .bool(isHex)]
        case .section(let title, let sentence, let isOpen, let parts):
            .object(
                ([
                    "kind": "section", "title": .text(title), "open": .bool(isOpen),
                    "parts": .array(parts.map(\.json)),
                ] as JSONObject).adding("sentence", sentence))
        }
    }

    fileprivate static func list(_ array: [JSON], _ name: String) throws(RPCError) -> [ScreenPart] {
        var parts: [ScreenPart] = []
        for json in array {
            guard let object = json.object else { throw .parameter(name, "a part is an object") }
            var members = RPCParameters(object)
            parts.append(try ScreenPart(reading: &members))
            try members.finish()
        }
        return parts
    }

    private init(reading members: inout RPCParameters) throws(RPCError) {
        switch try members.string("kind") {
        case "heading": self = .heading(try members.string("text"))
        case "secret": self = .secret(reveal: try members.optionalString("reveal"))
        case "words": self = .words(reveal: try members.optionalString("reveal"))
        case "wordFields": self = .wordFields(labels: try members.strings("labels"), list: try members.strings("list"))
        case "choice":
            self = .choice(
                id: try members.string("id"), label: try members.string("label"), options: try members.options(),
                chosen: try members.string("chosen"), answersAtOnce: try members.bool("atOnce"))
        case "selection":
            self = .selection(
                id: try members.string("id"), label: try members.string("label"), options: try members.options(),
                chosen: try members.strings("chosen"))
        case "entry":
            self = .entry(
                id: try members.string("id"), label: try members.string("label"), text: try members.string("text"),
                maximum: try members.int("maximum"))
        case "text": self = .text(try members.string("text"), try members.word("style"))
        case "amount":
            self = .amount(
                try members.word("direction"), try members.string("text"),
                account: try members.optionalString("account"))
        case "finding":
            self = .finding(
                try members.word("level"), name: try members.string("name"), try members.string("text"))
        case "row":
            self = .row(
                name: try members.string("name"), value: try members.string("value"),
                isAddress: try members.bool("address"))
        case "quote": self = .quote(try members.string("text"), isHex: try members.bool("hex"))
        case "section":
            self = .section(
                title: try members.string("title"), sentence: try members.optionalString("sentence"),
                isOpen: try members.bool("open"), try Self.list(members.array("parts"), "parts"))
        default: throw .parameter("kind", "no such part")
        }
    }
}

extension ScreenOption {
    fileprivate var json: JSON {
        .object((["id": .text(id), "label": .text(label)] as JSONObject).adding("detail", detail))
    }
}

extension ScreenAnswer {
    public var json: JSON {
        [
            "screen": .number(screen), "button": .text(button), "secrets": .number(secrets),
            "values": .object(
                values.keys.sorted().reduce(into: JSONObject()) { $0[$1] = .texts(values[$1] ?? []) }),
        ]
    }

    /// - Throws: -32602 for members that don't fit.
    public init(_ json: JSONObject) throws(RPCError) {
        var members = RPCParameters(json)
        screen = try members.int("screen")
        button = try members.string("button")
        secrets = try members.int("secrets")
        var values: [String: [String]] = [:]
        let given = try members.object("values")
        var lists = RPCParameters(given)
        for name in given.names { values[name] = try lists.strings(name) }
        self.values = values
        try members.finish()
    }
}

extension ScreenMeasure {
    public var json: JSON { ["screen": .number(screen), "level": .number(level), "text": .text(text)] }

    /// - Throws: -32602 for members that don't fit.
    public init(_ json: JSONObject) throws(RPCError) {
        var members = RPCParameters(json)
        screen = try members.int("screen")
        level = try members.int("level")
        text = try members.string("text")
        try members.finish()
    }
}

extension RPCParameters {
    fileprivate mutating func word<Value: RawRepresentable<String>>(_ name: String) throws(RPCError) -> Value {
        let text = try string(name)
        guard let value = Value(rawValue: text) else { throw .parameter(name, "no such value of \(name)") }
        return value
    }

    fileprivate mutating func options() throws(RPCError) -> [ScreenOption] {
        var options: [ScreenOption] = []
        for json in try array("options") {
            guard let object = json.object else { throw .parameter("options", "an option is an object") }
            var members = RPCParameters(object)
            options.append(
                ScreenOption(
                    id: try members.string("id"), label: try members.string("label"),
                    detail: try members.optionalString("detail")))
            try members.finish()
        }
        return options
    }
}

extension JSON {
    fileprivate static func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.text)) }

    fileprivate static func text(_ text: String) -> JSON { .string(JSONString(text)) }
}

extension JSONObject {
    fileprivate func adding(_ name: String, _ text: String?) -> JSONObject {
        var object = self
        object[name] = text.map(JSON.text)
        return object
    }
}
