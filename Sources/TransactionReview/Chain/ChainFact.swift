/// Who said something of the chain, and as of when.
public struct ChainSource: Hashable, Sendable {
    /// The node as the user is shown it, with nothing hidden in it.
    public let node: String
    /// The slot for which it holds.
    public let slot: UInt64

    /// Names a node; what is hidden in its name is written out, and no more than 256 characters are taken.
    public init(node: String, slot: UInt64) {
        self.node = ClaimedText.shown(node, most: 256)
        self.slot = slot
    }
}

/// One thing that a node says of the chain. It may be wrong, or a lie.
public struct ChainFact<Value: Hashable & Sendable>: Hashable, Sendable {
    /// What is said.
    public let value: Value
    /// Who said it, and as of when.
    public let source: ChainSource
    /// Who else says the same; nil where it is one node's word.
    public let second: ChainSource?

    /// Joins a value and its sources.
    public init(_ value: Value, _ source: ChainSource, second: ChainSource? = nil) {
        self.value = value
        self.source = source
        self.second = second
    }
}
