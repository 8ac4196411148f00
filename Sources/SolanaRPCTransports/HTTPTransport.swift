package import CCurl
public import SolanaRPC

/// Asks one node over HTTP, once for each call: posts JSON and returns the whole answer. It fetches the file at an address too.
///
/// It follows no redirects: a node has no reason for one, and the address is the user's choice. A file's is told, as an error. Close it with ``shutdown()``.
public struct HTTPTransport: RPCTransport {
    /// The limits for a node's answer.
    public struct Limits: Sendable, Hashable {
        /// The time from the beginning of the connection to the last byte of the answer.
        public var time: Duration = .seconds(30)
        public var connecting: Duration = .seconds(10)
        /// The most bytes of an answer.
        public var count = 16 * 1024 * 1024

        public init() {}
    }

    public let endpoint: RPCEndpoint
    private let loop = TransferLoop()
    private let limits: Limits
    private let proxy: RPCProxy?
    private let roots: String?
    private let isPublic: Bool

    /// - Parameters:
    ///   - proxy: The proxy for requests; the environment's, by ``RPCProxy/init(of:in:)``.
    ///   - roots: A PEM file of the trusted authorities, or a folder of such files, in place of the system's.
    ///   - isPublic: True to connect to hosts of the public internet alone. A proxy resolves names itself, so of what is reached by one only
    ///     addresses in digits are looked at.
    public init(
        _ endpoint: RPCEndpoint, limits: Limits = Limits(), proxy: RPCProxy? = nil, roots: String? = nil,
        isPublic: Bool = false
    ) {
        self.isPublic = isPublic
        self.endpoint = endpoint
        self.limits = limits
        self.proxy = proxy
        self.roots = roots
    }

    public func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        try await send(body, within: limits)
    }

    /// Sends one request under its own limits; ``Limits/connecting`` stays the transport's.
    public func send(_ body: [UInt8], within limits: Limits) async throws(RPCTransportError) -> [UInt8] {
        try await exchange(body, within: limits)
    }

    /// Fetches the file at the address: a GET without cookies, referrer or the name of a program.
    ///
    /// - Throws: `redirected` too; `notPublic`.
    public func fetch(within limits: Limits) async throws(RPCTransportError) -> [UInt8] {
        try await exchange(nil, within: limits)
    }

    private func exchange(_ body: [UInt8]?, within limits: Limits) async throws(RPCTransportError) -> [UInt8] {
        guard !Task.isCancelled else { throw .cancelled }
        let exchange = try HTTPExchange(
            body, to: endpoint, through: proxy, roots: roots, connecting: self.limits.connecting, within: limits)
        if isPublic {
            if proxy == nil {
                exchange.connectPubliclyAlone()
            } else if !PublicAddress.mayContain(host: endpoint.host) {
                throw .notPublic
            }
        }
        let loop = loop
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchange.answer = continuation
                loop.start(exchange)
            }
        } onCancel: {
            exchange.cancel()
            loop.wake()
        }
        return try result.get()
    }

    /// Ends all connections; nothing can be sent any more.
    public func shutdown() async { await loop.shutdown() }
}

/// A POST or a GET and its answer.
private final class HTTPExchange: Transfer, @unchecked Sendable {
    typealias Outcome = Result<[UInt8], RPCTransportError>

    /// The waiting caller; set before the loop has it.
    var answer: CheckedContinuation<Outcome, Never>?
    private let limit: Int
    private let isFile: Bool
    private var received: [UInt8] = []
    private var isTooLarge = false

