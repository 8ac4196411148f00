import Deeplinks
import Salt
import WalletRuntime

/// What the wallet's end of apps' conversations is made from: a key of their own out of the vault's, and none that signs for an account.
///
/// Each app meets another X25519 key, so that two of them can't find out that they talk to one wallet. A new vault key makes all of them new.
final class AppKeys: Sendable {
    private let root: SecretBytes

    init(_ authenticator: any PolicyAuthenticator) {
        var code = authenticator.code(over: Array("sidekey apps v1".utf8))
        root = SecretBytes(copyingAndWiping: &code)
    }

    /// The wallet's key for one app, and the box that both share.
    ///
    /// - Throws: ``SaltError/weakPublicKey`` where the app's key has small order.
    func conversation(with app: DeeplinkKey) throws(SaltError) -> (walletKey: DeeplinkKey, box: DeeplinkBox) {
        let secret = derive("box", app.bytes)
        let key = try DeeplinkKey(bytes: SaltScalarMult.base(scalar: secret))
        return (key, try DeeplinkBox(theirKey: app, secretKey: secret))
    }

    /// The code over a session's token, 32 bytes.
    func code(over token: [UInt8]) -> SecretBytes { derive("session", token) }

    private func derive(_ purpose: String, _ bytes: [UInt8]) -> SecretBytes {
        var code = HMACSHA512(key: root)
        // The purposes differ in length, so each is led by its own.
        code.update([UInt8(truncatingIfNeeded: purpose.utf8.count)] + Array(purpose.utf8))
        code.update(bytes)
        return code.code().slice(0..<32)
    }
}
