import SolanaTransactions

/// Each transfer of the token calls a program, which can refuse it.
enum TransferHookRule: MintRule {
    static let id = "R40"

    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding? {
        guard let program = mint.extensions.transferHook?.program else { return nil }
        return finding(.warning, ["mint": address.base58, "program": program.base58])
    }
}
