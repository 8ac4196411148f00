public import Logging

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
