/// A transaction as a node lists it in an address's history.
public struct FoundTransaction: Sendable, Hashable {
    public let signature: String
    /// Below 2^63.
    public let slot: UInt64
    /// Its place within the slot, from 0; nil where the node doesn't tell.
    public let index: Int64?
    /// Seconds since 1970, as the validators estimated them.
    public let time: Int64?
    /// Why it failed; nil where it succeeded.
    public let failure: String?

    public init(signature: String, slot: UInt64, index: Int64? = nil, time: Int64? = nil, failure: String? = nil) {
        self.signature = signature
        self.slot = slot
        self.index = index
        self.time = time
        self.failure = failure
    }
}

/// Transactions of an address that no node has listed yet: those older than one, and newer than another.
public struct HistoryGap: Sendable, Hashable {
    public let address: String
    /// The oldest one that is known above the gap.
    public let before: String
    /// That one's slot: nothing at or below it is whole.
    public let slot: UInt64
    /// The newest one that is known below the gap; nil where it reaches down to the address's first.
    public let until: String?

    public init(address: String, before: String, slot: UInt64, until: String?) {
        self.address = address
        self.before = before
        self.slot = slot
        self.until = until
    }
}
