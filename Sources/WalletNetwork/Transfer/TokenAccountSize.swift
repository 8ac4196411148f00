import SolanaTransactions

/// How many bytes an associated token account of a mint has.
enum TokenAccountSize {
    /// The bytes before the first extension, its kind among them.
    private static let base: UInt64 = 166
    private static let header: UInt64 = 4

    /// The extensions that an account has because its mint has one: mint's type to the account's bytes.
    ///
    /// Transfer fee (withheld u64), non-transferable, transfer hook (a flag), pausable. Source: `ExtensionType::get_required_init_account_extensions` of
    /// `spl-token-2022-interface`.
    private static let required: [UInt16: UInt64] = [1: 8, 9: 0, 14: 1, 26: 0]

    static func bytes(of mint: Mint, program: PublicKey) -> UInt64 {
        guard program == Token2022Program.id else { return UInt64(TokenAccount.count) }
        // The associated token program has every account's owner fixed, which is an extension too.
        return mint.extensions.types.compactMap { required[$0] }.reduce(base + header) { $0 + header + $1 }
    }
}
