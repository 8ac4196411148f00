import ArgumentParser

/// A stretch of time in milliseconds: `30m`, `24h` or `7d`.
struct PolicyPeriod: ExpressibleByArgument, CustomStringConvertible {
    let milliseconds: Int

    private static let units: [(letter: Character, milliseconds: Int)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000),
    ]
    /// What the agent takes: a minute to 366 days.
    private static let bounds = 60_000...31_622_400_000

    init(milliseconds: Int) {
        self.milliseconds = milliseconds
    }

    init?(argument: String) {
        let digits = argument.dropLast()
        guard let unit = Self.units.first(where: { $0.letter == argument.last }), (1...9).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(digits)
        else { return nil }
        milliseconds = count * unit.milliseconds
        guard Self.bounds.contains(milliseconds) else { return nil }
    }

    /// In the largest unit that leaves nothing over; seconds where none does.
    var description: String {
        for unit in Self.units where milliseconds % unit.milliseconds == 0 {
            return "\(milliseconds / unit.milliseconds)\(unit.letter)"
        }
        return "\(milliseconds / 1000)s"
    }
}

/// So much SOL in a period: `0.5/24h`.
struct LamportRate: ExpressibleByArgument {
    let lamports: Lamports
    let period: PolicyPeriod

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let lamports = Lamports(argument: String(parts[0])),
            let period = PolicyPeriod(argument: String(parts[1]))
        else { return nil }
        (self.lamports, self.period) = (lamports, period)
    }
}

/// So many signatures in a period: `20/1h`.
struct SignatureRate: ExpressibleByArgument {
    let count: UInt64
    let period: PolicyPeriod

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = UInt64(parts[0]),
            let period = PolicyPeriod(argument: String(parts[1]))
        else { return nil }
        (self.count, self.period) = (count, period)
    }
}
