import CCurl
import SolanaRPC

/// The opening handshake of a WebSocket connection (RFC 6455, section 4).
struct WebSocketHandshake {
    /// The bytes that the answer's head may have.
    private static let limit = 16_384

    let request: [UInt8]
    private let accept: String
    private var head: [UInt8] = []

    /// - Parameter nonce: 16 random bytes.
    init(to endpoint: RPCEndpoint, nonce: [UInt8]) {
        let key = Self.base64(nonce)
        accept = Self.base64(Self.sha1(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)))
        let name = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
        let isUsual = endpoint.port == (endpoint.isSecure ? 443 : 80)
        request = Array(
            """
            GET \(endpoint.path) HTTP/1.1\r
            Host: \(isUsual ? name : "\(name):\(endpoint.port)")\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Key: \(key)\r
            Sec-WebSocket-Version: 13\r
            \r

            """.utf8)
    }

    /// Takes what came.
    ///
    /// - Returns: What stands behind the answer's head; nil where that isn't whole yet.
    /// - Throws: `notAnAnswer`, where it takes no WebSocket.
    mutating func take(_ bytes: some Collection<UInt8>) throws(RPCTransportError) -> [UInt8]? {
        head += bytes
        guard let end = head.firstRange(of: Array("\r\n\r\n".utf8)) else {
            guard head.count <= Self.limit else { throw .notAnAnswer }
            return nil
        }
        guard let text = String(validating: head[..<end.lowerBound], as: UTF8.self), isAgreed(text) else {
            throw .notAnAnswer
        }
        return Array(head[end.upperBound...])
    }

    private func isAgreed(_ text: String) -> Bool {
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let status = lines.first, status == "HTTP/1.1 101" || status.hasPrefix("HTTP/1.1 101 ") else {
            return false
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { return false }
            let name = line[..<colon].lowercased()
            let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            headers[name] = headers[name].map { "\($0),\(value)" } ?? String(value)
        }
        func has(_ name: String, _ token: String) -> Bool {
            headers[name]?.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).contains { $0 == token }
                ?? false
        }
        // No extension and no protocol was asked for, so none can be agreed on.
        return has("upgrade", "websocket") && has("connection", "upgrade")
            && headers["sec-websocket-accept"]?.utf8.elementsEqual(accept.utf8) == true
            && headers["sec-websocket-extensions"] == nil && headers["sec-websocket-protocol"] == nil
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        let count = EVP_EncodeBlock(&text, bytes, CInt(bytes.count))
        return String(decoding: text.prefix(Int(count)), as: UTF8.self)
    }

    private static func sha1(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha1(), nil)
        return digest
    }
}
