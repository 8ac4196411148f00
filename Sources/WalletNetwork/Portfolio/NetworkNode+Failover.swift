package import SolanaRPC

extension Collection<NetworkNode> {
    /// Asks one node after the other until one answers, each for its part of the time. Only for questions: what was asked may have been done.
    ///
    /// - Throws: What the last one threw; `.transport(.timedOut)` where it took too long, `.transport(.unreachable)` where there is none.
    package func answer<Answer: Sendable>(
        until deadline: Deadline, _ ask: @escaping @Sendable (NetworkNode) async throws(SolanaRPCError) -> Answer
    ) async throws(SolanaRPCError) -> Answer {
        var last = SolanaRPCError.transport(.unreachable)
        for (tried, node) in self.enumerated() {
            let answer = await deadline.part(count - tried).limiting { () -> Result<Answer, SolanaRPCError> in
                do throws(SolanaRPCError) { return .success(try await ask(node)) } catch { return .failure(error) }
            }
            do throws(SolanaRPCError) {
                return try (answer ?? .failure(.transport(.timedOut))).get()
            } catch {
                guard error != .transport(.cancelled), !Task.isCancelled else { throw .transport(.cancelled) }
                last = error
            }
        }
        throw last
    }
}
