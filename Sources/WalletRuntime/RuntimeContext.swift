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

/// Makes identifiers that nobody can guess.
public protocol IdentifierSource: Sendable {
    /// An identifier that was never given before.
    func next() -> String
}

/// Random UUIDs (RFC 9562, version 4) from the system's random numbers, 36 lower-case characters.
public struct RandomUUIDs: IdentifierSource {
    public init() {}

    public func next() -> String {
        var system = SystemRandomNumberGenerator()
        let high = (system.next() & ~0xF000) | 0x4000
        let low = (system.next() & ~(0xC0 << 56)) | (0x80 << 56)
        let digits = Self.hexadecimal(high) + Self.hexadecimal(low)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { text.append("-") }
            text.append(digit)
        }
        return text
    }

    private static func hexadecimal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// How much is written into the log, by module: `warning,portfolio=debug,transfer=info`.
public struct LogLevels: Sendable, Equatable {
    /// For everything that isn't named.
    public private(set) var usual: Logger.Level?
    private var modules: [String: Logger.Level] = [:]

    /// Leaves everything at the logger's own level.
    public init() {}

    /// Reads levels as they are written; words that it doesn't know are passed over, since a log that is shorter than
    /// somebody wanted is no reason to have no wallet.
    public init(parsing text: String) {
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map { String($0.filter { $0 != " " }) }
            guard let level = pair.last.flatMap(Logger.Level.init(rawValue:)) else { continue }
            if pair.count == 1 { usual = level } else { modules[pair[0]] = level }
        }
    }

    /// The level of one module; nil for the logger's own.
    public func level(of module: String) -> Logger.Level? { modules[module] ?? usual }
}
