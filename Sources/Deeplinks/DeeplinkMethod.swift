/// What an app can ask a wallet for by a link (Phantom's deeplink protocol, version 1).
public enum DeeplinkMethod: String, Sendable, Hashable, CaseIterable {
    case connect
    case disconnect
    case signTransaction
    case signAllTransactions
    case signMessage
    case signAndSendTransaction
    /// Opens an address in the wallet's browser; unencrypted, and answered by nobody.
    case browse
}
