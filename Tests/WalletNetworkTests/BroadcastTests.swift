import JSONRPC
import SolanaRPC
import SolanaTransactions
import Synchronization
import TestSupport
import Testing
import WalletNetwork
import WalletRuntime

/// Sending to a node that executes what it is sent, and has every fault that nodes have.
@Suite(.timeLimit(.minutes(10))) struct BroadcastTests {
    private final class Progress: Sendable {
        private let told = Mutex<[BroadcastProgress]>([])
        var all: [BroadcastProgress] { told.withLock { $0 } }
        func note(_ progress: BroadcastProgress) { told.withLock { $0.append(progress) } }
    }

    private func send(
        _ transaction: Transaction, _ chain: LocalChain, _ options: Broadcast.Options = Broadcast.Options(),
        _ progress: Progress = Progress()
    ) async throws -> BroadcastOutcome {
        let lifetime = try #require(try await chain.nodes[0].expiry(of: transaction).lifetime)
        return await Broadcast(chain.nodes, clock: chain.clock).send(transaction, until: lifetime, options) {
            progress.note($0)
        }
    }

    private func sent(_ chain: LocalChain) throws -> [String] {
        try chain.node.control([:])["sent"]?.array?.compactMap(\.text) ?? []
    }

    @Test func `what is sent is confirmed with its slot, and told once each`() async throws {
        let chain = try await LocalChain("--slot-ms", "400")
        let transaction = try chain.signed(try await chain.transfer(1_000_000))
        let progress = Progress()
        guard case .confirmed(let slot) = try await send(transaction, chain, Broadcast.Options(), progress) else {
            throw TestFault("it wasn't confirmed")
        }
        #expect(progress.all == [.sent, .seen(slot: slot)])
        #expect(try await chain.balance("carol") == 100_001_000_000)
        #expect(try sent(chain) == [transaction.signatures[0].base58])
        let executed = try await chain.rpc.getTransaction(transaction.signatures[0], commitment: .confirmed)
        #expect(executed?.slot == slot)
    }

    @Test func `it waits for what it is asked to wait for`() async throws {
        let chain = try await LocalChain("--slot-ms", "400")
        let transaction = try chain.signed(try await chain.transfer(5))
        let outcome = try await send(transaction, chain, Broadcast.Options(commitment: .finalized))
        guard case .confirmed = outcome else { throw TestFault("\(outcome)") }
        let status = try await chain.rpc.getSignatureStatuses([transaction.signatures[0]]).value[0]
        #expect(status?.confirmation == .finalized)
    }

    @Test(
        arguments: [
            ["fault": "slow", "method": "sendTransaction", "ms": 1500],
            ["fault": "rate-limit", "method": "sendTransaction", "count": 2],
            ["fault": "status", "method": "sendTransaction", "status": 503, "count": 1],
            ["fault": "drop", "method": "sendTransaction", "count": 1],
            ["fault": "drop", "method": "sendTransaction", "executed": true, "count": 1],
            ["fault": "cut", "method": "sendTransaction", "count": 1],
            ["fault": "wrong-id", "method": "sendTransaction", "count": 1],
            ["fault": "garbage", "method": "getSignatureStatuses", "count": 1],
            ["fault": "forget", "count": 1],
            ["fault": "late", "slots": 8, "count": 1],
            [
                "fault": "result", "method": "sendTransaction",
                "result": "1111111111111111111111111111111111111111111111111111111111111111", "count": 1,
            ],
            ["fault": "error", "method": "sendTransaction", "code": -32005, "count": 1],
        ] as [JSONObject])
    func `a fault on the way delays it, and it is executed once`(_ fault: JSONObject) async throws {
        let chain = try await LocalChain("--slot-ms", "400")
        try chain.node.control(fault)
        let transaction = try chain.signed(try await chain.transfer(1_000_000))
        let outcome = try await send(transaction, chain)
        guard case .confirmed = outcome else { throw TestFault("\(outcome)") }
        #expect(try await chain.balance("carol") == 100_001_000_000)
        #expect(Set(try sent(chain)) == [transaction.signatures[0].base58])
    }

    @Test func `what a node forgets again and again expires, after it was sent again and again`() async throws {
        let chain = try await LocalChain()
        try chain.node.control(["fault": "forget"])
        let transaction = try chain.signed(try await chain.transfer(5))
        let lifetime = try #require(try await chain.nodes[0].expiry(of: transaction).lifetime)
        let broadcast = Broadcast(chain.nodes, clock: chain.clock)
        let sending = Task { await broadcast.send(transaction, until: lifetime) }
        while try sent(chain).count < 2 { try await Task.sleep(for: .milliseconds(50)) }
        try chain.node.control(["advance": 152])
        #expect(await sending.value == .expired)
        #expect(Set(try sent(chain)) == [transaction.signatures[0].base58])
        try chain.node.control(["clear": true])
        // Nobody can execute it any more, whoever still has the bytes.
        _ = try? await chain.rpc.sendTransaction(transaction, skipsPreflight: true)
        #expect(try await chain.balance("carol") == 100_000_000_000)
    }

    @Test func `what a node refuses was never sent, and its code, message and logs are handed on`() async throws {
        let chain = try await LocalChain("--slot-ms", "400")
        let much = try chain.signed(try await chain.transfer(200_000_000_000))
        let progress = Progress()
        guard case .rejected(let error) = try await send(much, chain, Broadcast.Options(), progress) else {
            throw TestFault("it wasn't rejected")
        }
        #expect(error.code == .preflightFailure && error.preflight?.failure?.code == 1)
        #expect(error.preflight?.logs.isEmpty == false && progress.all.isEmpty)
    }

    @Test func `what fails on the chain has failed, with its slot`() async throws {
        let chain = try await LocalChain("--slot-ms", "400")
        let much = try chain.signed(try await chain.transfer(200_000_000_000))
        let outcome = try await send(much, chain, Broadcast.Options(skipsPreflight: true))
        guard case .failed(let failure, _) = outcome else { throw TestFault("\(outcome)") }
        #expect(failure.text == "Custom(1)")
    }

    @Test func `a node that dies in the middle is made up for by the other`() async throws {
        let chain = try await LocalChain("--slot-ms", "400", "--endpoints", "2")
        let transaction = try chain.signed(try await chain.transfer(5))
        try chain.node.control(["fault": "drop", "method": "sendTransaction", "executed": true], endpoint: 0)
        try chain.node.control(["fault": "drop", "method": "getSignatureStatuses"], endpoint: 0)
        let outcome = try await send(transaction, chain)
        guard case .confirmed = outcome else { throw TestFault("\(outcome)") }
    }

    @Test func `who isn't waited for any more ends, and doesn't know`() async throws {
        let chain = try await LocalChain()
        let transaction = try chain.signed(try await chain.transfer(5))
        let nodes = chain.nodes
        let clock = chain.clock
        let sending = Task {
            await Broadcast(nodes, clock: clock).send(transaction, until: .blocks(lastValidHeight: .max))
        }
        // The slots stand still: it is executed and never confirmed.
        try await Task.sleep(for: .seconds(1))
        sending.cancel()
        #expect(await sending.value == .unknown(.cancelled))
        #expect(try await chain.balance("carol") == 100_000_000_005)
    }

    @Test func `what stands on a nonce ends when the nonce is moved on`() async throws {
        let chain = try await LocalChain("--slot-ms", "400")
        let alice = try chain.key("alice")
        let seed = "nonce"
        let nonce = try PublicKey.createWithSeed(base: alice, seed: seed, owner: SystemProgram.id)
        func confirmed(_ instructions: [Instruction]) async throws {
            let outcome = try await send(try chain.signed(try await chain.transaction(instructions)), chain)
            guard case .confirmed = outcome else { throw TestFault("\(outcome)") }
        }
        try await confirmed([
            SystemProgram.createAccountWithSeed(
                from: alice, newAccount: nonce, base: alice, seed: seed, lamports: 10_000_000, space: 80,
                owner: SystemProgram.id),
            SystemProgram.initializeNonce(nonce, authority: alice),
        ])
        let data = try #require(try await chain.rpc.getAccountInfo(of: nonce, RPCContextOptions(.processed)).value).data
        let value = try NonceAccount(decoding: ByteSlice(data)).nonce
        func standing(_ lamports: UInt64) async throws -> Transaction {
            try chain.signed(
                try await chain.transaction(
                    [
                        SystemProgram.advanceNonce(nonce, authority: alice),
                        SystemProgram.transfer(from: alice, to: chain.key("carol"), lamports: lamports),
                    ], value))
        }
        let (first, second) = (try await standing(5), try await standing(6))
        #expect(try await chain.nodes[0].expiry(of: first) == .nonce(account: nonce))
        let broadcast = Broadcast(chain.nodes, clock: chain.clock)
        guard case .confirmed = await broadcast.send(first, until: .nonce(account: nonce)) else {
            throw TestFault("it wasn't confirmed")
        }
        #expect(try await chain.nodes[0].expiry(of: second) == .expired)
        let skipping = Broadcast.Options(skipsPreflight: true)
        #expect(await broadcast.send(second, until: .nonce(account: nonce), skipping) == .expired)
    }
}
