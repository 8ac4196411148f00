import ArgumentParser
import DisplayText

/// An amount of SOL, counted in its billionth parts.
struct Lamports: ExpressibleByArgument, CustomStringConvertible {
    let count: UInt64

    private static let decimals = 9

    init(count: UInt64) {
        self.count = count
    }

    /// Reads SOL with at most nine decimals, such as `0.1`; no sign, no exponent.
    init?(argument: String) {
        let parts = argument.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : "0"
        guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            fraction.utf8.count <= Self.decimals
        else { return nil }
        let zeros = String(repeating: "0", count: Self.decimals - fraction.utf8.count)
        guard let lamports = UInt64(parts[0] + fraction + zeros) else { return nil }
        count = lamports
    }

    var description: String { DecimalAmount.sol(count).description }
}
