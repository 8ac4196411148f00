import Synchronization

/// Several nodes, asked in their order until one answers; the one that answered last is asked first the next time.
public final class FailoverTransport<Base: RPCTransport>: RPCTransport {
    private let nodes: [Base]
    private let preferred = Atomic<Int>(0)

    /// Asks nodes in this order, and goes on with the one that answered.
    ///
    /// - Parameter nodes: At least one, or nothing is ever reached.
    public init(_ nodes: [Base]) { self.nodes = nodes }

    public func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        let first = preferred.load(ordering: .relaxed)
        var last = RPCTransportError.unreachable
        for step in nodes.indices {
            let index = (first + step) % nodes.count
            do throws(RPCTransportError) {
                let answer = try await nodes[index].send(body, isRepeatable: isRepeatable)
                if index != first { preferred.store(index, ordering: .relaxed) }
                return answer
            } catch {
                last = error
                guard error.lets(another: isRepeatable) else { throw error }
            }
        }
        throw last
    }
}

extension RPCTransportError {
    /// Whether another node may be asked the same: not where the first may have done it already, unless twice is no more than once.
    fileprivate func lets(another isRepeatable: Bool) -> Bool {
        switch self {
        case .unreachable, .certificate, .tooManyRequests: true
        case .timedOut, .cut, .status, .tooLarge, .notAnAnswer: isRepeatable
        case .cancelled: false
        }
    }
}
