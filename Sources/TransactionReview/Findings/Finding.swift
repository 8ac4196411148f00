/// What a rule has found: a code with its parameters, which the surface that shows it turns into words.
public struct Finding: Hashable, Sendable {
    /// The rule's number, which never changes its meaning: `M07`.
    public let id: String

    /// How much it weighs.
    public let level: ReviewLevel

    /// What it is about, each value with nothing hidden in it.
    public let parameters: [ReviewField]

    /// The sentence of a finding from another package's module; nil for the wallet's own findings, whose sentences are in the catalogue.
    public let sentence: String?

    public init(id: String, level: ReviewLevel, parameters: [ReviewField] = [], sentence: String? = nil) {
        self.id = id
        self.level = level
        self.parameters = parameters
        self.sentence = sentence
    }
}

/// One thing that an instruction says: an amount, an address, a text.
public struct ReviewField: Hashable, Sendable {
    /// What it is, in the words of the program's interface: `lamports`, `newAuthority`.
    public let name: String

    /// Its value: integers in decimal digits, addresses in base58, text with nothing hidden, `none` where an optional
    /// value is left out. An account behind a lookup table is `TABLE[entry]`.
    public let value: String

    /// True where somebody else chose its words: a memo, a token's name. A surface puts them between quotation marks or behind a bar.
    public let isQuoted: Bool

    public init(name: String, value: String, isQuoted: Bool = false) {
        self.name = name
        self.value = value
        self.isQuoted = isQuoted
    }
}

/// How much a finding weighs, the lightest first.
public enum ReviewLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Worth knowing.
    case info
    /// Unusual, or more than it seems.
    case warning
    /// May cost the user what he didn't mean to give; takes a second, deliberate act.
    case danger
    /// What nobody should sign; can't be approved.
    case forbidden

    public static func < (one: ReviewLevel, other: ReviewLevel) -> Bool {
        one.weight < other.weight
    }

    private var weight: Int {
        switch self {
        case .info: 0
        case .warning: 1
        case .danger: 2
        case .forbidden: 3
        }
    }
}
