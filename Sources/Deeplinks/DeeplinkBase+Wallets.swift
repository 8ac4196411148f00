extension DeeplinkBase {
    /// What the wallet whose links begin so calls its key in the answer to `connect`.
    ///
    /// Backpack says `wallet_encryption_public_key`; an app that was written for another wallet's links finds its answer by that one's name.
    public var keyParameter: String {
        let name =
            switch self {
            case .scheme(let scheme): scheme
            case .universal(let host): String(host.prefix { $0 != "." })
            }
        return switch name {
        case "phantom", "solflare": "\(name)_encryption_public_key"
        case "backpack": "wallet_encryption_public_key"
        default: "sidekey_encryption_public_key"
        }
    }
}
