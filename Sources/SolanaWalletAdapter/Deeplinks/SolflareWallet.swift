/// Solflare, by its universal links.
public struct SolflareWallet: DeeplinkWallet {
    public static let options = DeeplinkWalletOptions(
        identifier: "solflare", name: "Solflare", host: "solflare.com", keyParameter: "solflare_encryption_public_key")
    public let context: DeeplinkContext

    public init(_ context: DeeplinkContext) { self.context = context }
}
