import Base58
import Deeplinks
import Salt
import WalletRuntime

/// The session as the app holds it, base58 over
///
/// ```
/// version (1) | number (16) | code (32)
/// code: over version, number, the app's key (32), and the home of its redirect links
/// ```
///
/// It says nothing that the app can read, and is worth nothing without the app's key: a request comes in a box that only that key's holder seals.
enum AppToken {
    private static let version: UInt8 = 1
    private static let numberCount = 16
    private static let codeCount = 32

    static func write(number: [UInt8], for app: DeeplinkKey, at redirect: RedirectLink, _ keys: AppKeys) -> String {
        let head = [version] + number
        return Base58.encode(head + keys.code(over: covered(head, app, redirect)).disclosed())
    }

    /// The session's number, where the token was written for this app with answers at this place; whether the session is over isn't asked.
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
