import JSONRPC
import SolanaRPC
import SolanaTransactions
import WalletNetwork
import WalletRuntime
import WalletState

/// Questions about an account, put to a cluster's nodes one after the other until one answers, and not for ever.
struct NodeQuestions: Sendable {
    /// How long all the questions of one call may take; what was read by then is kept, and the next call goes on from there.
    private static let limit: Duration = .seconds(20)

    private let network: any SolanaNetwork
    private let clock: any MonotonicClock
    private let end: Duration

    /// Begins a call.
    init(network: any SolanaNetwork, clock: any MonotonicClock) {
        self.network = network
        self.clock = clock
        end = clock.now + Self.limit
    }

    /// - Throws: -32000 (`no-network`, `node-unreachable`, `node-fault`, `wrong-cluster`), with what the last node said.
    func ask<Answer: Sendable>(
        _ cluster: Cluster, _ question: @escaping @Sendable (NetworkNode) async throws(SolanaRPCError) -> Answer
    ) async throws(RPCError) -> Answer {
        let deadline = Deadline(end, of: clock)
        let found = await deadline.limiting { [network] () -> Result<[NetworkNode], NetworkError> in
            do throws(NetworkError) { return .success(try await network.nodes(of: cluster)) } catch {
                return .failure(error)
            }
        }
        let nodes: [NetworkNode]
        do throws(NetworkError) {
            nodes = try (found ?? .failure(Task.isCancelled ? .cancelled : .unreachable(cluster))).get()
        } catch {
            throw RPCError(error)
        }
        do throws(SolanaRPCError) {
            return try await nodes.answer(until: deadline, question)
        } catch {
            throw RPCError(error, from: nodes.map(\.name))
        }
    }
}
