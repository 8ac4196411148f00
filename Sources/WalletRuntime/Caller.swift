/// Who sent a request, decided from the connection and never from what a frame says.
public enum Caller: Sendable, Hashable {
    /// A page, named by the wallet's own extension.
    case page(PageContext)
    /// One of the wallet extension's own pages.
    case walletExtension
    /// Another extension, by the id that the browser gave the host.
    case otherExtension(String)
    case commandLine
    /// An app that asks by a link, named by the module that opened the link.
    case deeplink(PageContext)

    public var kind: CallerKind {
        switch self {
        case .page: .page
        case .walletExtension: .walletExtension
        case .otherExtension: .otherExtension
        case .commandLine: .commandLine
        case .deeplink: .deeplink
        }
    }
}

/// The classes of callers that a method's manifest can admit.
public enum CallerKind: String, Sendable, Hashable, CaseIterable {
    case page
    case walletExtension
    case otherExtension
    case commandLine
    case deeplink
}
