/// How a wallet's answer comes back.
public enum CallbackRoute: Sendable, Hashable {
    /// By the registered scheme where there is one, otherwise over 127.0.0.1.
    case automatic
    /// By the scheme of ``SolanaWalletAdapter/registerCallbackScheme(_:)``.
    case registeredScheme
    /// To a listener on 127.0.0.1, made for each request: the wallet has the user's browser open it.
    case loopback
}
