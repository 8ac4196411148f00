/// Where the links that wallets answer with come in.
///
/// ```swift
/// try SolanaWalletAdapter.registerCallbackScheme("myapp")
/// let wallet = SidekeyWallet(DeeplinkContext(app: app, cluster: .devnet))
/// let connection = try await wallet.connect()                       // the wallet opens, its user agrees
/// let signed = try await wallet.signTransaction(transaction, over: connection)
/// ```
///
/// Whatever gets the app its links (`application:openURLs:`, GApplication's `open`, the program's first argument) hands each to
/// ``handleOnOpenURL(_:)``. A program that gets none needs no scheme: its callbacks come over 127.0.0.1 (``CallbackRoute/loopback``).
public enum SolanaWalletAdapter {
    /// Makes a scheme one of this program's, and the one that later requests are answered at.
    ///
    /// The system learns of it by ``CallbackScheme`` or by the app's own package. May be called from any thread, and again.
    ///
    /// - Throws: `callbackScheme` where the text isn't a scheme (RFC 3986, section 3.1), or one that means something to the system,
    ///   such as `https` or `file`.
    public static func registerCallbackScheme(_ scheme: String) throws(WalletAdapterError) {
        try CallbackRegistry.shared.register(scheme)
    }

    /// Takes a scheme back; requests that wait for it wait in vain.
    public static func unregisterCallbackScheme(_ scheme: String) {
        CallbackRegistry.shared.unregister(scheme)
    }

    /// Hands a link that the system has opened to the request that waits for it. May be called from any thread.
    ///
    /// - Returns: Whether one did. A link of another scheme is the app's own business; one that came late, a second time or of
    ///   somebody's making finds nobody waiting.
    @discardableResult
    public static func handleOnOpenURL(_ link: String) -> Bool {
        CallbackRegistry.shared.deliver(link)
    }

    /// Whether anything is left of the request with this redirect link, for tests.
    package static func keeps(_ redirect: String) -> Bool {
        CallbackRegistry.shared.keeps(String(redirect.split(separator: "/").last ?? ""))
    }
}
