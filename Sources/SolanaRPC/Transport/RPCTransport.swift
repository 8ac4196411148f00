import Synchronization

/// Carries the text of a request to a node, and the text of the answer back.
///
/// It knows nothing about the request, which itself says how often it may be sent.
public protocol RPCTransport: Sendable {
    /// Sends one request or batch and returns the whole answer.
    ///
    /// - Parameters:
    ///   - body: JSON, UTF-8.
    ///   - isRepeatable: True if the same request may be sent again when the outcome of the first is unknown.
    /// - Throws: The reason there is no answer; cancellation is one of them.
    func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8]
}

/// Fetches a file, once and without following a redirect.
public typealias FileFetch = @Sendable (FileRequest) async throws(RPCTransportError) -> [UInt8]

/// A file at an address, and the limits for it.
public struct FileRequest: Sendable, Hashable {
    public let address: RPCEndpoint
    /// The most bytes of the file.
    public let bytes: Int
    /// The time limit, in milliseconds.
    public let milliseconds: Int
    /// True if the address is a stranger's: it must lead to a host of the public internet, and not into the user's own networks.
    public let isPublic: Bool

    public init(_ address: RPCEndpoint, bytes: Int, milliseconds: Int, isPublic: Bool = false) {
        (self.address, self.bytes, self.milliseconds, self.isPublic) = (address, bytes, milliseconds, isPublic)
    }
}

/// The reason a request has no answer. Append-only.
public enum RPCTransportError: Error, Sendable, Hashable {
    /// Nothing listens there, or there is no such host.
    case unreachable
    /// The certificate isn't valid for this host.
    case certificate(RPCCertificateFault)
    /// No complete answer in time.
    case timedOut
    /// The answer is longer than it may be.
    case tooLarge(limit: Int)
    /// The connection ended before the answer did.
    case cut
    /// A status other than 200.
    case status(Int)
    /// The node wants fewer requests; `retryAfter` is the wait in seconds, if it named one.
    case tooManyRequests(retryAfter: Int?)
    /// The answer isn't JSON-RPC: not JSON, another request's `id`, or neither result nor error.
    case notAnAnswer
    case cancelled
    /// The file is at another address, as the server says.
    case redirected(to: RPCEndpoint)
    /// The address leads into the user's own networks, and must not.
    case notPublic
}

/// The fault of a certificate.
public enum RPCCertificateFault: String, Sendable, Hashable {
    case untrusted
    case expired
    case wrongHost = "wrong-host"
    case other
}

/// Asks several nodes in order until one answers; the one that answered last is asked first the next time.
public final class FailoverTransport<Base: RPCTransport>: RPCTransport {
    private let nodes: [Base]
    private let preferred = Atomic<Int>(0)

    /// Creates a transport that asks nodes in this order, and goes on with the one that answered.
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
    /// Returns true if another node may be asked the same. If the first may have done it already, only a repeatable request may be.
    fileprivate func lets(another isRepeatable: Bool) -> Bool {
        switch self {
        case .unreachable, .certificate, .tooManyRequests: true
        case .timedOut, .cut, .status, .tooLarge, .notAnAnswer: isRepeatable
        case .cancelled, .redirected, .notPublic: false
        }
    }
}
