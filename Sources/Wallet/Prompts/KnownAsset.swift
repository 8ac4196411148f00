import ProgramRegistry
import SolanaTransactions
import WalletState
import Wording

/// The name and the decimal places of an asset that is known: SOL, or a token on the compiled list.
struct KnownAsset: Sendable {
    let symbol: String
    let decimals: UInt8

    private static let sol = KnownAsset(symbol: "SOL", decimals: 9)

    /// Returns nil for a mint that isn't on the list, and for one whose amounts are shown multiplied: a wrong number would stand beside its name.
    static func named(_ asset: PolicyAsset) -> KnownAsset? {
        guard let mint = asset.mint else { return sol }
        guard let known = (try? PublicKey(base58: mint)).flatMap(ProgramTable.known.token), !known.isScaled else {
            return nil
        }
        return KnownAsset(symbol: known.symbol, decimals: known.decimals)
    }
}

extension Phrasebook {
    /// An amount of an asset: with its symbol if it is known, else in the smallest unit with the mint.
    func amount(_ units: UInt64, of asset: PolicyAsset) -> String {
        guard let mint = asset.mint else { return sol(units) }
        return tokens(units, of: mint, known: KnownAsset.named(asset).map { ($0.symbol, $0.decimals) })
    }
}
