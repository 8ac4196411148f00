/// Phantom, by its universal links.
public struct PhantomWallet: DeeplinkWallet {
    public static let options = DeeplinkWalletOptions(
        identifier: "phantom", name: "Phantom", host: "phantom.app", keyParameter: "phantom_encryption_public_key")
    public let context: DeeplinkContext

    public init(_ context: DeeplinkContext) { self.context = context }
}
