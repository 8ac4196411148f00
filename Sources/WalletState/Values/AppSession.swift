public import ApprovalQueue
public import Deeplinks
public import WalletRuntime

/// What the user let one app do that asks by links: sign with one account on one cluster, for a time, with answers to one place.
///
/// The account stands with the grants of pages too, under the app's own name: what bounds and reviews those reads it there.
public struct AppSession: Sendable, Hashable {
    /// How many apps can have a session.
    public static let maximumCount = 100
    /// How long a session lasts at most: 30 days, in milliseconds.
    public static let life: Int64 = 30 * 86_400_000
    /// How long it lasts unused: 7 days, in milliseconds.
    public static let idleLife: Int64 = 7 * 86_400_000

    public let id: AppID
    /// What tells this session of the app from every other: 16 bytes.
    public let number: [UInt8]
    /// Who the app says it is; nobody has checked it.
    public let appURL: String
    /// Where the answer to `connect` went; later ones stay at its `RedirectLink.home`.
    public let redirect: RedirectLink
    /// The cluster's name, as the wallet writes it.
    public let cluster: String
    /// The base58 public key.
    public let account: String
    /// Milliseconds since 1970.
    public let granted: Int64
    /// When a request of it was last taken, to the minute; milliseconds since 1970.
    public var used: Int64

    public init(
        id: AppID, number: [UInt8], appURL: String, redirect: RedirectLink, cluster: String, account: String,
        granted: Int64
    ) {
        self.id = id
        self.number = number
        self.appURL = appURL
        self.redirect = redirect
        self.cluster = cluster
        self.account = account
        self.granted = granted
        used = granted
    }

    /// When it ends if nothing more is asked.
    public var expires: Int64 { min(granted + Self.life, used + Self.idleLife) }
}

extension AppID {
    /// Under what its account stands among the grants: no profile of a browser, and no page's origin.
    public var grantKey: ConnectedOrigin.Key {
        ConnectedOrigin.Key(profile: "", container: PageContext.defaultContainer, origin: Origin(self).serialized)
    }

    init?(grantKey key: ConnectedOrigin.Key) {
        let prefix = "app:"
        guard key.profile.isEmpty, key.container == PageContext.defaultContainer, key.origin.hasPrefix(prefix) else {
            return nil
        }
        self.init(String(key.origin.dropFirst(prefix.count)))
    }
}
