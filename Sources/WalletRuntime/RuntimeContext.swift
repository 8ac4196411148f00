public import Logging

/// The resources that the runtime gives the wallet's parts: time, identifiers, a logger, and the place of modules' values.
public struct RuntimeContext: Sendable {
    public let clock: any MonotonicClock
    public let wallClock: any WallClock
    public let identifiers: any IdentifierSource
    public let logger: Logger
    /// The amount that each module writes into the log.
    public let levels: LogLevels
    /// The place where modules keep their values; nil for the wallet's own database.
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

/// The resources that the runtime gives one module with each call, and nothing of another module's.
public struct ModuleContext: Sendable {
    /// The module's id.
    public let module: String
    public let clock: any MonotonicClock
    public let wallClock: any WallClock
    public let identifiers: any IdentifierSource
    /// A logger that writes under the module's name, at the module's level.
    public let logger: Logger
    /// The module's own values; nil if its manifest doesn't need ``Need/storage``.
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

/// A source of unguessable identifiers.
public protocol IdentifierSource: Sendable {
    /// Returns an identifier that was never given before.
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

/// The amount that is written into the log, by module: `warning,portfolio=debug,transfer=info`.
public struct LogLevels: Sendable, Equatable {
    /// The level for every module that isn't named.
    public private(set) var usual: Logger.Level?
    private var modules: [String: Logger.Level] = [:]

    /// Leaves everything at the logger's own level.
    public init() {}

    /// Reads levels in their written form. Unknown words are ignored, since a log that is too short is no reason to
    /// have no wallet.
    public init(parsing text: String) {
        for part in text.split(separator: ",") {
            let pair = part.split(separator: "=", maxSplits: 1).map { String($0.filter { $0 != " " }) }
            guard let level = pair.last.flatMap(Logger.Level.init(rawValue:)) else { continue }
            if pair.count == 1 { usual = level } else { modules[pair[0]] = level }
        }
    }

    /// Returns the level of one module; nil for the logger's own.
    public func level(of module: String) -> Logger.Level? { modules[module] ?? usual }
}
