import JSONRPC
import Salt
import WalletRuntime

/// The SHA-256 digest of a whole request; on the wire, 64 lower-case hexadecimal digits.
///
/// ```
/// "sidekey-request-v2"
/// field: length (u32, little endian) | bytes          an absent field: ff ff ff ff
/// fields: id, connection key, profile, container, document, page's request id, method, origin, account, cluster, options
/// number of items (u32, little endian), then each item as a field
/// ```
///
/// Each field is preceded by its length, so that no two requests share an encoding.
public struct RequestDigest: Sendable, Hashable, CustomStringConvertible {
    public let bytes: [UInt8]

    public var hexadecimal: String { Hexadecimal.encode(bytes) }

    public init(id: String, content: RequestContent) {
        self.init(fields: [id], content: content)
    }

    /// Creates the digest without the agent's id: equal for a request and its repetition after a reconnect.
    init(repeatable content: RequestContent) {
        self.init(fields: [], content: content)
    }

    private init(fields: [String], content: RequestContent) {
        var encoding = Array("sidekey-request-v2".utf8)
        func append(count: Int) {
            withUnsafeBytes(of: UInt32(truncatingIfNeeded: count).littleEndian) { encoding.append(contentsOf: $0) }
        }
        func append(_ field: String?) {
            guard let field else { return append(count: 0xFFFF_FFFF) }
            append(count: field.utf8.count)
            encoding.append(contentsOf: field.utf8)
        }
        for field in fields { append(field) }
        append(content.client.connectionKey)
        append(content.client.profile)
        append(content.page.container)
        append(content.page.document)
        append(content.page.request)
        append(content.method)
        append(content.page.origin.serialized)
        append(content.account)
        append(content.cluster)
        append(content.options)
        append(count: content.items.count)
        for item in content.items {
            append(count: item.count)
            encoding.append(contentsOf: item)
        }
        bytes = SaltHash.sha256(encoding)
    }

    public var description: String { hexadecimal }
}
