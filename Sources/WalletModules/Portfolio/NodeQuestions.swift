import JSONRPC
import SolanaRPC
import WalletCore
import WalletNetwork
import WalletRuntime

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
        let outcome = await withTaskGroup(of: Result<Answer, RPCError>.self) { group -> Result<Answer, RPCError>? in
            group.addTask { [network] in
                do throws(NetworkError) {
                    let nodes = try await network.nodes(of: cluster)
                    do throws(SolanaRPCError) {
                        return .success(try await nodes.answer(question))
                    } catch {
                        return .failure(RPCError(error))
                    }
                } catch {
                    return .failure(RPCError(error))
                }
            }
            group.addTask { [clock, end] in
                try? await clock.sleep(until: end)
                return .failure(RPCError(.invalidInput, .nodeUnreachable, "no node answered in time"))
            }
            defer { group.cancelAll() }
            return await group.next()
        }
        guard let outcome else { throw RPCError(.internalError, .internal, "nobody was asked") }
        return try outcome.get()
    }
}
