import Dispatch
import Glibc
public import SolanaRPC
public import SolanaTransactions
import Synchronization
public import WalletNetwork

/// As much of HTTP as asking the local node takes: one connection for each request, read to its end.
public struct LoopbackTransport: RPCTransport {
    let port: Int

    public init(port: Int) { self.port = port }

    public init(_ node: LocalNode, endpoint: Int = 0) { port = node.endpoints[endpoint].port }

    public func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        let head = """
            POST / HTTP/1.1\r
            Host: 127.0.0.1:\(port)\r
            Content-Type: application/json\r
            Content-Length: \(body.count)\r
            Connection: close\r
            \r

            """
        let request = Array(head.utf8) + body
        // On a thread of its own, which is left to itself where nobody waits any more: a node that is slow must not hold the others up.
        let waiting = Waiting()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting.begin(continuation)
                DispatchQueue.global().async { waiting.end(Result { try exchange(request) }) }
            }
        } onCancel: {
            waiting.end(.failure(RPCTransportError.cancelled))
        }
        let answer: [UInt8]
        do { answer = try outcome.get() } catch { throw error as? RPCTransportError ?? .cut }
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else { throw .cut }
        let (header, content) = (String(decoding: answer[..<end.lowerBound], as: UTF8.self), answer[end.upperBound...])
        switch Int(header.dropFirst(9).prefix(3)) ?? 0 {
        case 200: break
        case 429: throw .tooManyRequests(retryAfter: nil)
        case let status: throw .status(status)
        }
        let lengths = header.lowercased().split(separator: "\r\n").filter { $0.hasPrefix("content-length: ") }
        guard lengths.allSatisfy({ Int($0.dropFirst(16)) == content.count }) else { throw .cut }
        return Array(content)
    }

    private func exchange(_ request: [UInt8]) throws -> [UInt8] {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let failed = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard failed == 0 else {
            close(descriptor)
            throw RPCTransportError.unreachable
        }
        let reader = StreamReader(fcntl(descriptor, F_DUPFD_CLOEXEC, 0))
        let writer = StreamWriter(descriptor)
        try writer.write(request, within: Deadline(seconds: 300))
        return try reader.readToEnd(within: Deadline(seconds: 300))
    }
}

/// Somebody who waits for an answer, or for not having to any more: the first of the two counts.
private final class Waiting: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Result<[UInt8], any Error>, Never>)
        case ended(Result<[UInt8], any Error>)
    }

    private let state = Mutex(State.idle)

    func begin(_ continuation: CheckedContinuation<Result<[UInt8], any Error>, Never>) {
        let ended = state.withLock { state -> Result<[UInt8], any Error>? in
            if case .ended(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let ended { continuation.resume(returning: ended) }
    }

    func end(_ result: Result<[UInt8], any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Result<[UInt8], any Error>, Never>? in
            defer { state = .ended(result) }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(returning: result)
    }
}

/// The local node as all that the wallet can reach, for whatever cluster a test names.
public struct LoopbackNetwork: SolanaNetwork {
    public let preferred: Cluster
    private let transports: [any RPCTransport]

    /// - Parameter transports: Its nodes in their order; none, where nobody is to answer.
    public init(_ transports: [any RPCTransport], preferred: Cluster = .localnet) {
        self.transports = transports
        self.preferred = preferred
    }

    public init(_ node: LocalNode, preferred: Cluster = .localnet) {
        self.init(node.endpoints.indices.map { LoopbackTransport(node, endpoint: $0) }, preferred: preferred)
    }

    public func nodes(of cluster: Cluster) async throws(NetworkError) -> [NetworkNode] {
        guard !transports.isEmpty else { throw .unreachable(cluster) }
        return transports.enumerated().map { NetworkNode(name: "node \($0.offset + 1)", transport: $0.element) }
    }
}
