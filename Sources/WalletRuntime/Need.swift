/// Something that a method or a module can't do without.
public struct Need: RawRepresentable, Sendable, Hashable {
    /// The word in a manifest.
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An open session: 4101 without.
    public static let unlockedSession = Need(rawValue: "unlocked-session")
    /// A page whose origin the user has connected: 4100 (`not-connected`) for any other.
    public static let connectedOrigin = Need(rawValue: "connected-origin")
    /// Somebody who decides: the method ends in a decision of the approval queue, or in none.
    public static let approval = Need(rawValue: "approval")
    /// A way to a node: -32000 (`no-network`) without.
    public static let network = Need(rawValue: "network")
    /// A storage of the module's own.
    public static let storage = Need(rawValue: "storage")

    /// The accounts that its caller was granted: another extension's user chooses them when they allow it the module.
    public static let accounts = Need(rawValue: "accounts")

    /// Every need that there is.
    public static let known: Set<Need> = [
        .unlockedSession, .connectedOrigin, .approval, .network, .storage, .accounts,
    ]
}
