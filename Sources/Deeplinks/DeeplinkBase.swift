public import SolanaTransactions

/// The beginning of a wallet's links: its own scheme, or its universal links.
public enum DeeplinkBase: Sendable, Hashable {
    /// `SCHEME://v1/METHOD`
    case scheme(String)
    /// `https://HOST/ul/v1/METHOD`
    case universal(host: String)

    /// The text before the method.
    var methods: String {
        switch self {
        case .scheme(let scheme): "\(scheme)://v1/"
        case .universal(let host): "https://\(host)/ul/v1/"
        }
    }

    /// The text before the address that `browse` opens.
    var browsing: String {
        switch self {
        case .scheme(let scheme): "\(scheme)://browse/"
        case .universal(let host): "https://\(host)/ul/browse/"
        }
    }

    /// Cuts a link before its method.
    ///
    /// - Throws: ``DeeplinkFault/notALink``, ``DeeplinkFault/wrongBase``.
    static func split(_ path: String) throws(DeeplinkFault) -> (base: DeeplinkBase, rest: Substring) {
        guard let end = path.utf8.firstIndex(of: UInt8(ascii: ":")), path[end...].hasPrefix("://") else {
            throw .notALink
        }
        let scheme = String(path[..<end])
        guard LinkText.isScheme(scheme) else { throw .notALink }
        let rest = path[end...].dropFirst(3)
        guard scheme == "https" else { return (.scheme(scheme), rest) }
        guard let slash = rest.firstIndex(of: "/") else { throw .notALink }
        let host = String(rest[..<slash])
        guard !host.isEmpty, RedirectLink.isHost(host), rest[slash...].hasPrefix("/ul/") else { throw .wrongBase }
        return (.universal(host: host), rest[slash...].dropFirst(4))
    }
}

extension DeeplinkBase {
    /// The wallet's name for its key in the answer to `connect`.
    ///
    /// Backpack says `wallet_encryption_public_key`. An app written for another wallet's links finds the answer under that wallet's name.
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

/// The requests that an app can make to a wallet by a link (Phantom's deeplink protocol, version 1).
public enum DeeplinkMethod: String, Sendable, Hashable, CaseIterable {
    case connect
    case disconnect
    case signTransaction
    case signAllTransactions
    case signMessage
    case signAndSendTransaction
    /// Opens an address in the wallet's browser; unencrypted and without an answer.
    case browse
}

extension Cluster {
    /// The name that `connect` takes: `mainnet-beta` for mainnet, else ``Cluster/name``. Localnet is Sidekey's addition to the protocol.
    public var deeplinkName: String { self == .mainnet ? "mainnet-beta" : name }

    /// - Parameter deeplinkName: A name in the form of ``deeplinkName``.
    public init?(deeplinkName: String) {
        guard let cluster = Self.allCases.first(where: { $0.deeplinkName == deeplinkName }) else { return nil }
        self = cluster
    }
}
