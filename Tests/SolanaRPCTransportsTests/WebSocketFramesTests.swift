import SolanaRPCTransports
import Testing

/// The frames of RFC 6455; PyPI's `websockets` is at the other end of ``SubscriptionTests``.
@Suite struct WebSocketFramesTests {
    private func events(_ bytes: [UInt8], piece: Int = .max, limit: Int = 70_000) throws -> [WebSocketFrames.Event] {
        var frames = WebSocketFrames(limit: limit)
        var events: [WebSocketFrames.Event] = []
        for start in stride(from: 0, to: bytes.count, by: min(piece, bytes.count)) {
            frames.append(bytes[start..<min(start + min(piece, bytes.count), bytes.count)])
            while let event = try frames.next() { events.append(event) }
        }
        return events
    }

    // Section 5.7.
    private static let hello: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]
    private static let helloInTwo: [UInt8] = [0x01, 0x03, 0x48, 0x65, 0x6c, 0x80, 0x02, 0x6c, 0x6f]
    private static let ping: [UInt8] = [0x89, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]

    @Test func `the examples of the RFC, in pieces of every size`() throws {
        let text = Array("Hello".utf8)
        let stream = Self.hello + Self.helloInTwo + Self.ping + [0x8a, 0x00, 0x88, 0x02, 0x03, 0xe8]
        for piece in 1...stream.count {
            #expect(try events(stream, piece: piece) == [.text(text), .text(text), .ping(text), .pong, .close])
        }
    }

    @Test func `a control frame may come between the pieces of a message`() throws {
        let between = Array(Self.helloInTwo.prefix(5)) + Self.ping + Array(Self.helloInTwo.dropFirst(5))
        #expect(try events(between) == [.ping(Array("Hello".utf8)), .text(Array("Hello".utf8))])
    }

    @Test func `lengths at both sides of each spelling`() throws {
        for count in [0, 1, 125, 126, 65_535, 65_536, 70_000] {
            let payload = [UInt8](repeating: 0x61, count: count)
            let length: [UInt8] =
                switch count {
                case ...125: [UInt8(count)]
                case ...65_535: [126, UInt8(count >> 8), UInt8(count & 0xff)]
                default: [127, 0, 0, 0, 0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
                }
            #expect(try events([0x81] + length + payload) == [.text(payload)])
        }
    }

    @Test func `what no server may send ends it`() {
        let cases: [(String, [UInt8])] = [
            ("masked", [0x81, 0x80, 1, 2, 3, 4]), ("reserved bit", [0xc1, 0]), ("reserved opcode", [0x83, 0]),
            ("binary", [0x82, 0]), ("ping in pieces", [0x09, 0]), ("long ping", [0x89, 126, 0, 126]),
            ("continuation of nothing", [0x80, 0]), ("text within a text", [0x01, 0, 0x81, 0]),
            ("two bytes for 125", [0x81, 126, 0, 125]),
            ("eight for 65,535", [0x81, 127, 0, 0, 0, 0, 0, 0, 0xff, 0xff]),
            ("too long", [0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x71]),
            ("longer than there is memory", [0x81, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
            ("in too many pieces", [0x01, 0] + [UInt8](repeating: 0, count: 2 * 64)),
            ("too long in all", [0x01, 3, 1, 2, 3, 0x80, 3, 1, 2, 3]),
        ]
        for (name, bytes) in cases {
            #expect(throws: WebSocketFrames.Fault.self, "\(name)") {
                try events(bytes, limit: name == "too long in all" ? 5 : 70_000)
            }
        }
    }

    @Test func `what is sent is one masked frame`() throws {
        for count in [0, 5, 125, 126, 65_535, 65_536] {
            let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
            var frame = WebSocketFrames.encode(.text, payload)
            let header = count < 126 ? 2 : count < 65_536 ? 4 : 10
            #expect(frame.count == header + 4 + count && frame[0] == 0x81 && frame[1] & 0x80 != 0)
            let mask = frame[header..<header + 4]
            let plain = frame[(header + 4)...].enumerated().map { $1 ^ mask[header + ($0 & 3)] }
            #expect(plain == payload)
            // Unmasked it is what a server would have sent.
            frame.removeSubrange(header..<header + 4)
            frame[1] &= 0x7f
            frame.replaceSubrange(header..., with: plain)
            #expect(try events(frame) == [.text(payload)])
        }
        #expect(WebSocketFrames.encode(.ping, [1]) != WebSocketFrames.encode(.ping, [1]))
    }
}
