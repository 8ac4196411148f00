package import SignedLists
import Synchronization

/// The facts that the running agent tells of itself.
public struct AgentIdentity: Sendable {
    public let version: String
    /// The number of the protocol that it speaks.
    let protocolNumber: Int
    /// The place to which `SIDEKEY_HOME` moved the wallet, or `nil`. A moved wallet is a demo or a test, and surfaces say so.
    public let home: String?
    public let pid: Int32
    /// The number of open connections.
    let connections = Gauge()
    /// The state of the desktop watch, which hears of suspension and of the desktop's lock.
    public let desktop = DesktopState()
    /// The version of Landlock that keeps the process from files; 0 without it, as in a wallet inside another program.
    package var landlock = 0
    /// True if a seccomp filter refuses it what an agent has no use for.
    package var hasFilter = false
    /// True if the process that looks at extensions answers; a wallet inside another program looks itself.
    package var hasReader: @Sendable () -> Bool = { true }
    /// Asks the program to finish and leave.
    let stop: @Sendable () -> Void
    /// The user's wallets, and which of them is open; nil for a wallet inside another program, which stands alone.
    package var opened: OpenedWallet?
    /// How these programs came here, and where the list of releases is.
    package var releases = ReleaseSource()

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

/// The state of the desktop watch: true while it runs, so that the wallet locks with the desktop.
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
