/// Backpack, by its universal links.
public struct BackpackWallet: DeeplinkWallet {
    public static let options = DeeplinkWalletOptions(
        identifier: "backpack", name: "Backpack", host: "backpack.app", keyParameter: "wallet_encryption_public_key")
    public let context: DeeplinkContext

    public init(_ context: DeeplinkContext) { self.context = context }
}
