import SolanaTransactions

/// A part of each transfer is kept back from whoever receives it.
enum TransferFeeRule: MintRule {
    static let id = "R41"

    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding? {
        guard let fee = mint.extensions.transferFee, fee.basisPoints > 0, fee.maximum > 0 else { return nil }
        return finding(
            .warning,
            ["mint": address.base58, "basisPoints": String(fee.basisPoints), "maximum": String(fee.maximum)])
    }
}
