import SolanaTransactions

/// Whoever gets an account for the token can't use it until somebody else allows it.
enum FrozenByDefaultRule: MintRule {
    static let id = "R42"

    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding? {
        mint.extensions.isFrozenByDefault ? finding(.warning, ["mint": address.base58]) : nil
    }
}
