import Synchronization

/// Carries the text of a request to a node, and the text of the answer back.
///
/// It knows nothing of what is asked; how often it may ask is told with each request.
public protocol RPCTransport: Sendable {
    /// Sends one request or batch and returns the whole answer.
    ///
    /// - Parameters:
    ///   - body: JSON, UTF-8.
    ///   - isRepeatable: Whether the same may be sent twice where nobody knows what became of the first.
    /// - Throws: Why there is no answer; cancellation is one of the reasons.
    func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8]
}

/// Why a request has no answer. Append-only.
public enum RPCTransportError: Error, Sendable, Hashable {
    /// Nobody listens, or no such host.
    case unreachable
    /// The certificate isn't one that this host may show.
    case certificate(RPCCertificateFault)
    /// No whole answer in time.
    case timedOut
    /// The answer is longer than it may be.
    case tooLarge(limit: Int)
    /// The connection ended before the answer did.
    case cut
    /// Another status than 200.
    case status(Int)
    /// The node wants to be asked less, for so many seconds where it said how long.
    case tooManyRequests(retryAfter: Int?)
    /// The answer isn't JSON-RPC: not JSON, another's `id`, or neither result nor error.
    case notAnAnswer
    case cancelled
}

/// What is wrong with a certificate.
public enum RPCCertificateFault: String, Sendable, Hashable {
    case untrusted
    case expired
    case wrongHost = "wrong-host"
    case other
}

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
