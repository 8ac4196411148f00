/// What a rule has found: a code with its parameters, which the surface that shows it turns into words.
public struct Finding: Hashable, Sendable {
    /// The rule's number, which never changes its meaning: `M07`.
    public let id: String

    /// How much it weighs.
    public let level: ReviewLevel

    /// What it is about, each value with nothing hidden in it.
    public let parameters: [ReviewField]

    public init(id: String, level: ReviewLevel, parameters: [ReviewField] = []) {
        self.id = id
        self.level = level
        self.parameters = parameters
    }
}
