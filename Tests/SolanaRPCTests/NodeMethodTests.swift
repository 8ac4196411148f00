import Base58
import Foundation
import JSONRPC
import Salt
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing

/// The methods against the local node, which executes what it is sent.
@Suite(.timeLimit(.minutes(5))) struct NodeMethodTests {
    private func asking(
        _ body: (LocalNode, SolanaRPC<LoopbackTransport>) async throws -> Void
    ) async throws {
        let node = try LocalNode()
        try await body(node, SolanaRPC(LoopbackTransport(node)))
    }

    private func key(_ person: String, of node: LocalNode) throws -> PublicKey {
        try PublicKey(base58: node.seeded("accounts", person, "publicKey"))
    }

    private func mint(_ symbol: String, of node: LocalNode) throws -> PublicKey {
        try PublicKey(base58: node.seeded("mints", symbol, "address"))
    }

    private func signed(
        _ node: LocalNode, by person: String, _ blockhash: Blockhash,
        @InstructionsBuilder _ instructions: () -> [Instruction]
    ) throws -> Transaction {
        let pair = try Base58.decode(try node.seeded("accounts", person, "secretKey"))
        let key = try key(person, of: node)
        let transaction = try Transaction(feePayer: key, blockhash: blockhash, instructions)
        let signature = try SaltSign.sign(transaction.messageBytes, secretKey: SecretBytes(copying: pair))
        return try transaction.placing(Signature(bytes: signature), for: key)
    }

    @Test func `accounts, balances, tokens and their supply are those that the chain was made with`() async throws {
        try await asking { node, rpc in
            let (alice, bob, carol) = (try key("alice", of: node), try key("bob", of: node), try key("carol", of: node))
            #expect(try await rpc.getBalance(of: alice).value == 100_000_000_000)
            let accounts = try await rpc.getMultipleAccounts([
                alice, PublicKey(bytes: [UInt8](repeating: 9, count: 32)),
            ])
            #expect(accounts.value[0]?.lamports == 100_000_000_000 && accounts.value[1] == nil)
            for holding in node.description["tokenAccounts"]?.array ?? [] {
                let symbol = try #require(holding["mint"]?.text)
                let address = try PublicKey(base58: #require(holding["address"]?.text))
                let owner = try key(#require(holding["owner"]?.text), of: node)
                let amount = try await rpc.getTokenAccountBalance(of: address).value
                #expect(String(amount.amount) == holding["amount"]?.text)
                #expect(Int(amount.decimals) == node.description["mints"]?[symbol]?["decimals"]?.int)
                let owned = try await rpc.getTokenAccountsByOwner(owner, .mint(mint(symbol, of: node)))
                #expect(owned.value.map(\.publicKey) == [address])
                #expect(try owned.value.first?.account.owner.base58 == node.seeded("mints", symbol, "program"))
            }
            #expect(try await rpc.getTokenSupply(of: mint("USDX", of: node)).value.amount == 1_050_000_000)
            #expect(try await rpc.getTokenLargestAccounts(of: mint("USDX", of: node)).value.count == 2)
            let delegated = try await rpc.getTokenAccountsByDelegate(carol, .mint(mint("USDX", of: node)))
            #expect(delegated.value.count == 1)
            let table = try await rpc.getAccountInfo(
                of: PublicKey(base58: node.seeded("lookupTable", "address")), slice: DataSlice(offset: 56, length: 32))
            #expect(table.value?.data == alice.bytes)
            let program = try await rpc.getProgramAccounts(
                of: TokenProgram.id, [.dataSize(165), .memcmp(offset: 32, bytes: bob.bytes)])
            #expect(program.value.count == 1)
        }
    }

    @Test func `what the cluster is and where it stands`() async throws {
        try await asking { node, rpc in
            #expect(try await rpc.getGenesisHash().base58 == node.seeded("genesisHash"))
            #expect(try await rpc.getHealth() == "ok")
            #expect(try await !rpc.getVersion().core.isEmpty)
            let (slot, height) = (try await rpc.getSlot(), try await rpc.getBlockHeight())
            #expect(slot >= height && height > 0)
            let epoch = try await rpc.getEpochInfo()
            #expect(epoch.slotsInEpoch == (try await rpc.getEpochSchedule()).slotsPerEpoch)
            #expect(try await rpc.getTransactionCount() > 0)
            #expect(try await rpc.getFirstAvailableBlock() <= slot)
            #expect(try await rpc.minimumLedgerSlot() <= slot)
            #expect(try await rpc.getMinimumBalanceForRentExemption(165) == 2_039_280)
            let latest = try await rpc.getLatestBlockhash()
            #expect(try await rpc.isBlockhashValid(latest.value.blockhash, RPCContextOptions(.processed)).value)
            #expect(try await !rpc.isBlockhashValid(Blockhash(), RPCContextOptions(.processed)).value)
            #expect(latest.value.lastValidBlockHeight > height)
            #expect(try await rpc.getBlockTime(slot) != nil)
            _ = try await (rpc.getRecentPrioritizationFees(), rpc.getRecentPerformanceSamples(limit: 1))
            _ = try await (rpc.getIdentity(), rpc.getSlotLeader(), rpc.getSlotLeaders(from: slot, limit: 2))
            _ = try await (rpc.getClusterNodes(), rpc.getVoteAccounts(), rpc.getLeaderSchedule())
            _ = try await (rpc.getMaxRetransmitSlot(), rpc.getMaxShredInsertSlot(), rpc.getSupply())
            _ = try await (rpc.getInflationRate(), rpc.getInflationGovernor(), rpc.getLargestAccounts())
            _ = try await (rpc.getBlockCommitment(slot), rpc.getBlockProduction())
            _ = try await (rpc.getStakeMinimumDelegation(), rpc.getInflationReward([key("alice", of: node)]))
            _ = try await (rpc.getBlocks(from: 0, to: slot), rpc.getBlocksWithLimit(from: 0, limit: 5))
            // It keeps none, and says so.
            await #expect(throws: SolanaRPCError.node(RPCNodeError(code: .noSnapshot, message: "No snapshot"))) {
                try await rpc.getHighestSnapshotSlot()
            }
            #expect(try await rpc.fetch("getBlockHeight", isRepeatable: true).number?.uint64() != nil)
        }
    }

    @Test func `a payment is simulated, sent, confirmed, and stands in the history of both`() async throws {
        try await asking { node, rpc in
            let (alice, bob) = (try key("alice", of: node), try key("bob", of: node))
            let before = try await rpc.getBalance(of: bob).value
            let blockhash = try await rpc.getLatestBlockhash().value.blockhash
            let payment = try signed(node, by: "alice", blockhash) {
                SystemProgram.transfer(from: alice, to: bob, lamports: 1_234_567)
                MemoProgram.memo("thanks", signers: [alice])
            }
            #expect(try await rpc.getFeeForMessage(payment.messageBytes, RPCContextOptions(.processed)).value == 5000)
            let simulated = try await rpc.simulateTransaction(payment, verifiesSignatures: true, accounts: [bob]).value
            #expect(simulated.failure == nil && simulated.unitsConsumed ?? 0 > 0)
            #expect(simulated.accounts?.first??.lamports == before + 1_234_567)
            #expect(try await rpc.getBalance(of: bob).value == before)

            let signature = try await rpc.sendTransaction(payment)
            #expect(signature == payment.signatures[0])
            // The same bytes are the same transaction: nothing is paid twice.
            _ = try? await rpc.sendTransaction(payment, skipsPreflight: true)
            try node.control(["advance": 40])
            let status = try #require(try await rpc.getSignatureStatuses([signature]).value[0])
            #expect(status.failure == nil && status.confirmation == .finalized)
            #expect(try await rpc.getBalance(of: bob).value == before + 1_234_567)
            for person in [alice, bob] {
                let history = try await rpc.getSignaturesForAddress(person, limit: 1)
                #expect(history.first?.signature == signature)
                #expect(history.first?.memo?.contains("thanks") == true)
            }
            let executed = try #require(try await rpc.getTransaction(signature))
            #expect(executed.transaction.encoded() == payment.encoded())
            #expect(executed.fee == 5000 && executed.failure == nil)
            let place = try #require(executed.accounts.firstIndex(of: bob))
            #expect(executed.balancesAfter[place] - executed.balancesBefore[place] == 1_234_567)
            let block = try #require(try await rpc.getBlock(executed.slot))
            #expect(block.transactions.contains { $0.transaction.signatures.first == signature })
            #expect(try await rpc.getTransaction(Signature(bytes: [UInt8](repeating: 1, count: 64))) == nil)
        }
    }

    @Test func `what can't succeed isn't sent, and says why`() async throws {
        try await asking { node, rpc in
            let (alice, bob) = (try key("alice", of: node), try key("bob", of: node))
            let blockhash = try await rpc.getLatestBlockhash().value.blockhash
            let tooMuch = try signed(node, by: "alice", blockhash) {
                SystemProgram.transfer(from: alice, to: bob, lamports: 200_000_000_000)
            }
            do {
                _ = try await rpc.sendTransaction(tooMuch)
                Issue.record("it was sent")
            } catch SolanaRPCError.node(let refusal) {
                #expect(refusal.code == .preflightFailure)
                #expect(refusal.preflight?.failure?.name == "InstructionError")
                #expect(refusal.preflight?.failure?.code == 1)
                #expect(refusal.preflight?.logs.isEmpty == false)
            }
            let old = try signed(node, by: "alice", Blockhash()) {
                SystemProgram.transfer(from: alice, to: bob, lamports: 1)
            }
            do {
                _ = try await rpc.sendTransaction(old)
                Issue.record("it was sent")
            } catch SolanaRPCError.node(let refusal) {
                #expect(refusal.preflight?.failure == TransactionFailure(name: "BlockhashNotFound"))
            }
            try node.control(["advance": 40])
            #expect(try await rpc.getBalance(of: alice).value == 100_000_000_000)
        }
    }

    @Test func `an airdrop arrives, and a hundred balances are one message`() async throws {
        try await asking { node, rpc in
            let nobody = try PublicKey(bytes: [UInt8](repeating: 9, count: 32))
            _ = try await rpc.requestAirdrop(to: nobody, lamports: 5_000_000)
            try node.control(["advance": 40])
            let addresses = try (0..<99).map { number in
                number % 2 == 0 ? nobody : try key("alice", of: node)
            }
            let before = try node.control([:])["requests"]?["getBalance"]?.int ?? 0
            let balances = try await rpc.batch(addresses.map { GetBalance(address: $0) })
            #expect(
                try balances.map { try $0.get().value } == addresses.map { $0 == nobody ? 5_000_000 : 100_000_000_000 })
            #expect(try node.control([:])["requests"]?["getBalance"]?.int == before + 99)
        }
    }

    @Test func `a method that the node doesn't have is a refusal`() async throws {
        try await asking { _, rpc in
            do throws(SolanaRPCError) {
                _ = try await rpc.fetch("getNothing")
                Issue.record("it was answered")
            } catch {
                guard case .node(let refusal) = error else { throw error }
                #expect(refusal.code == .methodNotFound)
            }
        }
    }
}
