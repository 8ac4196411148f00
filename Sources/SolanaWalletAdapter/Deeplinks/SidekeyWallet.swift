/// Sidekey, by its scheme `sidekey:`.
public struct SidekeyWallet: DeeplinkWallet {
    public static let options = DeeplinkWalletOptions(
        identifier: "sidekey", name: "Sidekey", scheme: "sidekey", keyParameter: "sidekey_encryption_public_key")
    public let context: DeeplinkContext

    public init(_ context: DeeplinkContext) { self.context = context }
}
