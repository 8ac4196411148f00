public import JSONRPC

/// The parts of a module besides its methods. A command, a screen or a rule belongs to one module.
public struct ExtensionPoints: Sendable, Hashable {
    /// The commands that `sidekey` runs for the module; ``WalletModule/run(_:_:for:)`` answers.
    public let commands: [ModuleCommand]
    /// The screens that the popup shows for the module; ``WalletModule/page(_:for:)`` answers.
    public let screens: [ModuleScreen]

    public init(commands: [ModuleCommand] = [], screens: [ModuleScreen] = []) {
        self.commands = commands
        self.screens = screens
    }
}

/// A command of `sidekey` that a module brings. One of the wallet's own with the same name takes precedence.
public struct ModuleCommand: Sendable, Hashable {
    /// 1 to 32 of `a`-`z`, `0`-`9` and `-`, a letter first.
    public let name: String
    /// One line that describes the command.
    public let summary: String
    /// The words that may follow the name, as `WORD...`; empty if none may.
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
    /// The name of the screen in the popup's list.
    public let title: String

    public init(_ id: String, title: String) {
        self.id = id
        self.title = title
    }
}

/// A page that a module shows a person: facts and possible actions. Popup and terminal draw the same page, and treat no text in it as markup.
///
/// ```
/// {"facts": [{"label", "value"}], "actions": [{"id", "label", "inputs": [{"name", "label"}]}]}
/// ```
public struct ModulePage: Sendable, Hashable {
    /// A value to read, with its label.
    public struct Fact: Sendable, Hashable {
        public let label: String
        public let value: String

        public init(_ label: String, _ value: String) {
            self.label = label
            self.value = value
        }
    }

    /// An action of a button; ``WalletModule/perform(_:on:_:for:)`` answers.
    public struct Action: Sendable, Hashable {
        public let id: String
        /// The button's text.
        public let label: String
        /// The inputs that the person fills in first.
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

    /// The page in the form of a method's answer.
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
