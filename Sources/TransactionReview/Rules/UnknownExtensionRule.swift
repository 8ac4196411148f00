import SolanaTransactions

/// The token has extensions that nobody here knows: they may let others do anything with it.
enum UnknownExtensionRule: MintRule {
    static let id = "R44"

    static func finding(in mint: Mint, of address: PublicKey, for subject: ReviewSubject) -> Finding? {
        let types = mint.extensions.unknownTypes
        guard !types.isEmpty else { return nil }
        return finding(
            .warning, ["mint": address.base58, "types": types.prefix(8).map { String($0) }.joined(separator: ", ")])
    }
}
