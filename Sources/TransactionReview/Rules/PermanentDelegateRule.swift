import SolanaTransactions

/// Somebody may take or burn the token at any time, whoever holds it.
enum PermanentDelegateRule: MintRule {
    static let id = "R39"

    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding? {
        guard let delegate = mint.extensions.permanentDelegate, !subject.own.contains(delegate) else { return nil }
        return finding(.warning, ["mint": address.base58, "to": delegate.base58])
    }
}
