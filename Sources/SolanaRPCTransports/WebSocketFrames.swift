import CCurl
import SolanaRPC

/// The frames that a node sends on a WebSocket connection, put together into messages (RFC 6455, section 5.2).
///
/// ```
/// | FIN: 1 bit | reserved: 3 | opcode: 4 | MASK: 1 | length: 7 | longer length: 0, 16 or 64 bits | payload |
/// ```
///
/// Anything that a server may not send ends the connection: a mask, a reserved bit or opcode, a length in more bytes than it needs. So does a control
/// frame in pieces or of more than 125 bytes. So does a message that isn't text, or has more bytes or pieces than there is room for.
package struct WebSocketFrames {
    /// A message or a control frame from a node.
    package enum Event: Hashable {
        case text([UInt8])
        case ping([UInt8])
        case pong
        case close
    }

    /// Bytes that no server may send.
    package struct Fault: Error {}

    package enum Opcode: UInt8 {
        case continuation = 0, text = 1, close = 8, ping = 9, pong = 10
    }

    private static let controlLimit = 125
    /// The most frames of a message.
    private static let pieceLimit = 64

    private let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    private var message: [UInt8] = []
    private var pieces = 0

    /// - Parameter limit: The most bytes of a message.
    package init(limit: Int) { self.limit = limit }

    package mutating func append(_ more: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// Returns the next event; nil if more bytes are needed.
    package mutating func next() throws(Fault) -> Event? {
        while let (opcode, isLast, payload) = try frame() {
            switch opcode {
            case .ping: return .ping(payload)
            case .pong: return .pong
            case .close: return .close
            case .text, .continuation:
                guard (opcode == .text) == (pieces == 0), pieces < Self.pieceLimit,
                    message.count + payload.count <= limit
                else { throw Fault() }
                message += payload
                pieces += 1
                guard isLast else { continue }
                defer { (message, pieces) = ([], 0) }
                return .text(message)
            }
        }
        return nil
    }

    private mutating func frame() throws(Fault) -> (opcode: Opcode, isLast: Bool, payload: [UInt8])? {
        let held = bytes.count - start
        guard held >= 2 else { return nil }
        let (first, second) = (bytes[start], bytes[start + 1])
        guard first & 0x70 == 0, let opcode = Opcode(rawValue: first & 0x0f), second & 0x80 == 0 else { throw Fault() }
        let isLast = first & 0x80 != 0
        let extra = second == 126 ? 2 : second == 127 ? 8 : 0
        guard held >= 2 + extra else { return nil }
        var count = UInt64(second)
        if extra > 0 {
            count = bytes[start + 2..<start + 2 + extra].reduce(0) { $0 << 8 | UInt64($1) }
            // One spelling for each length.
            guard count > (extra == 2 ? 125 : 0xffff) else { throw Fault() }
        }
        let isControl = opcode.rawValue >= 8
        guard count <= (isControl ? UInt64(Self.controlLimit) : UInt64(limit)), isLast || !isControl else {
            throw Fault()
        }
        let end = 2 + extra + Int(count)
        guard held >= end else { return nil }
        defer { start += end }
        return (opcode, isLast, Array(bytes[start + 2 + extra..<start + end]))
    }

    /// Encodes a whole message to the server, masked as required (section 5.3).
    package static func encode(_ opcode: Opcode, _ payload: [UInt8]) -> [UInt8] {
        var frame: [UInt8] = [0x80 | opcode.rawValue]
        frame.reserveCapacity(payload.count + 14)
        switch payload.count {
        case ...125: frame.append(0x80 | UInt8(payload.count))
        case ...0xffff:
            frame.append(0x80 | 126)
            frame += [UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
        default:
            frame.append(0x80 | 127)
            frame += (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
        }
        let mask = (0..<4).map { _ in UInt8.random(in: 0...255) }
        frame += mask
        for (index, byte) in payload.enumerated() { frame.append(byte ^ mask[index & 3]) }
        return frame
    }
}

/// The opening handshake of a WebSocket connection (RFC 6455, section 4).
struct WebSocketHandshake {
    /// The most bytes of the answer's head.
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

    /// Takes the bytes that arrived.
    ///
    /// - Returns: The bytes after the answer's head; nil if the head isn't complete yet.
    /// - Throws: `notAnAnswer`, if the server accepts no WebSocket.
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
