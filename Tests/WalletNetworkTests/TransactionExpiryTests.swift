import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing
import WalletNetwork

/// The remaining life of a blockhash, by the node that executes what has it.
@Suite(.timeLimit(.minutes(5))) struct TransactionExpiryTests {
    @Test func `a blockhash's last height is told block by block, as the node's own rule has it`() async throws {
        let chain = try await LocalChain()
        let transaction = try chain.signed(try await chain.transfer(5))
        let node = chain.nodes[0]
        let last = try await chain.rpc.getLatestBlockhash(RPCContextOptions(.processed)).value.lastValidBlockHeight
        for (passed, left) in [(0, 150), (1, 149), (49, 100), (99, 1)] as [(Int, UInt64)] {
            try chain.node.control(["advance": .number(passed)])
            #expect(try await node.expiry(of: transaction) == .blocks(left, lastValidHeight: last))
        }
        try chain.node.control(["advance": 1])
        // The sysvar has forgotten it, and a transaction with it is still taken.
        #expect(try await node.expiry(of: transaction) == .blocks(150, lastValidHeight: last + 150))
        try chain.node.control(["advance": 1])
        #expect(try await node.expiry(of: transaction) == .expired)
        #expect(try await node.expiry(of: try await chain.transfer(5, Blockhash())) == .expired)
    }

    @Test func `a height that is known is asked for no more, and an end is told all the same`() async throws {
        let chain = try await LocalChain()
        let transaction = try chain.signed(try await chain.transfer(5))
        let node = chain.nodes[0]
        let first = try await node.expiry(of: transaction)
        func asked(_ method: String) throws -> Int { try chain.node.control([:])["requests"]?[method]?.int ?? 0 }
        let heights = try asked("getLatestBlockhash")
        try chain.node.control(["advance": 100])
        #expect(try await node.expiry(of: transaction, knowing: first) == first)
        #expect(try asked("getLatestBlockhash") == heights)
        try chain.node.control(["advance": 51])
        #expect(try await node.expiry(of: transaction, knowing: first) == .expired)
    }
}
