public import JSONRPC
public import Salt

/// What an app and a wallet say to each other under one shared key: X25519 reckoned once, XSalsa20-Poly1305, a fresh nonce of 24 bytes for each message.
public final class DeeplinkBox: Sendable {
    private let sharedKey: SecretBytes

    /// Reckons the key that both sides share.
    ///
    /// - Throws: `SaltError.weakPublicKey`, `SaltError.wrongCount`.
    public init(theirKey: DeeplinkKey, secretKey: borrowing SecretBytes) throws(SaltError) {
        sharedKey = try SaltBox.sharedKey(publicKey: theirKey.bytes, secretKey: secretKey)
    }

    /// Seals a value under a fresh nonce: 16 bytes longer than its JSON.
    public func seal(_ json: JSON) -> (nonce: Nonce, data: [UInt8]) {
        let nonce = Nonce()
        // The shared key has the length that sealing needs: nothing else is refused there.
        let data = try? SaltBox.seal(json.serialized(), nonce: nonce, sharedKey: sharedKey)
        return (nonce, data ?? [])
    }

    /// Opens what the other side has sealed: strict JSON of an object.
    ///
    /// - Throws: ``DeeplinkFault/notAuthentic``, ``DeeplinkFault/json``.
    public func open(_ data: [UInt8], nonce: Nonce) throws(DeeplinkFault) -> JSON {
        let message: [UInt8]
        do throws(SaltError) {
            message = try SaltBox.open(data, nonce: nonce, sharedKey: sharedKey)
        } catch {
            throw .notAuthentic
        }
        guard let json = try? JSON(parsing: JSONSource(message)), json.object != nil else { throw .json }
        return json
    }
}
