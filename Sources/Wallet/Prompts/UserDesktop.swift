public import Pinentry

/// Tells where the user sits, by the system's word and never by that of the program that asks.
public protocol UserDesktop: Sendable {
    /// The display before which the user sits; nil where nothing tells of one.
    func display() async -> DesktopDisplay?
}

/// A display of the user's desktop, and how far it can be believed.
public struct DesktopDisplay: Sendable, Hashable {
    public let environment: DisplayEnvironment
    /// True where no other program of the user's could have named it. logind's is set by whoever opened the session; what the user's systemd hands out,
    /// any of the user's programs can change (`systemctl --user set-environment`).
    public let isAttested: Bool

    public init(environment: DisplayEnvironment, isAttested: Bool) {
        self.environment = environment
        self.isAttested = isAttested
    }
}
