/// One screen of Sidekey's own window, as the agent describes it. The window draws it, and decides nothing.
///
/// ```
/// window -> agent    {"method": "ready"}                        once it has a display
/// agent  -> window   {"method": "show", "params": screen}       a new screen takes the place of the one before
/// window -> agent    {"method": "typed", "params": {"screen"}}  what stands in a measured field, whose secret comes before it, apart
/// agent  -> window   {"method": "measure", "params": measure}   how good that is
/// window -> agent    {"method": "answer", "params": answer}     a press; the secrets of the screen come before it, apart
/// ```
///
/// They are JSON-RPC notifications in the protocol's frames. Every text is the agent's: a window shows it unchanged, and nothing in it is a
/// link or markup.
public struct Screen: Hashable, Sendable {
    /// Counts the screens of one window; an answer names the one that it is about.
    public let number: Int
    /// The window's title.
    public let title: String
    /// From the top to the bottom.
    public let parts: [ScreenPart]
    /// A field for a secret, above the buttons.
    public let field: Field?
    /// From the first to the last; the first is the one that Escape and closing the window stand for.
    public let buttons: [Button]
    /// Shown when a primary button is pressed before anyone can have read the screen.
    public let tooSoon: String

    /// A field for a passphrase, whose text goes to the agent apart from every frame.
    public struct Field: Hashable, Sendable {
        public let label: String
        /// The fault of the text before.
        public let problem: String?
        /// A second field for the same text, and what is said where the two differ.
        public let repetition: Repetition?
        /// True if the field may stay empty.
        public let mayBeEmpty: Bool
        /// True if the agent says how good the text is, while it is typed.
        public let isMeasured: Bool
        /// Shown while the keyboard's Caps Lock is on.
        public let capsLock: String

        public struct Repetition: Hashable, Sendable {
            public let label: String
            public let mismatch: String

            public init(label: String, mismatch: String) {
                self.label = label
                self.mismatch = mismatch
            }
        }

        public init(
            label: String, problem: String? = nil, repetition: Repetition? = nil, mayBeEmpty: Bool = false,
            isMeasured: Bool = false, capsLock: String = ""
        ) {
            self.capsLock = capsLock
            self.mayBeEmpty = mayBeEmpty
            self.isMeasured = isMeasured
            self.label = label
            self.problem = problem
            self.repetition = repetition
        }
    }

    public struct Button: Hashable, Sendable {
        public enum Style: String, Hashable, Sendable, CaseIterable {
            /// Ends, or goes back.
            case plain
            /// Goes on. It counts only half a second after the screen was drawn, came to the front or changed its size.
            case primary
            /// Goes on as well, and makes nothing that can be lost: it counts at once.
            case next
        }

        public let id: String
        public let label: String
        public let style: Style
        /// True if it hands over the secrets of the screen, and can't be pressed while the field is empty.
        public let takesField: Bool
        /// False for one that can't be pressed yet: a later screen has it in its place.
        public let isEnabled: Bool

        public init(
            id: String, label: String, style: Style = .plain, takesField: Bool = false, isEnabled: Bool = true
        ) {
            self.isEnabled = isEnabled
            self.id = id
            self.label = label
            self.style = style
            self.takesField = takesField
        }
    }

    public init(
        number: Int, title: String, parts: [ScreenPart], field: Field? = nil, buttons: [Button],
        tooSoon: String
    ) {
        self.number = number
        self.title = title
        self.parts = parts
        self.field = field
        self.buttons = buttons
        self.tooSoon = tooSoon
    }
}

/// A part of a screen.
public indirect enum ScreenPart: Hashable, Sendable {
    public enum Style: String, Hashable, Sendable, CaseIterable {
        case plain
        /// The sentence that a screen is about.
        case sentence
        /// Something odd that a person must not miss.
        case note
        /// Of less weight than the rest.
        case muted
    }

    public enum Direction: String, Hashable, Sendable, CaseIterable {
        case leaving
        case arriving
        case open
    }

    public enum Level: String, Hashable, Sendable, CaseIterable {
        case info
        case warning
        case danger
        case forbidden
    }

    case heading(String)
    case text(String, Style)
    /// A text that only the person may read. It isn't in the screen: it comes before it, in a frame that begins with a zero. Where `reveal` has a
    /// label, it is seen while a button with that label is held down.
    case secret(reveal: String?)
    /// The same for numbered words, a space between two.
    case words(reveal: String?)
    /// Fields for words of a list, one below each label; what is typed is a secret of the screen.
    case wordFields(labels: [String], list: [String])
    /// One of several, by its id; `chosen` is marked at first. Where it answers at once, another choice is a press of a button with the id.
    case choice(id: String, label: String, options: [ScreenOption], chosen: String, answersAtOnce: Bool)
    /// Any of several.
    case selection(id: String, label: String, options: [ScreenOption], chosen: [String])
    /// A line of text that is no secret, of so many bytes at most.
    case entry(id: String, label: String, text: String, maximum: Int)
    /// An amount that leaves or arrives, with its account's address if it isn't the one that signs.
    case amount(Direction, String, account: String?)
    /// - Parameter name: The level in words.
    case finding(Level, name: String, String)
    /// A named value; `isAddress` is true for one that stands in a fixed width.
    case row(name: String, value: String, isAddress: Bool)
    /// Somebody else's words; `isHex` is true for bytes that are no text.
    case quote(String, isHex: Bool)
    /// Parts under a title, which can be folded away.
    case section(title: String, sentence: String?, isOpen: Bool, [ScreenPart])
}

/// One of the things to choose from.
public struct ScreenOption: Hashable, Sendable {
    public let id: String
    public let label: String
    /// More of it, in a fixed width.
    public let detail: String?

    public init(id: String, label: String, detail: String? = nil) {
        self.id = id
        self.label = label
        self.detail = detail
    }
}

/// A person's answer in a window.
public struct ScreenAnswer: Hashable, Sendable {
    /// The number of the screen.
    public let screen: Int
    /// The button's id.
    public let button: String
    /// The number of secrets before this: the typed words if the screen has fields for them, then the field's.
    public let secrets: Int
    /// The choices and texts of the parts with an id.
    public let values: [String: [String]]

    public init(screen: Int, button: String, secrets: Int = 0, values: [String: [String]] = [:]) {
        self.screen = screen
        self.button = button
        self.secrets = secrets
        self.values = values
    }
}

/// The strength of a typed passphrase.
public struct ScreenMeasure: Hashable, Sendable {
    /// The highest level.
    public static let best = 4

    /// The number of the screen.
    public let screen: Int
    /// 0 for what can't be taken, to ``best``.
    public let level: Int
    public let text: String

    public init(screen: Int, level: Int, text: String) {
        self.screen = screen
        self.level = level
        self.text = text
    }
}
