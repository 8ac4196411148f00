public import SolanaRPC

extension Collection<NetworkNode> {
    /// Asks one node after the other until one answers. Only for questions: what was asked may have been done.
    ///
    /// - Throws: What the last one threw; `.transport(.unreachable)` where there is none.
    public func answer<Answer: Sendable>(
        _ ask: @Sendable (NetworkNode) async throws(SolanaRPCError) -> Answer
    ) async throws(SolanaRPCError) -> Answer {
        var last = SolanaRPCError.transport(.unreachable)
        for node in self {
            do throws(SolanaRPCError) {
                return try await ask(node)
            } catch {
                guard error != .transport(.cancelled), !Task.isCancelled else { throw .transport(.cancelled) }
                last = error
            }
        }
        throw last
    }
}
