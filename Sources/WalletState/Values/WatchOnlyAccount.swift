/// An address that the user watches under a label, and for which the wallet has no key.
///
/// It is a bookmark: it is shown with its balance, tokens and history, signs nothing, and is given to no site. It makes no address known: a review
/// neither names it nor calls it the user's own.
public struct WatchOnlyAccount: Sendable, Hashable {
    /// A base58 public key.
    public let address: String
    /// One of which ``Contact/isLabel(_:)`` is true.
    public internal(set) var label: String
    /// True if the user doesn't want to see it in lists.
    public internal(set) var isHidden: Bool

    /// The maximum number of watch-only accounts; each approval computes the code over all of them again.
    public static let maximumCount = 64

    init(address: String, label: String, isHidden: Bool = false) {
        self.address = address
        self.label = label
        self.isHidden = isHidden
    }

    /// Compares the bytes: two spellings of a label are two values to write, even if Swift's strings are equal.
    public static func == (one: WatchOnlyAccount, other: WatchOnlyAccount) -> Bool {
        one.address == other.address && one.label.utf8.elementsEqual(other.label.utf8) && one.isHidden == other.isHidden
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(address)
        hasher.combine(isHidden)
    }
}
