public import JSONRPC
import TransactionReview
import WalletRuntime

/// The user's rules for guards: how much of what arrives may be missing, and the sites whose transactions get none.
///
/// A smaller tolerance and fewer sites let less through.
public struct GuardRules: Sendable, Hashable {
    /// The bounds of the tolerance, in hundredths of a percent: nothing to 10 %.
    public static let toleranceBounds = 0...1_000
    /// The most sites without guards.
    public static let maximumCount = 100
    /// The length of a site's origin, in bytes.
    private static let siteBounds = 1...300

    /// The part of what arrives that may be missing, in hundredths of a percent.
    public var tolerance = Int(GuardPlan.usualTolerance)
    /// The origins whose transactions get no guards, as the browser writes them, in their order.
    public private(set) var off: [String] = []

    public init() {}

    /// Returns true if a site's transactions get no guards.
    public func isOff(for origin: String) -> Bool { off.contains { $0.utf8.elementsEqual(origin.utf8) } }

    /// Turns guards off for a site.
    ///
    /// - Throws: -32602 for what isn't an origin, and beyond ``maximumCount``.
    public mutating func turnOff(for origin: String) throws(RPCError) {
        guard Self.isSite(origin) else { throw .parameter("guards", "not the origin of a site") }
        guard !isOff(for: origin) else { return }
        guard off.count < Self.maximumCount else {
            throw .parameter("guards", "guards are off for at most \(Self.maximumCount) sites")
        }
        off.append(origin)
        off.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Turns guards on again for a site; nothing happens if they are on.
    public mutating func turnOn(for origin: String) { off.removeAll { $0.utf8.elementsEqual(origin.utf8) } }

    /// Returns true if nothing in the other rules lets more through than these.
    func isTightened(to other: GuardRules) -> Bool {
        other.tolerance <= tolerance && other.off.allSatisfy(isOff)
    }

    /// An origin is ASCII, and never the wallet's own: what it sends has guards always.
    private static func isSite(_ text: String) -> Bool {
        siteBounds.contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
            && ["https://", "http://", "app:"].contains(where: text.hasPrefix)
    }

    /// The rules in the protocol's spelling, which is also the one in which they are kept.
    public var json: JSON {
        ["tolerance": .number(JSONNumber(tolerance)), "off": .array(off.map { .string(JSONString($0)) })]
    }

    /// - Throws: -32602 or -32603 if a member doesn't fit.
    init(_ object: JSONObject) throws(RPCError) {
        var members = RPCParameters(object)
        let tolerance = try members.int("tolerance")
        guard Self.toleranceBounds.contains(tolerance), let sites = try members.optionalArray("off") else {
            throw RPCError(.internalError, .storage, "a stored value is damaged")
        }
        try members.finish()
        self.tolerance = tolerance
        for site in sites { try turnOff(for: site.text ?? "") }
    }
}
