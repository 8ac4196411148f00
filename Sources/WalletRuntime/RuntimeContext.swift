public import Logging

/// What the runtime hands to the wallet's parts: time, identifiers, a logger, and where modules keep their values.
public struct RuntimeContext: Sendable {
    public let clock: any MonotonicClock
    public let wallClock: any WallClock
    public let identifiers: any IdentifierSource
    public let logger: Logger
    /// How much each module writes into the log.
    public let levels: LogLevels
    /// Where modules keep their values; nil for the wallet's own database.
    public var storage: (any StorageSource)?

    public init(
        clock: any MonotonicClock = SystemMonotonicClock(), wallClock: any WallClock = SystemWallClock(),
        identifiers: any IdentifierSource = RandomUUIDs(), logger: Logger, levels: LogLevels = LogLevels(),
        storage: (any StorageSource)? = nil
    ) {
        self.clock = clock
        self.wallClock = wallClock
        self.identifiers = identifiers
        var logger = logger
        if let usual = levels.usual { logger.logLevel = usual }
        self.logger = logger
        self.levels = levels
        self.storage = storage
    }
}

/// What the runtime hands to one module with each call, and nothing of anybody else's.
public struct ModuleContext: Sendable {
    /// The module's id.
    public let module: String
    public let clock: any MonotonicClock
    public let wallClock: any WallClock
    public let identifiers: any IdentifierSource
    /// Writes under the module's name, at the module's level.
    public let logger: Logger
    /// The module's own values; nil where its manifest doesn't need ``Need/storage``.
    public let storage: (any ModuleStorage)?

    init(_ manifest: ModuleManifest, in context: RuntimeContext) {
        module = manifest.id
        clock = context.clock
        wallClock = context.wallClock
        identifiers = context.identifiers
        var logger = context.logger
        logger[metadataKey: "module"] = "\(manifest.id)"
        if let level = context.levels.level(of: manifest.id) { logger.logLevel = level }
        self.logger = logger
        storage = manifest.allNeeds.contains(.storage) ? context.storage?.storage(of: manifest.id) : nil
    }
}
