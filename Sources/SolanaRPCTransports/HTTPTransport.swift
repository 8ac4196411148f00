import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
public import SolanaRPC

/// Asks one node over HTTP, once for each call: a POST of JSON, and the whole of the answer.
///
/// Redirects aren't followed: a node has no reason for one, and the address is the user's choice. Close it with ``shutdown()``.
public struct HTTPTransport: RPCTransport {
    /// What a node may take.
    public struct Limits: Sendable, Hashable {
        /// From the beginning of the connection to the last byte of the answer.
        public var time: Duration = .seconds(30)
        public var connecting: Duration = .seconds(10)
        /// The bytes of an answer.
        public var count = 16 * 1024 * 1024

        public init() {}
    }

    public let endpoint: RPCEndpoint
    private let client: HTTPClient
    private let limits: Limits
    private let proxy: RPCProxy?

    /// - Parameters:
    ///   - proxy: Where requests go first; the environment's, by ``RPCProxy/init(of:in:)``.
    ///   - roots: A PEM file of the authorities that count, in the place of the system's.
    public init(
        _ endpoint: RPCEndpoint, limits: Limits = Limits(), proxy: RPCProxy? = nil, roots: String? = nil
    ) {
        self.endpoint = endpoint
        self.limits = limits
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let roots { tls.trustRoots = .file(roots) }
        self.proxy = proxy
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout.connect = TimeAmount(limits.connecting)
        configuration.httpVersion = .http1Only
        // Who asks again, and how often, is the policy's affair.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.proxy = proxy.map { .server(host: $0.host, port: $0.port) }
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    public func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        try await send(body, within: limits)
    }

    /// Sends one request under limits of its own; ``Limits/connecting`` stays the transport's.
    public func send(_ body: [UInt8], within limits: Limits) async throws(RPCTransportError) -> [UInt8] {
        var request = HTTPClientRequest(url: endpoint.url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "Accept", value: "application/json")
        request.body = .bytes(body)
        let response: HTTPClientResponse
        let bytes: ByteBuffer
        do {
            response = try await client.execute(request, timeout: TimeAmount(limits.time))
            guard response.status == .ok else { throw Self.refusal(response) }
            if let count = response.headers.first(name: "Content-Length").flatMap({ Int($0) }), count > limits.count {
                throw RPCTransportError.tooLarge(limit: limits.count)
            }
            bytes = try await response.body.collect(upTo: limits.count)
        } catch {
            throw await NodeFault(endpoint, proxy, limits).reason(for: error)
        }
        return Array(buffer: bytes)
    }

    /// Ends all connections; nothing can be sent any more.
    public func shutdown() async {
        try? await client.shutdown()
    }

    private static func refusal(_ response: HTTPClientResponse) -> RPCTransportError {
        guard response.status == .tooManyRequests else { return .status(Int(response.status.code)) }
        // A date instead of seconds is left to the policy's own wait.
        return .tooManyRequests(retryAfter: response.headers.first(name: "Retry-After").flatMap { Int($0) })
    }
}

extension TimeAmount {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(
            seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue + attoseconds / 1_000_000_000)
    }
}
