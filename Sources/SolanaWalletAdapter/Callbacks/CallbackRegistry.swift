internal import Deeplinks
internal import Synchronization

/// The schemes of this program, and the requests that wait for a link that begins with one.
///
/// A link finds its request by a name that is drawn for it alone and removed with the first delivery. A late link, a second one and a
/// forged one find nothing.
final class CallbackRegistry: Sendable {
    /// The registry behind ``SolanaWalletAdapter``.
    static let shared = CallbackRegistry()

    /// The text between scheme and name.
    private static let place = "://wallet-callback/"

    private struct State {
        var schemes: [String] = []
        var waiting: [String: Pending<String>] = [:]
    }

    private let state = Mutex(State())

    /// The scheme that was registered last.
    var scheme: String? { state.withLock(\.schemes.last) }

    /// True if a request of this name is still kept, waiting or not.
    func keeps(_ name: String) -> Bool { state.withLock { $0.waiting[name] != nil } }

    /// - Throws: `callbackScheme`.
    func register(_ scheme: String) throws(WalletAdapterError) {
        let scheme = try Self.checked(scheme)
        state.withLock { state in
            state.schemes.removeAll { $0 == scheme }
            state.schemes.append(scheme)
        }
    }

    /// The scheme in lower case, if wallets may answer to it.
    ///
    /// - Throws: `callbackScheme`.
    static func checked(_ text: String) throws(WalletAdapterError) -> String {
        let scheme = text.lowercased()
        guard scheme != "http", scheme != "https", let link = try? RedirectLink(scheme + place),
            link.scheme.utf8.elementsEqual(scheme.utf8)
        else { throw .callbackScheme }
        return scheme
    }

    func unregister(_ scheme: String) {
        state.withLock { state in state.schemes.removeAll { $0 == scheme.lowercased() } }
    }

    /// The redirect link under which a request is found from now on.
    ///
    /// - Throws: `noCallbackScheme`.
    func await(_ pending: Pending<String>, as name: String) throws(WalletAdapterError) -> String {
        let scheme = state.withLock { state in
            let scheme = state.schemes.last
            if scheme != nil { state.waiting[name] = pending }
            return scheme
        }
        guard let scheme else { throw .noCallbackScheme }
        return "\(scheme)\(Self.place)\(name)"
    }

    func forget(_ name: String) {
        state.withLock { state in state.waiting[name] = nil }
    }

    /// Gives a link to the request that waits for it; false if none does.
    func deliver(_ link: String) -> Bool {
        guard link.utf8.count <= DeeplinkReply.maximumBytes, let colon = link.utf8.firstIndex(of: UInt8(ascii: ":")),
            link[colon...].hasPrefix(Self.place)
        else { return false }
        let scheme = link[..<colon].lowercased()
        let name = String(link[colon...].dropFirst(Self.place.count).prefix { $0 != "?" && $0 != "#" })
        let pending = state.withLock { state in
            state.schemes.contains(scheme) ? state.waiting.removeValue(forKey: name) : nil
        }
        return pending?.end(.success(link)) ?? false
    }
}

/// The way a wallet's answer comes back.
public enum CallbackRoute: Sendable, Hashable {
    /// By the registered scheme if there is one, otherwise over 127.0.0.1.
    case automatic
    /// By the scheme of ``SolanaWalletAdapter/registerCallbackScheme(_:)``.
    case registeredScheme
    /// To a listener on 127.0.0.1, made for each request: the wallet has the user's browser open it.
    case loopback
}

/// The entry point for the links that wallets answer with.
///
/// ```swift
/// try SolanaWalletAdapter.registerCallbackScheme("myapp")
/// let wallet = SidekeyWallet(DeeplinkContext(app: app, cluster: .devnet))
/// let connection = try await wallet.connect()                       // the wallet opens, its user agrees
/// let signed = try await wallet.signTransaction(transaction, over: connection)
/// ```
///
/// The part of the app that receives its links (`application:openURLs:`, GApplication's `open`, the program's first argument) hands each to
/// ``handleOnOpenURL(_:)``. A program that gets none needs no scheme: its callbacks come over 127.0.0.1 (``CallbackRoute/loopback``).
public enum SolanaWalletAdapter {
    /// Makes a scheme one of this program's; later requests are answered at it.
    ///
    /// The system learns of it by ``CallbackScheme`` or by the app's own package. May be called from any thread, and again.
    ///
    /// - Throws: `callbackScheme` if the text isn't a scheme (RFC 3986, section 3.1) or means something to the system, such as `https` or
    ///   `file`.
    public static func registerCallbackScheme(_ scheme: String) throws(WalletAdapterError) {
        try CallbackRegistry.shared.register(scheme)
    }

    /// Takes a scheme back; requests that wait for it never get an answer.
    public static func unregisterCallbackScheme(_ scheme: String) {
        CallbackRegistry.shared.unregister(scheme)
    }

    /// Hands a link that the system has opened to the request that waits for it. May be called from any thread.
    ///
    /// - Returns: True if a request took it. A link of another scheme is the app's own business; no request waits for a link that came
    ///   late, came twice or was forged.
    @discardableResult
    public static func handleOnOpenURL(_ link: String) -> Bool {
        CallbackRegistry.shared.deliver(link)
    }

    /// True if anything is left of the request with this redirect link, for tests.
    package static func keeps(_ redirect: String) -> Bool {
        CallbackRegistry.shared.keeps(String(redirect.split(separator: "/").last ?? ""))
    }
}
