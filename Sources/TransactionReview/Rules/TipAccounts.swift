import SolanaTransactions

/// The accounts from which Jito's validators are paid for bundles: no key belongs to them, and many an honest transaction pays there.
///
/// Each is derived from the tip program's address, as the test does.
enum TipAccounts {
    /// 0.1 SOL, in lamports: what is more is no tip.
    private static let most: UInt64 = 100_000_000

    private static let all: Set<PublicKey> = [
        PublicKey("96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5"),
        PublicKey("HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe"),
        PublicKey("Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY"),
        PublicKey("ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49"),
        PublicKey("DfXygSm4jCyNCybVYYK6DwvWqjKee8pbDmJGcLWNDXjh"),
        PublicKey("ADuUkR4vqLUMWXxW9gh6D6L8pMSawimctcNZ5pGwDcEt"),
        PublicKey("DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL"),
        PublicKey("3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT"),
    ]

    /// Whether an effect is a tip and no more.
    static func isTip(_ effect: Effect) -> Bool {
        guard let address = effect.counterpart?.address, let amount = effect.amount else { return false }
        return amount <= most && all.contains(address)
    }
}
