import Base58
import Foundation
import JSONRPC
import SolanaRPC
import SolanaTransactions
import TestSupport
import Testing

/// Every method asks as solders does.
@Suite struct RequestVectorTests {
    private struct Question: Sendable {
        let name: String
        let parameters: [JSON]

        init(_ method: some SolanaRPCMethod) {
            name = type(of: method).name
            parameters = method.parameters
        }
    }

    private let key: PublicKey
    private let other: PublicKey
    private let signature: Signature
    private let earlier: Signature
    private let blockhash: Blockhash

    init() throws {
        key = try PublicKey(bytes: [UInt8](repeating: 1, count: 32))
        other = try PublicKey(bytes: [UInt8](repeating: 2, count: 32))
        signature = try Signature(bytes: [UInt8](repeating: 3, count: 64))
        earlier = try Signature(bytes: [UInt8](repeating: 4, count: 64))
        blockhash = try Blockhash(bytes: [UInt8](repeating: 5, count: 32))
    }

    /// The same questions as in `vectors_rpc.py`, in their order.
    private func questions(_ transaction: Transaction) -> [Question] {
        let context = RPCContextOptions(.confirmed, minContextSlot: .max)
        let confirmed = RPCContextOptions(.confirmed)
        let finalized = RPCContextOptions(.finalized)
        let processed = RPCContextOptions(.processed)
        let slice = DataSlice(offset: 3, length: 4)
        let late = RPCContextOptions(.confirmed, minContextSlot: 7)
        return [
            Question(GetAccountInfo(address: key)),
            Question(GetAccountInfo(address: key, slice: slice, options: late)),
            Question(GetBalance(address: key)), Question(GetBalance(address: key, options: context)),
            Question(GetBlock(slot: 5, commitment: .confirmed)), Question(GetBlockCommitment(slot: 5)),
            Question(GetBlockHeight(options: context)), Question(GetBlockProduction(leader: key, options: finalized)),
            Question(GetBlocks(first: 5, last: 9, options: confirmed)), Question(GetBlocks(first: 5)),
            Question(GetBlocksWithLimit(first: 5, limit: 9, options: confirmed)), Question(GetBlockTime(slot: .max)),
            Question(GetClusterNodes()), Question(GetEpochInfo(options: processed)), Question(GetEpochSchedule()),
            Question(GetFeeForMessage(message: transaction.messageBytes, options: confirmed)),
            Question(GetFirstAvailableBlock()), Question(GetGenesisHash()), Question(GetHealth()),
            Question(GetHighestSnapshotSlot()), Question(GetIdentity()),
            Question(GetInflationGovernor(options: confirmed)), Question(GetInflationRate()),
            Question(GetInflationReward(addresses: [key, other], epoch: 9, options: confirmed)),
            Question(GetLatestBlockhash()), Question(GetLatestBlockhash(options: finalized)),
            Question(GetLeaderSchedule(slot: 5, leader: key)), Question(GetMaxRetransmitSlot()),
            Question(GetMaxShredInsertSlot()),
            Question(GetMinimumBalanceForRentExemption(count: 165, options: processed)),
            Question(GetMultipleAccounts(addresses: [key, other], slice: slice, options: late)),
            Question(GetProgramAccounts(program: key, filters: [.dataSize(165)], slice: slice, options: late)),
            Question(GetRecentPerformanceSamples(limit: 4)), Question(GetRecentPrioritizationFees(addresses: [key])),
            Question(
                GetSignaturesForAddress(
                    address: key, limit: 10, before: signature, until: earlier,
                    options: RPCContextOptions(.finalized, minContextSlot: 9))),
            Question(GetSignatureStatuses(signatures: [signature, earlier], searchesHistory: true)),
            Question(GetSignatureStatuses(signatures: [signature])), Question(GetSlot(options: context)),
            Question(GetSlotLeader(options: context)), Question(GetSlotLeaders(first: 5, limit: 10)),
            Question(GetStakeMinimumDelegation(options: finalized)), Question(GetSupply(options: finalized)),
            Question(GetTokenAccountBalance(address: key, options: confirmed)),
            Question(GetTokenAccountsByDelegate(delegate: key, filter: .program(other))),
            Question(GetTokenAccountsByOwner(owner: key, filter: .mint(other), options: late)),
            Question(GetTokenLargestAccounts(mint: key, options: confirmed)),
            Question(GetTokenSupply(mint: key, options: confirmed)),
            Question(GetTransaction(signature: signature, commitment: .confirmed)),
            Question(GetTransactionCount(options: context)), Question(GetVersion()), Question(GetVoteAccounts()),
            Question(IsBlockhashValid(blockhash: blockhash, options: processed)), Question(MinimumLedgerSlot()),
            Question(RequestAirdrop(address: key, lamports: .max)),
            Question(
                SendTransaction(
                    transaction: transaction, skipsPreflight: true, preflightCommitment: .confirmed, maxRetries: 3)),
            Question(
                SimulateTransaction(
                    transaction: transaction, verifiesSignatures: true, accounts: [key],
                    options: RPCContextOptions(.confirmed, minContextSlot: 9))),
        ]
    }

    @Test func `each method asks as solders does`() throws {
        let lines = try PythonScript("vectors_rpc.py").run().split(separator: UInt8(ascii: "\n"))
        let wanted = try lines.map { try JSON(parsing: JSONSource(Array($0))) }
        let sent = try #require(wanted.last { $0["method"] == "sendTransaction" }?["params"]?[0]?.text)
        let questions = questions(try Transaction(decoding: Base64.decode(sent)))
        try #require(questions.count == wanted.count)
        for (question, wanted) in zip(questions, wanted) {
            #expect(question.name == wanted["method"]?.text)
            #expect(
                Normal(.array(question.parameters)) == Normal(try #require(wanted["params"])), "\(question.name)")
        }
        // All that are documented but getLargestAccounts, whose filter solders puts behind the configuration and agave reads inside it.
        #expect(Set(questions.map(\.name)).count == 51)
    }

    /// JSON whose members have no order, without those that are false, as is the default of each.
    private indirect enum Normal: Hashable {
        case leaf(JSON)
        case array([Normal])
        case object([String: Normal])

        init(_ json: JSON) {
            switch json {
            case .array(let elements): self = .array(elements.map(Normal.init))
            case .object(let object):
                self = .object(
                    Dictionary(
                        object.members.filter { $0.value != false }.map { ($0.name.string, Normal($0.value)) }
                    ) { first, _ in first })
            default: self = .leaf(json)
            }
        }
    }
}
