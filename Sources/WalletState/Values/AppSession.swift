public import ApprovalQueue
import Base58
public import Deeplinks
import Salt
public import WalletRuntime

/// The permission that the user gave one app that asks by links: to sign with one account on one cluster, for a time, with answers to one place.
///
/// The account is also among the grants of pages, under the app's own name, where the code that bounds and reviews them reads it.
public struct AppSession: Sendable, Hashable {
    /// The maximum number of apps with a session.
    public static let maximumCount = 100
    /// The longest time a session lasts: 30 days, in milliseconds.
    public static let lifetime: Int64 = 30 * 86_400_000
    /// The time an unused session lasts: 7 days, in milliseconds.
    public static let idleLifetime: Int64 = 7 * 86_400_000

    public let id: AppID
    /// The number that distinguishes this session of the app from every other: 16 bytes.
    public let number: [UInt8]
    /// The URL by which the app identifies itself, unverified.
    public let appURL: String
    /// The link that received the answer to `connect`; later answers stay at its `RedirectLink.home`.
    public let redirect: RedirectLink
    /// The cluster's name as the wallet writes it.
    public let cluster: String
    /// The base58 public key.
    public let account: String
    /// Milliseconds since 1970.
    public let granted: Int64
    /// The time at which a request was last accepted, to the minute, in milliseconds since 1970.
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

    /// The time at which the session expires if the app asks for nothing more.
    public var expires: Int64 { min(granted + Self.lifetime, used + Self.idleLifetime) }
}

extension AppID {
    /// The key of the app's account among the grants: no profile of a browser, and no page's origin.
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

/// The source of the wallet's keys in conversations with apps: a key derived from the vault's that signs for no account.
///
/// Each app sees a different X25519 key, so that two apps can't find out that they talk to one wallet. A new vault key changes all of them.
final class AppKeys: Sendable {
    private let root: SecretBytes

    init(_ authenticator: any PolicyAuthenticator) {
        var code = authenticator.code(over: Array("sidekey apps v1".utf8))
        root = SecretBytes(copyingAndWiping: &code)
    }

    /// Returns the wallet's key for one app, and the box that both share.
    ///
    /// - Throws: ``SaltError/weakPublicKey`` if the app's key has small order.
    func conversation(with app: DeeplinkKey) throws(SaltError) -> (walletKey: DeeplinkKey, box: DeeplinkBox) {
        let secret = derive("box", app.bytes)
        let key = try DeeplinkKey(bytes: SaltScalarMult.base(scalar: secret))
        return (key, try DeeplinkBox(theirKey: app, secretKey: secret))
    }

    /// Returns the code over a session's token, 32 bytes.
    func code(over token: [UInt8]) -> SecretBytes { derive("session", token) }

    private func derive(_ purpose: String, _ bytes: [UInt8]) -> SecretBytes {
        var code = HMACSHA512(key: root)
        // The purposes differ in length, so each is led by its own.
        code.update([UInt8(truncatingIfNeeded: purpose.utf8.count)] + Array(purpose.utf8))
        code.update(bytes)
        return code.code().slice(0..<32)
    }
}

/// The session as the app holds it, base58 over
///
/// ```
/// version (1) | number (16) | code (32)
/// code: over version, number, the app's key (32), and the home of its redirect links
/// ```
///
/// It tells the app nothing, and is worthless without the app's key: a request comes in a box that only the holder of that key can seal.
enum AppToken {
    private static let version: UInt8 = 1
    private static let numberCount = 16
    private static let codeCount = 32

    static func write(number: [UInt8], for app: DeeplinkKey, at redirect: RedirectLink, _ keys: AppKeys) -> String {
        let head = [version] + number
        return Base58.encode(head + keys.code(over: covered(head, app, redirect)).disclosed())
    }

    /// Returns the session's number if the token was written for this app with answers at this place; it doesn't check if the session has expired.
    static func read(
        _ text: String, from app: DeeplinkKey, at redirect: RedirectLink, _ keys: AppKeys
    ) -> [UInt8]? {
        guard let bytes = try? Base58.decode(text, count: 1 + numberCount + codeCount), bytes.first == version else {
            return nil
        }
        let head = Array(bytes.prefix(1 + numberCount))
        let code = Array(bytes.suffix(codeCount))
        guard keys.code(over: covered(head, app, redirect)).isEqual(to: code) else { return nil }
        return Array(head.dropFirst())
    }

    private static func covered(_ head: [UInt8], _ app: DeeplinkKey, _ redirect: RedirectLink) -> [UInt8] {
        head + app.bytes + Array(redirect.home.utf8)
    }
}
