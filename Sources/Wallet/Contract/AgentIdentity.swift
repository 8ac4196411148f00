import Synchronization

/// What the running agent says of itself.
public struct AgentIdentity: Sendable {
    public let version: String
    /// The number of the protocol that it speaks.
    let protocolNumber: Int
    /// Where `SIDEKEY_HOME` moved the wallet, or `nil`: a demo or a test, and surfaces say so.
    public let home: String?
    public let pid: Int32
    /// How many connections are open.
    let connections = Gauge()
    /// Whether suspension and the desktop's lock are heard of.
    public let desktop = DesktopState()
    /// Asks the program to finish and leave.
    let stop: @Sendable () -> Void

    public init(
        version: String, protocolNumber: Int, home: String?, pid: Int32, stop: @escaping @Sendable () -> Void
    ) {
        self.version = version
        self.protocolNumber = protocolNumber
        self.home = home
        self.pid = pid
        self.stop = stop
    }
}

/// Whether somebody watches the desktop, so that the wallet locks with it.
public final class DesktopState: Sendable {
    private let watched = Mutex(false)

    public var isWatched: Bool {
        get { watched.withLock { $0 } }
        set { watched.withLock { $0 = newValue } }
    }
}

/// A number that one part sets and another reads.
final class Gauge: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock { $0 } }

    func set(_ value: Int) {
        number.withLock { $0 = value }
    }
}
