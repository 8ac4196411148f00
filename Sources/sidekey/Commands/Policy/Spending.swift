import ArgumentParser
import DisplayText
import JSONRPC
import ProgramRegistry
import SolanaTransactions
import Wording

/// An amount of an asset in a period, as the user writes it: `500 USDC/24h`, or `0.5/24h` in SOL.
struct Spending: ExpressibleByArgument {
    private let number: String
    private let name: String
    /// nil where none is written.
    let period: PolicyPeriod?

    init?(argument: String) {
        let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
        let words = (parts.first ?? "").split(separator: " ")
        guard (1...2).contains(parts.count), (1...2).contains(words.count) else { return nil }
        number = String(words[0])
        name = words.count == 2 ? String(words[1]) : "SOL"
        guard parts.count == 2 else {
            period = nil
            return
        }
        guard let period = PolicyPeriod(argument: String(parts[1])) else { return nil }
        self.period = period
    }

    /// The amount in the smallest unit, and the asset's name in the protocol: `SOL` or a mint's address.
    ///
    /// - Throws: An error if the symbol isn't on the list of known tokens, or several tokens have it.
    func amount() throws(ValidationError) -> (asset: String, units: UInt64) {
        let (asset, decimals) = try named()
        do throws(DecimalAmountError) { return (asset, try DecimalAmount(number, decimals: decimals).units) } catch {
            throw ValidationError(
                say(.usageAmount, ["amount": number.visible, "asset": name.visible, "decimals": "\(decimals)"]))
        }
    }

    private func named() throws(ValidationError) -> (asset: String, decimals: UInt8) {
        let table = ProgramTable.known
        func isWrapped(_ mint: PublicKey) -> Bool { mint == TokenProgram.nativeMint }
        guard name.lowercased() != "sol" else { return ("SOL", 9) }
        if let mint = try? PublicKey(base58: name) {
            guard !isWrapped(mint) else { return ("SOL", 9) }
            // Nobody but a node says how many decimals another mint has: its amounts are in the smallest unit.
            let known = table.token(mint).flatMap { $0.isScaled ? nil : $0 }
            return (mint.base58, known?.decimals ?? 0)
        }
        let mints = table.mints(named: name).filter { !isWrapped($0) }
        guard mints.count == 1, let mint = mints.first, let known = table.token(mint), !known.isScaled else {
            throw ValidationError(
                say(mints.count > 1 ? .usageSymbolTwice : .usageSymbolUnknown, ["symbol": name.visible]))
        }
        return (mint.base58, known.decimals)
    }
}

extension [Spending] {
    /// The amounts in the protocol's spelling.
    ///
    /// - Throws: An error for a period other than 24 hours, an asset that is written twice, or as ``Spending/amount()``.
    func amounts() throws(ValidationError) -> [(asset: String, units: UInt64)] {
        var amounts: [(asset: String, units: UInt64)] = []
        for spending in self {
            guard spending.period.map({ $0.milliseconds == PolicyPeriod.day }) ?? true else {
                throw ValidationError(say(.usageDay))
            }
            let amount = try spending.amount()
            guard !amounts.contains(where: { $0.asset == amount.asset }) else {
                throw ValidationError(say(.usageAssetTwice))
            }
            amounts.append(amount)
        }
        return amounts
    }
}

/// What is left of an amount of an asset, in words.
struct AmountText {
    private let row: JSON

    /// - Parameter row: A row of `spend` or `pressAmounts`, or a limit's `spending`.
    init(_ row: JSON) {
        self.row = row
    }

    /// The amount under a name, with the asset's symbol; nil if there is none.
    func text(_ name: String) -> String? {
        guard let units = row[name]?.text.flatMap({ UInt64($0) }) else { return nil }
        let mint = row["asset"]?.text ?? "SOL"
        guard mint != "SOL" else { return "\(Lamports(count: units)) SOL" }
        guard let symbol = row["symbol"]?.text, let decimals = row["decimals"]?.int.flatMap({ UInt8(exactly: $0) })
        else { return say.tokens(units, of: mint, known: nil) }
        return "\(DecimalAmount(units: units, decimals: decimals)) \(symbol.visible)"
    }
}
