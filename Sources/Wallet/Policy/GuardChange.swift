import JSONRPC
import WalletRuntime
import WalletState

/// A change of the rules for guards.
struct GuardChange: Sendable, Hashable {
    /// In hundredths of a percent; nil leaves it as it is.
    let tolerance: Int?
    /// The sites whose transactions get no guards any more.
    let off: [String]
    /// The sites whose transactions get guards again.
    let on: [String]

    init(tolerance: Int? = nil, off: [String] = [], on: [String] = []) {
        self.tolerance = tolerance
        self.off = off
        self.on = on
    }

    /// - Throws: -32602 for what isn't an origin, and for too many.
    func apply(to rules: inout GuardRules) throws(RPCError) {
        if let tolerance { rules.tolerance = tolerance }
        for site in on { rules.turnOn(for: site) }
        for site in off { try rules.turnOff(for: site) }
    }
}

extension ParameterForm where Value == GuardChange {
    static var guardChange: Self {
        .object(
            .optional("tolerance", .integer(in: GuardRules.toleranceBounds)),
            .optional("off", .texts, default: []), .optional("on", .texts, default: [])
        ) { tolerance, off, on in GuardChange(tolerance: tolerance, off: off, on: on) }
    }
}
