internal import Base58
public import JSONRPC
public import Salt

/// A sealed exchange between an app and a wallet under one shared key: X25519 computed once, XSalsa20-Poly1305, a fresh nonce of 24 bytes
/// for each message.
public final class DeeplinkBox: Sendable {
    private let sharedKey: SecretBytes

    /// Computes the key that both sides share.
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

    /// Opens a value that the other side has sealed: strict JSON of an object.
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

/// A public X25519 key or an account's address: 32 bytes, written in base58.
public struct DeeplinkKey: Sendable, Hashable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Takes the key's bytes.
    ///
    /// - Throws: `SaltError.wrongCount`.
    public init(bytes: [UInt8]) throws(SaltError) {
        guard bytes.count == SaltBox.keyCount else {
            throw .wrongCount(expected: SaltBox.keyCount, found: bytes.count)
        }
        self.bytes = bytes
    }

    /// Reads a key in base58; nil if the text isn't one.
    public init?(_ text: String) {
        guard let bytes = try? Base58.decode(text, count: SaltBox.keyCount) else { return nil }
        self.bytes = bytes
    }

    /// The key in base58.
    public var description: String { Base58.encode(bytes) }
}
