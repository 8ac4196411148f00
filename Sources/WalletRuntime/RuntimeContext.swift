public import Logging

/// What the runtime hands to the wallet's parts: time, identifiers, a logger.
public struct RuntimeContext: Sendable {
    public let clock: any MonotonicClock
    public let wallClock: any WallClock
    public let identifiers: any IdentifierSource
    public let logger: Logger

    public init(
        clock: any MonotonicClock = SystemMonotonicClock(), wallClock: any WallClock = SystemWallClock(),
        identifiers: any IdentifierSource = RandomUUIDs(), logger: Logger
    ) {
        self.clock = clock
        self.wallClock = wallClock
        self.identifiers = identifiers
        self.logger = logger
    }
}
