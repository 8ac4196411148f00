import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import WalletNetwork

/// The times of sending, by a scripted node and a clock that rushes.
@Suite(.timeLimit(.minutes(10))) struct BroadcastTimingTests {
    private let clock = RushingClock()
    private let transaction: Transaction
    private let signature: Signature

    init() throws {
        signature = try Signature(bytes: [UInt8](repeating: 3, count: 64))
        let payer = try PublicKey(bytes: [UInt8](repeating: 1, count: 32))
        transaction = try Transaction(feePayer: payer, blockhash: Blockhash()) {
            SystemProgram.transfer(from: payer, to: payer, lamports: 5)
        }.placing(signature, for: payer)
    }

    private static func slotted(_ value: JSON) -> ScriptedNode.Reply {
        .result(["context": ["slot": 7], "value": value])
    }

    private static func status(_ commitment: String, failed: Bool = false) -> ScriptedNode.Reply {
        let failure: JSON = failed ? ["InstructionError": [0, ["Custom": 1]]] : .null
        return slotted([
            ["slot": 7, "confirmations": 1, "err": failure, "confirmationStatus": .string(JSONString(commitment))]
        ])
    }

    /// A node that takes everything, has seen nothing, and whose height grows by two with each look.
    private func node(height: UInt64 = 100) -> ScriptedNode {
        let node = ScriptedNode()
        let signature = JSON.string(signature.base58)
        node.answer("sendTransaction") { _, _ throws(RPCTransportError) in .result(signature) }
        node.answer("getSignatureStatuses") { _, _ throws(RPCTransportError) in Self.slotted([.null]) }
        node.answer("getBlockHeight") { _, count throws(RPCTransportError) in
            .result(.number(height + UInt64(count) * 2))
        }
        return node
    }

    private func send(_ nodes: ScriptedNode..., until height: UInt64 = 110) async -> BroadcastOutcome {
        await Broadcast(nodes.map { NetworkNode($0) }, clock: clock).send(
            transaction, until: .blocks(lastValidHeight: height))
    }

    @Test func `the same bytes go out every two seconds until their height has passed, tried only once`() async {
        let node = node()
        let began = clock.now
        #expect(await send(node) == .expired)
        let sent = node.parameters(of: "sendTransaction")
        #expect(sent.count == 7 && Set(sent.map { $0[0] }).count == 1)
        #expect(sent.map { $0[1]["skipPreflight"]?.bool ?? false } == [false] + [Bool](repeating: true, count: 6))
        #expect(sent.allSatisfy { $0[1]["maxRetries"] == 0 && $0[1]["preflightCommitment"] == "processed" })
        #expect(clock.now - began == .seconds(12))
        // The last look is at the node's whole ledger.
        #expect(node.parameters(of: "getSignatureStatuses").last?.last?["searchTransactionHistory"] == true)
    }

    /// Tells everybody at once that everything has succeeded.
    private struct Liar: SubscriptionTransport {
        func events(of subscription: RPCSubscription) -> AsyncStream<SubscriptionEvent> {
            AsyncStream { sink in
                sink.yield(.began)
                sink.yield(.notification(["context": ["slot": 7], "value": ["err": .null]]))
                sink.finish()
            }
        }
    }

    @Test func `that a node tells of a confirmation is a reason to ask, and none to believe`() async {
        let node = node()
        let outcome = await Broadcast([NetworkNode(name: "node", transport: node, listener: Liar())], clock: clock)
            .send(transaction, until: .blocks(lastValidHeight: 110))
        #expect(outcome == .expired)
        #expect(node.parameters(of: "getSignatureStatuses").count >= 7)
    }

    @Test func `what was seen isn't sent again, and what a fork took with it is`() async {
        let node = node()
        node.answer("getSignatureStatuses") { _, count throws(RPCTransportError) in
            switch count {
            case 0, 1: Self.status("processed")
            case 2: Self.slotted([.null])
            default: Self.status("confirmed")
            }
        }
        #expect(await send(node) == .confirmed(slot: 7))
        #expect(node.parameters(of: "sendTransaction").count == 2)
    }

    @Test func `a failure on a fork that may go isn't one yet`() async {
        let node = node()
        node.answer("getSignatureStatuses") { _, count throws(RPCTransportError) in
            count == 0 ? Self.status("processed", failed: true) : Self.status("confirmed")
        }
        #expect(await send(node) == .confirmed(slot: 7))
    }

    @Test func `it has expired only when every node that answers says so`() async {
        let (one, other) = (node(height: 1_000), node())
        #expect(await send(one, other) == .expired)
        #expect(other.parameters(of: "getBlockHeight").count >= 6)
        let knowing = node()
        knowing.answer("getSignatureStatuses") { _, count throws(RPCTransportError) in
            count < 4 ? Self.slotted([.null]) : Self.status("finalized")
        }
        #expect(await send(node(height: 1_000), knowing) == .confirmed(slot: 7))
    }

    @Test func `what came through the second time isn't a failure for having come the first time`() async {
        let node = node()
        let signature = JSON.string(signature.base58)
        node.answer("sendTransaction") { _, count throws(RPCTransportError) in
            count == 0 ? .error(code: -32002, data: ["err": "AlreadyProcessed", "logs": []]) : .result(signature)
        }
        node.answer("getSignatureStatuses") { _, count throws(RPCTransportError) in
            count == 0 ? Self.slotted([.null]) : Self.status("confirmed")
        }
        #expect(await send(node) == .confirmed(slot: 7))
    }

    @Test func `a refusal counts only while nobody has the bytes, and nobody has executed them`() async {
        let refusing = node()
        refusing.answer("sendTransaction") { _, _ throws(RPCTransportError) in
            .error(code: -32002, data: ["err": "BlockhashNotFound", "logs": []])
        }
        guard case .rejected(let error) = await send(refusing) else { return #expect(Bool(false)) }
        #expect(error.code == .preflightFailure)
        // Another took them.
        #expect(await send(refusing, node()) == .expired)
        // It answered after it had sent them on.
        refusing.answer("getSignatureStatuses") { _, _ throws(RPCTransportError) in Self.status("confirmed") }
        #expect(await send(refusing) == .confirmed(slot: 7))
        // The answer to the first sending was lost: it may have them.
        let unsure = node()
        unsure.answer("sendTransaction") { _, count throws(RPCTransportError) in
            guard count > 0 else { throw .cut }
            return .error(code: -32002, data: ["err": "BlockhashNotFound", "logs": []])
        }
        #expect(await send(unsure) == .expired)
    }

    @Test func `what never left is known not to have, and what may have left isn't`() async {
        let dead = ScriptedNode()
        let began = clock.now
        #expect(await send(dead) == .unsent(.transport(.unreachable)))
        #expect(clock.now - began >= .seconds(60))
        let dying = ScriptedNode(["sendTransaction": { _, _ throws(RPCTransportError) in throw .cut }])
        #expect(await send(dying) == .unknown(.unreachable))
        #expect(await send() == .unsent(.transport(.unreachable)))
    }

    @Test func `a chain that stands still is given up`() async {
        let node = node()
        node.answer("getBlockHeight") { _, _ throws(RPCTransportError) in .result(100) }
        let began = clock.now
        #expect(await send(node) == .unknown(.timeout))
        #expect(clock.now - began <= .seconds(310))
    }

    @Test func `another's signature isn't this one's`() async {
        let node = node()
        let other = JSON.string(Signature().base58)
        node.answer("sendTransaction") { _, _ throws(RPCTransportError) in .result(other) }
        // Something has them: it isn't sent as if nobody had.
        #expect(await send(node) == .expired)
    }
}
