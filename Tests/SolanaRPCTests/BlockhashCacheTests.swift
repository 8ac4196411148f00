import JSONRPC
import SolanaRPC
import SolanaTransactions
import Synchronization
import Testing

@Suite struct BlockhashCacheTests {
    private final class Clock: Sendable {
        private let time = Mutex(Duration.zero)
        var now: Duration { time.withLock { $0 } }
        func pass(_ duration: Duration) { time.withLock { $0 += duration } }
    }

    private static func hash(_ byte: UInt8) throws -> ScriptedNode.Answer {
        let hash = try Blockhash(bytes: [UInt8](repeating: byte, count: 32)).base58
        return ScriptedNode.result([
            "context": ["slot": .number(byte)],
            "value": ["blockhash": .string(hash), "lastValidBlockHeight": 150],
        ])
    }

    @Test func `a blockhash is used again for a minute and no longer`() async throws {
        let clock = Clock()
        let node = ScriptedNode([try Self.hash(1), try Self.hash(2), try Self.hash(3)])
        let cache = BlockhashCache(SolanaRPC(node)) { clock.now }
        #expect(try await cache.latest().slot == 1)
        clock.pass(.seconds(60) - .nanoseconds(1))
        #expect(try await cache.latest().slot == 1)
        clock.pass(.nanoseconds(1))
        #expect(try await cache.latest().slot == 2)
        await cache.forget()
        #expect(try await cache.latest().slot == 3)
        #expect(node.asked.count == 3)
        #expect(node.asked[0].body["params"] == [["commitment": "confirmed"]])
    }

    @Test func `an answer that took its time is that much older`() async throws {
        let clock = Clock()
        let first = try Self.hash(1)
        let slow: ScriptedNode.Answer = { request throws(RPCTransportError) in
            clock.pass(.seconds(50))
            return try first(request)
        }
        let node = ScriptedNode([slow, try Self.hash(2)])
        let cache = BlockhashCache(SolanaRPC(node)) { clock.now }
        #expect(try await cache.latest().slot == 1)
        clock.pass(.seconds(10))
        #expect(try await cache.latest().slot == 2)
    }

    @Test func `what failed isn't kept`() async throws {
        let clock = Clock()
        let node = ScriptedNode([ScriptedNode.failing(.timedOut), try Self.hash(1)])
        let cache = BlockhashCache(SolanaRPC(node)) { clock.now }
        await #expect(throws: SolanaRPCError.transport(.timedOut)) { try await cache.latest() }
        #expect(try await cache.latest().slot == 1)
    }
}
