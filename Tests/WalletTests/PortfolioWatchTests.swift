import ApprovalQueue
import JSONRPC
import SolanaRPC
import SolanaTransactions
import Synchronization
import TestSupport
import Testing
import Wallet
import WalletNetwork
import WalletRuntime

/// A node that is listened to, and tells what a test says.
private final class ToldNode: SubscriptionTransport, SolanaNetwork {
    private typealias Sink = (kind: RPCSubscription.Kind, events: AsyncStream<SubscriptionEvent>.Continuation)

    private let state = Mutex<(sinks: [Sink], ended: Int)>(([], 0))

    var preferred: Cluster { .localnet }

    func nodes(of cluster: Cluster) async throws(NetworkError) -> [NetworkNode] {
        [NetworkNode(name: "node", transport: Silent(), listener: self)]
    }

    func events(of subscription: RPCSubscription) -> AsyncStream<SubscriptionEvent> {
        let (events, sink) = AsyncStream.makeStream(of: SubscriptionEvent.self)
        sink.onTermination = { [weak self] _ in self?.state.withLock { $0.ended += 1 } }
        state.withLock { $0.sinks.append((subscription.kind, sink)) }
        return events
    }

    var listened: Int { state.withLock { $0.sinks.count } }
    var ended: Int { state.withLock { $0.ended } }

    /// Tells everybody who listens, or those who listen to one kind; a refusal is the last that they hear.
    func tell(_ event: SubscriptionEvent, to kind: RPCSubscription.Kind? = nil) {
        for sink in state.withLock({ $0.sinks }) where kind == nil || sink.kind == kind {
            sink.events.yield(event)
            if case .refused = event { sink.events.finish() }
        }
    }

    private struct Silent: RPCTransport {
        func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] { throw .unreachable }
    }
}

private final class Tally: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock(\.self) }
    func add() { value.withLock { $0 += 1 } }
}

