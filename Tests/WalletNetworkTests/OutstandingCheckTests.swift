import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import WalletNetwork
import WalletRuntime

/// What nodes say of signed transactions, and when it counts. No time passes: a busy machine is no node that doesn't answer.
@Suite struct OutstandingCheckTests {
    private static let signature = try? Signature(bytes: [UInt8](repeating: 5, count: 64))

    /// A node at a height that knows the transaction, or doesn't.
    private func node(height: Int, knows: Bool = false, accepts: Bool = true) -> NetworkNode {
        NetworkNode(
            ScriptedNode([
                "getBlockHeight": { _, _ in .result(.number(height)) },
                "getSignatureStatuses": { _, _ in
                    let status: JSON = ["slot": 7, "confirmations": nil, "err": nil, "confirmationStatus": "finalized"]
                    return .result(["context": ["slot": 7], "value": [knows ? status : .null]])
                },
                "isBlockhashValid": { _, _ in .result(["context": ["slot": 7], "value": .bool(accepts)]) },
                "getMultipleAccounts": { _, _ in .result(["context": ["slot": 7], "value": [nil]]) },
            ]))
    }

    private func fate(
        height: UInt64?, age: Duration = .zero, nonce: PublicKey? = nil, _ nodes: NetworkNode...
    ) async throws -> OutstandingFate? {
        let transaction = OutstandingTransaction(
            signature: Self.signature, blockhash: try Blockhash(bytes: Array(1...32)), nonce: nonce, height: height,
            age: age)
        return await OutstandingCheck(nodes, clock: ManualClock()).fates(of: [transaction])?.first
    }

    @Test func `one node's word ends nothing that another contradicts`() async throws {
        #expect(
            try await fate(height: 100, node(height: 90, knows: true), node(height: 90)) == .blocks(10, height: 100))
        #expect(try await fate(height: 100, node(height: 90, knows: true), node(height: 91, knows: true)) == .executed)
        #expect(try await fate(height: 100, node(height: 100_000), node(height: 100)) == .blocks(0, height: 100))
        #expect(try await fate(height: 100, node(height: 100_000), node(height: 101)) == .over)
        // Over in any case: what one of them knows is what became of it.
        #expect(try await fate(height: 100, node(height: 101, knows: true), node(height: 101)) == .executed)
    }

    @Test func `a blockhash that no node knows is over only when it is old`() async throws {
        let fresh = try await fate(height: nil, age: .seconds(599), node(height: 50, accepts: false))
        #expect(fresh == .blocks(150, height: 200))
        #expect(try await fate(height: nil, age: .seconds(600), node(height: 50, accepts: false)) == .over)
        let doubted = try await fate(
            height: nil, age: .seconds(600), node(height: 50, accepts: false), node(height: 60, accepts: true))
        #expect(doubted == .blocks(160, height: 210))
    }

    @Test func `a nonce that holds another value may still get its value until its height is passed`() async throws {
        let nonce = try PublicKey(bytes: [UInt8](repeating: 9, count: 32))
        #expect(try await fate(height: nil, nonce: nonce, node(height: 50)) == .nonce(authority: nil, height: 200))
        #expect(try await fate(height: 200, nonce: nonce, node(height: 201)) == .over)
        // It was seen to hold it.
        #expect(try await fate(height: 0, nonce: nonce, node(height: 50)) == .over)
    }

    @Test func `a node that doesn't answer says nothing, and without any there is no fate`() async throws {
        #expect(try await fate(height: 100, NetworkNode(ScriptedNode()), node(height: 101)) == .over)
        #expect(try await fate(height: 100, NetworkNode(ScriptedNode())) == nil)
    }
}
