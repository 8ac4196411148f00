/// What a node tells of an account, against what was read of it: whether it has to be read again.
///
/// Several changes in one slot are one: whoever reads the account as of that slot has read them all.
struct AccountNews {
    /// How often it is read again where what was read is older than what was told, as with several machines behind one name.
    private static let mostTries = 3

    /// As of which slot it was read.
    private var read: UInt64?
    /// The newest slot that was told of.
    private var told: UInt64?
    private var tries = 0

    /// Something has changed as of a slot.
    ///
    /// - Returns: Whether it has to be read.
    mutating func told(of slot: UInt64) -> Bool {
        guard slot > max(read ?? 0, told ?? 0) else { return false }
        told = slot
        tries = Self.mostTries
        return true
    }

    /// It was read.
    ///
    /// - Returns: Whether it has to be read again.
    mutating func read(asOf slot: UInt64) -> Bool {
        read = slot
        guard let told, told > slot, tries > 0 else { return false }
        tries -= 1
        return true
    }

    /// Nobody knows what was missed: the node may even be another, or its chain a new one.
    mutating func forget() { (read, told) = (nil, nil) }
}