    init(
        _ body: [UInt8]?, to endpoint: RPCEndpoint, through proxy: RPCProxy?, roots: String?, connecting: Duration,
        within limits: HTTPTransport.Limits
    ) throws(RPCTransportError) {
        limit = limits.count
        isFile = body == nil
        try super.init(to: endpoint, through: proxy, roots: roots, within: connecting)
        set(CURLOPT_TIMEOUT_MS, limits.time.curlMilliseconds)
        if let body {
            _ = sidekey_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
            _ = sidekey_curl_set_memory(easy, CURLOPT_COPYPOSTFIELDS, body)
            // No waiting for a "go on": a body is short.
            set(headers: ["Content-Type: application/json", "Accept: application/json", "Expect:"])
        }
        _ = sidekey_curl_set_receiver(
            easy,
            { bytes, one, count, context in
                guard let bytes, let context else { return 0 }
                return Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
                    .take(UnsafeRawBufferPointer(start: bytes, count: one * count))
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    override func isDone(_ code: CURLcode) -> Bool {
        finish(outcome(of: code))
        return false
    }

    override func isOver(_ reason: RPCTransportError) { finish(.failure(reason)) }

    private func finish(_ outcome: Outcome) {
        answer?.resume(returning: outcome)
        answer = nil
    }

    private func outcome(of code: CURLcode) -> Outcome {
        if let refusal { return .failure(refusal) }
        if isTooLarge { return .failure(.tooLarge(limit: limit)) }
        if code != CURLE_OK, isKeptInside { return .failure(.notPublic) }
        guard code == CURLE_OK else { return .failure(reason(for: code)) }
        return .success(received)
    }

    /// Takes a piece of the body; less than all of it ends the transfer.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        // The body of a refusal isn't read.
        guard refusal == nil else { return 0 }
        let announced = sidekey_curl_size(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        guard announced <= limit, received.count + bytes.count <= limit else {
            isTooLarge = true
            return 0
        }
        if received.isEmpty, announced > 0 { received.reserveCapacity(Int(announced)) }
        received.append(contentsOf: bytes)
        return bytes.count
    }

    /// The error for a status other than 200; nil if there is none.
    private var refusal: RPCTransportError? {
        let status = sidekey_curl_number(easy, CURLINFO_RESPONSE_CODE)
        guard status != 0, status != 200 else { return nil }
        if isFile, 300..<400 ~= status, let text = sidekey_curl_redirect(easy),
            let address = try? RPCEndpoint(String(cString: text))
        {
            return .redirected(to: address)
        }
        guard status == 429 else { return .status(Int(status)) }
        // A date instead of seconds is left to the policy's own wait.
        return .tooManyRequests(
            retryAfter: sidekey_curl_header(easy, "Retry-After").flatMap { Int(String(cString: $0)) })
    }
}

/// The proxy for requests to a node, by the environment that other programs read too.
///
/// `https_proxy` or `HTTPS_PROXY` is for `https`, and `http_proxy` for `http` (`HTTP_PROXY` can be a CGI request's header, and doesn't count).
/// `all_proxy` or `ALL_PROXY` is for both otherwise. `no_proxy` or `NO_PROXY` names hosts that are reached directly: `*`, a name with all below it,
/// an address. This machine is always reached directly.
public struct RPCProxy: Sendable, Hashable {
    public let host: String
    public let port: Int

    /// The proxy for an endpoint; nil if there is none.
    ///
    /// - Throws: If a variable names no valid proxy: nothing is sent past one that the user wanted.
    public init?(of endpoint: RPCEndpoint, in environment: [String: String]) throws(RPCEndpoint.Fault) {
        let names = endpoint.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        let value = (names + ["all_proxy", "ALL_PROXY"]).compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let value, !endpoint.isLoopback, !Self.isExempt(endpoint.host, environment) else { return nil }
        // TLS goes through it; the way to it is in clear text, as with every HTTP proxy.
        let parts = value.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 1 || parts[0] == "http", let address = parts.last else { throw .scheme }
        let proxy = try RPCEndpoint("https://\(address)")
        host = proxy.host
        let authority = address.prefix { $0 != "/" }
        let behindHost = authority.lastIndex(of: "]").map { authority[$0...] } ?? authority
        port = behindHost.contains(":") ? proxy.port : 80
    }

    private static func isExempt(_ host: String, _ environment: [String: String]) -> Bool {
        let list = environment["no_proxy"] ?? environment["NO_PROXY"] ?? ""
        return list.lowercased().split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
            let name = entry.hasPrefix(".") ? entry.dropFirst() : entry[...]
            return entry == "*" || host == name || host.hasSuffix(".\(name)")
        }
    }
}

/// Names the fault of a transfer to a node.
///
/// Only a fault that is known to precede the request is `unreachable`: a request that is sent again, or reported as unsent, must never have arrived.
/// With any other fault, it is unknown how far the request came: it is `cut`.
package enum NodeFault {
    /// - Parameters:
    ///   - hasDeparted: True if a byte of the request may have been written to the node.
    ///   - certificate: The fault that was seen in the node's certificate.
    package static func reason(
        for code: CURLcode, hasDeparted: Bool, certificate: sidekey_certificate_fault = SIDEKEY_CERTIFICATE_SOUND
    ) -> RPCTransportError {
        switch code {
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_PEER_FAILED_VERIFICATION: .certificate(fault(certificate))
        case CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_CACERT_BADFILE:
            .certificate(.other)
        // Something listens there, and it isn't what was asked for.
        case CURLE_SSL_CONNECT_ERROR: .cut
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
            hasDeparted ? .notAnAnswer : .unreachable
        default: hasDeparted ? .cut : .unreachable
        }
    }

    /// Returns the fault of a certificate; one for another host has a sound chain.
    private static func fault(_ certificate: sidekey_certificate_fault) -> RPCCertificateFault {
        switch certificate {
        case SIDEKEY_CERTIFICATE_EXPIRED: .expired
        case SIDEKEY_CERTIFICATE_UNTRUSTED: .untrusted
        default: .wrongHost
        }
    }
}
