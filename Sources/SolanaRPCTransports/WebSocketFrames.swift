/// The frames that a node sends on a WebSocket connection, put together to messages (RFC 6455, section 5.2).
///
/// ```
/// | FIN: 1 bit | reserved: 3 | opcode: 4 | MASK: 1 | length: 7 | longer length: 0, 16 or 64 bits | payload |
/// ```
///
/// What a server may not send ends the connection: a mask, a reserved bit or opcode, a length in more bytes than it takes, a control
/// frame in pieces or of more than 125 bytes, a message of more bytes or pieces than there is room for, one that isn't text.
package struct WebSocketFrames {
    /// What a node has said.
    package enum Event: Hashable {
        case text([UInt8])
        case ping([UInt8])
        case pong
        case close
    }

    /// Bytes that no server sends.
    package struct Fault: Error {}

    package enum Opcode: UInt8 {
        case continuation = 0, text = 1, close = 8, ping = 9, pong = 10
    }

    private static let controlLimit = 125
    /// In how many frames a message may come.
    private static let pieceLimit = 64

    private let limit: Int
    private var bytes: [UInt8] = []
    private var start = 0
    private var message: [UInt8] = []
    private var pieces = 0

    /// - Parameter limit: The bytes of a message.
    package init(limit: Int) { self.limit = limit }

    package mutating func append(_ more: some Collection<UInt8>) {
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// What stands next; nil where more bytes are needed.
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

    /// A whole message to the server, masked as it has to be (section 5.3).
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
