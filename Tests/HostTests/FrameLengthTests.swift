import JSONRPC
import TestSupport
import Testing

/// The length that leads a frame, in both places where one is read: the host's input and the agent's socket.
@Suite struct FrameLengthTests {
    private static let maximum: UInt32 = 1_048_576

    /// So many lengths, most of them small: the bits are drawn first.
    private static func lengths(
        _ count: Int, below bits: Int, from random: inout SeededGenerator
    ) -> [UInt32] {
        (0..<count).map { _ in
            random.next(upperBound: UInt32(1) << UInt32(random.next(upperBound: UInt(bits + 1))))
        }
    }

    @Test(arguments: [true, false])
    func `a thousand random lengths are each answered, and the stream stays in step`(host: Bool) throws {
        let home = try ScratchHome()
        let client = try open(host: host, home)
        let special: [UInt32] = [0, 1, 2, 3, 4, 5, Self.maximum - 1, Self.maximum, Self.maximum + 1]
        var random = SeededGenerator()
        let drawn =
            Self.lengths(1000, below: 20, from: &random) + Self.lengths(20, below: 22, from: &random)
        for length in special + drawn {
            try client.writer.write(FrameClient.header(length) + [UInt8](repeating: 0x20, count: Int(length)))
            let error = try client.nullAnswer()
            let expected: RPCReason =
                length == 0 ? .frameEmpty : length > Self.maximum ? .frameTooLarge : .jsonSyntax
            #expect(error.reason == expected, "length \(length), seed \(random.seed)")
        }
        #expect(try client.call("no.such").failure?.reason == (host ? .helloFirst : .methodUnknown))
    }

    @Test(arguments: [true, false])
    func `a length of gigabytes is refused when it is read, and nothing is set aside for it`(host: Bool) throws {
        let home = try ScratchHome()
        let named: [UInt32] = [0x7FFF_FFFE, 0x7FFF_FFFF, 0x8000_0000, 0x8000_0001, 0xFFFF_FFFE, 0xFFFF_FFFF]
        let random = (0..<6).map { _ in UInt32.random(in: (Self.maximum + 1)...UInt32.max) }
        let keeper = try home.commandLine()
        for length in named + random {
            let client = try open(host: host, home)
            try client.writer.write(FrameClient.header(length) + [UInt8](repeating: 0x20, count: 65536))
            let error = try client.nullAnswer()
            #expect(error.reason == .frameTooLarge, "length \(length)")
            #expect(error.message.contains("\(length)"))
            let pid = try (client as? BrowserStandIn)?.process.pid ?? #require(home.agent)
            let memory = try #require(AgentProcess(pid: pid).memory)
            #expect(memory < 64 << 20 || BuiltProgram.agent.isSanitized, "length \(length)")
        }
        // A stream that is dropping gigabytes holds up nobody else's.
        #expect(try keeper.call("vault.status").failure == nil)
    }

    @Test(arguments: [true, false])
    func `frames may come in any pieces`(host: Bool) throws {
        let home = try ScratchHome()
        let client = try open(host: host, home)
        var random = SeededGenerator()
        var stream: [UInt8] = []
        var expected: [String?] = []
        for number in 0..<300 {
            if number % 7 == 3 {
                stream += FrameClient.header(0)
                expected.append(nil)
            } else {
                stream += FrameClient.frame(RPCRequest(id: "p\(number)", method: "no.such").serialized())
                expected.append("p\(number)")
            }
        }
        var rest = stream[...]
        while !rest.isEmpty {
            let count = min(
                rest.count, 1 + Int(random.next(upperBound: UInt(random.next(upperBound: 2 as UInt) == 0 ? 5 : 400))))
            try client.writer.write(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        var answered: [String?] = []
        for _ in expected {
            guard case .response(let response) = try client.receiveMessage() else { throw TestFault("no response") }
            answered.append(response.id)
        }
        // The agent answers requests side by side, so their order is free; none is lost, and none is answered twice.
        #expect(answered.map { $0 ?? "" }.sorted() == expected.map { $0 ?? "" }.sorted(), "seed \(random.seed)")
    }

    private func open(host: Bool, _ home: ScratchHome) throws -> FrameClient {
        host ? try BrowserStandIn(.walletInFirefox, home: home) : try home.commandLine()
    }
}