@Suite(.timeLimit(.minutes(2))) struct PortfolioWatchTests {
    private let node = ToldNode()
    private let clock = ManualClock()
    private let signals = AccountSignals()

    private let account: WatchedAccount

    init() throws { account = try Self.account(1) }

    private static func account(_ byte: UInt8) throws -> WatchedAccount {
        WatchedAccount(cluster: .localnet, publicKey: try PublicKey(bytes: [UInt8](repeating: byte, count: 32)))
    }

    private func eventually(_ condition: () async -> Bool) async throws -> Bool {
        for _ in 0..<5_000 {
            if await condition() { return true }
            try await Task.sleep(for: .milliseconds(1))
        }
        return false
    }

    @Test func whatANodeTellsOfAnAccountIsASignalAndNothingElse() async throws {
        let watch = AccountWatch(signals: signals, clock: clock)
        await watch.follow(account, on: node)
        await watch.follow(account, on: node)
        #expect(try await eventually { node.listened == 2 })
        node.tell(.interrupted(.cut))
        var told = signals.stream.makeAsyncIterator()
        for event in [.began, .notification("nonsense")] as [SubscriptionEvent] {
            node.tell(event)
            #expect(await told.next() == account.key)
            // What is told before it is taken is the same signal.
            try await Task.sleep(for: .milliseconds(50))
            signals.taken(account.key)
        }
        signals.publish(try Self.account(2).key)
        #expect(try await told.next() == Self.account(2).key)
    }

    @Test func itEndsFiveMinutesAfterTheLastLook() async throws {
        let watch = AccountWatch(signals: signals, clock: clock)
        await watch.follow(account, on: node)
        #expect(try await eventually { node.listened == 2 })
        clock.advance(by: .seconds(200))
        await watch.follow(account, on: node)
        clock.advance(by: .seconds(200))
        try await Task.sleep(for: .milliseconds(50))
        #expect(node.ended == 0)
        clock.advance(by: .seconds(101))
        #expect(try await eventually { node.ended == 2 })
        // Looked at again, it is listened to again.
        #expect(
            try await eventually {
                await watch.follow(account, on: node)
                return node.listened == 4
            })
    }

    @Test func noMoreThanEightAreListenedTo() async throws {
        let watch = AccountWatch(signals: signals, clock: clock)
        for byte in 1...9 { try await watch.follow(Self.account(UInt8(byte)), on: node) }
        #expect(try await eventually { node.listened == 16 })
        try await Task.sleep(for: .milliseconds(50))
        #expect(node.listened == 16)
    }

    @Test func noMoreTokenAccountsThanThereIsRoomForAreListenedTo() async throws {
        let watch = AccountWatch(signals: signals, clock: clock)
        for byte in 1...4 {
            let each = try Self.account(UInt8(byte))
            await watch.follow(each, on: node)
            // One of them is the account itself, as a node that lies may have it.
            let tokens = try (0..<40).map {
                try PublicKey(bytes: [UInt8($0)] + [UInt8](repeating: UInt8(byte), count: 31))
            }
            await watch.found(tokens, asOf: 1, in: each.key)
        }
        #expect(try await eventually { node.listened == 8 + AccountWatch.wholeTokenLimit })
        try await Task.sleep(for: .milliseconds(50))
        #expect(node.listened == 8 + AccountWatch.wholeTokenLimit && node.ended == 0)
        await watch.end()
        #expect(try await eventually { node.ended == node.listened })
        // What is found of an account that nobody listens to is nobody's business.
        await watch.found([try Self.account(9).publicKey], asOf: 2, in: account.key)
        try await Task.sleep(for: .milliseconds(50))
        #expect(node.listened == 8 + AccountWatch.wholeTokenLimit)
    }

    @Test func whatWasReadAlreadyIsNoNewsAndWhatWasReadTooEarlyIsReadAgain() async throws {
        let watch = AccountWatch(signals: signals, clock: clock)
        let taken = Tally()
        let taking = Task { [signals, taken] in
            for await key in signals.stream {
                signals.taken(key)
                taken.add()
            }
        }
        defer { taking.cancel() }
        func isTaken(_ count: Int) async throws -> Bool {
            try await Task.sleep(for: .milliseconds(50))
            return try await eventually { taken.count == count }
        }
        func tell(_ slot: Int) {
            node.tell(.notification(["context": ["slot": .number(slot)], "value": Self.nothing]))
        }
        await watch.follow(account, on: node)
        #expect(try await eventually { node.listened == 2 })
        await watch.found([], asOf: 10, in: account.key)
        tell(10)
        #expect(try await isTaken(0))
        tell(12)
        tell(11)
        tell(12)
        #expect(try await isTaken(1))
        // Of a machine that is behind it is asked again, and not for ever.
        for (slot, count) in [(11, 2), (11, 3), (11, 4), (11, 4), (12, 4)] as [(UInt64, Int)] {
            await watch.found([], asOf: slot, in: account.key)
            #expect(try await isTaken(count))
        }
        tell(13)
        #expect(try await isTaken(5))
    }

    @Test func aNodeThatTellsNothingOfTransactionsIsListenedToAllTheSame() async throws {
        let watch = AccountWatch(signals: signals, clock: clock)
        await watch.follow(account, on: node)
        #expect(try await eventually { node.listened == 2 })
        node.tell(.refused(RPCNodeError(code: .methodNotFound, message: "no")), to: .logs)
        for slot in 1...3 as ClosedRange<UInt64> {
            await watch.found([], asOf: slot, in: account.key)
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(node.listened == 2 && node.ended == 1)
        node.tell(.refused(RPCNodeError(code: .methodNotFound, message: "no")), to: .account)
        #expect(
            try await eventually {
                await watch.follow(account, on: node)
                return node.listened == 4
            })
    }

    /// An account as a node tells it, and a transaction's logs: each of the two is read as its own.
    private static let nothing: JSON = [
        "lamports": 1, "data": ["", "base64"], "owner": "11111111111111111111111111111111", "executable": false,
        "rentEpoch": 0, "space": 0, "signature": .string(String(repeating: "1", count: 64)), "err": .null, "logs": [],
    ]
}
