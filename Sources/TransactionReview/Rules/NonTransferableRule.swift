import SolanaTransactions

/// Whoever has the token never gets rid of it but by burning it.
enum NonTransferableRule: MintRule {
    static let id = "R43"

    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding? {
        mint.extensions.isNonTransferable ? finding(.warning, ["mint": address.base58]) : nil
    }
}
