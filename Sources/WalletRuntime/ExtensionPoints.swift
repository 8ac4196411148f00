public import JSONRPC

/// Where a module takes part in what isn't a method. A command, a screen or a rule belongs to one module.
public struct ExtensionPoints: Sendable, Hashable {
    /// What `sidekey` runs for the module; ``WalletModule/run(_:_:for:)`` answers.
    public let commands: [ModuleCommand]
    /// What the popup shows for the module; ``WalletModule/page(_:for:)`` answers.
    public let screens: [ModuleScreen]

    public init(commands: [ModuleCommand] = [], screens: [ModuleScreen] = []) {
        self.commands = commands
        self.screens = screens
    }
}

/// A command of `sidekey` that a module brings; one of the wallet's own with the same name comes first.
public struct ModuleCommand: Sendable, Hashable {
    /// 1 to 32 of `a`-`z`, `0`-`9` and `-`, a letter first.
    public let name: String
    /// One line that says what it does.
    public let summary: String
    /// What may follow the name, as `WORD...`; empty where nothing does.
    public let usage: String

    public init(_ name: String, summary: String, usage: String = "") {
        self.name = name
        self.summary = summary
        self.usage = usage
    }
}

/// A screen of the popup that a module brings: a page of facts and actions, drawn by the wallet.
public struct ModuleScreen: Sendable, Hashable {
    /// 1 to 32 of `a`-`z`, `0`-`9` and `-`, a letter first.
    public let id: String
    /// What the popup's list calls it.
    public let title: String

    public init(_ id: String, title: String) {
        self.id = id
        self.title = title
    }
}

/// What a module shows a person: facts, and what can be done. Popup and terminal draw the same page; no text in it is markup.
///
/// ```
/// {"facts": [{"label", "value"}], "actions": [{"id", "label", "inputs": [{"name", "label"}]}]}
/// ```
public struct ModulePage: Sendable, Hashable {
    /// Something to be read, with what it is called.
    public struct Fact: Sendable, Hashable {
        public let label: String
        public let value: String

        public init(_ label: String, _ value: String) {
            self.label = label
            self.value = value
        }
    }

    /// Something that a button does; ``WalletModule/perform(_:on:_:for:)`` answers.
    public struct Action: Sendable, Hashable {
        public let id: String
        /// The button's text.
        public let label: String
        /// What the person is asked for first.
        public let inputs: [Input]

        public init(_ id: String, _ label: String, inputs: [Input] = []) {
            self.id = id
            self.label = label
            self.inputs = inputs
        }
    }

    /// A line of text that an action takes.
    public struct Input: Sendable, Hashable {
        public let name: String
        public let label: String

        public init(_ name: String, _ label: String) {
            self.name = name
            self.label = label
        }
    }

    public let facts: [Fact]
    public let actions: [Action]

    public init(facts: [Fact], actions: [Action] = []) {
        self.facts = facts
        self.actions = actions
    }

    /// The page as a method answers it.
    public var json: JSON {
        [
            "facts": .array(facts.map { ["label": .string($0.label), "value": .string($0.value)] }),
            "actions": .array(
                actions.map { action in
                    [
                        "id": .string(action.id), "label": .string(action.label),
                        "inputs": .array(
                            action.inputs.map { ["name": .string($0.name), "label": .string($0.label)] }),
                    ]
                }),
        ]
    }
}

extension ValueType {
    /// A ``ModulePage``.
    public static let modulePage = ValueType.object([
        .required("facts", .list(.object([.required("label"), .required("value")]))),
        .required(
            "actions",
            .list(
                .object([
                    .required("id"), .required("label"),
                    .required("inputs", .list(.object([.required("name"), .required("label")]))),
                ]))),
    ])
}
