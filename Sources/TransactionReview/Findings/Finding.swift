/// A rule's finding: a code with its parameters, which the surface that shows it turns into words.
public struct Finding: Hashable, Sendable {
    /// The rule's number, which never changes its meaning: `M07`.
    public let id: String

    /// Its severity.
    public let level: ReviewLevel

    /// Its subject, each value with nothing hidden in it.
    public internal(set) var parameters: [ReviewField]

    /// The sentence of a finding from another package's module; nil for the wallet's own findings, whose sentences are in the catalogue.
    public let sentence: String?

    public init(id: String, level: ReviewLevel, parameters: [ReviewField] = [], sentence: String? = nil) {
        self.id = id
        self.level = level
        self.parameters = parameters
        self.sentence = sentence
    }
}

/// One detail of an instruction: an amount, an address, a text.
public struct ReviewField: Hashable, Sendable {
    /// Its name, in the words of the program's interface: `lamports`, `newAuthority`.
    public let name: String

    /// Its value: integers in decimal digits, addresses in base58, text with nothing hidden, `none` for an omitted optional value.
    /// An account behind a lookup table is `TABLE[entry]`.
    public let value: String

    /// True if somebody else chose its words: a memo, a token's name. A surface puts them between quotation marks or behind a bar.
    public let isQuoted: Bool

    public init(name: String, value: String, isQuoted: Bool = false) {
        self.name = name
        self.value = value
        self.isQuoted = isQuoted
    }
}

/// The severity of a finding, the mildest first.
public enum ReviewLevel: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Worth knowing.
    case info
    /// Unusual, or more than it seems.
    case warning
    /// May cost the user something that they didn't mean to give; takes a second, deliberate act.
    case danger
    /// Should never be signed; can't be approved.
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
