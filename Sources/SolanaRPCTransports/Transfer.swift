import CCurl
import SolanaRPC
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// One transfer of libcurl: its handle and its outcome. A ``TransferLoop`` runs it and calls everything but ``cancel()``.
///
/// The environment, `.netrc`, cookies and redirects don't affect it: its destination was decided before.
class Transfer: @unchecked Sendable {
    let easy: UnsafeMutableRawPointer
    /// True if a byte of the request may have been written to the node.
    private(set) var hasDeparted = false
    /// True if a connection wasn't made, since it would have led into the user's own networks.
    private(set) var isKeptInside = false
    private let certificateFault: UnsafeMutablePointer<CInt>
    private var headers: UnsafeMutablePointer<curl_slist>?
    private let wasCancelled = Atomic(false)

    /// - Parameters:
    ///   - connecting: The time limit until the request can be written: names, proxy and TLS.
    ///   - roots: A PEM file of the trusted authorities, or a folder of such files, in place of the system's.
    /// - Throws: `unreachable`, if there is no memory for it.
    init(
        to endpoint: RPCEndpoint, through proxy: RPCProxy?, roots: String?, within connecting: Duration
    ) throws(RPCTransportError) {
        guard let easy = curl_easy_init() else { throw .unreachable }
        self.easy = easy
        certificateFault = .allocate(capacity: 1)
        certificateFault.initialize(to: 0)
        set(CURLOPT_URL, endpoint.url)
        set(CURLOPT_PROTOCOLS_STR, endpoint.isSecure ? "https" : "http")
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_HTTP_VERSION, CLong(CURL_HTTP_VERSION_1_1))
        set(CURLOPT_CONNECTTIMEOUT_MS, connecting.curlMilliseconds)
        // An empty text is no proxy, whatever the environment says.
        set(CURLOPT_PROXY, proxy.map { "http://\($0.authority)" } ?? "")
        set(CURLOPT_NOPROXY, "")
        set(CURLOPT_HTTPPROXYTUNNEL, proxy == nil ? 0 : 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_SSLVERSION, CLong(CURL_SSLVERSION_TLSv1_2))
        if let roots {
            let isFolder = Self.isFolder(roots)
            set(CURLOPT_CAINFO, isFolder ? nil : roots)
            set(CURLOPT_CAPATH, isFolder ? roots : nil)
        }
        // If the certificate can't be looked at, each fault counts as one for another host. The connection is refused in any case.
        _ = sidekey_curl_watch_certificates(easy, certificateFault)
        let context = Unmanaged.passUnretained(self).toOpaque()
        _ = sidekey_curl_set_departure(
            easy,
            { context, _, _, _, _ in
                guard let context else { return CInt(CURL_PREREQFUNC_ABORT) }
                return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().depart()
            }, context)
    }

    /// Refuses every connection to an address that isn't public.
    func connectPubliclyAlone() {
        _ = sidekey_curl_set_opening(
            easy,
            { context, _, address in
                guard let context, let address, let resolved = sidekey_curl_address(address) else {
                    return CURL_SOCKET_BAD
                }
                guard PublicAddress.contains(resolved) else {
                    Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().isKeptInside = true
                    return CURL_SOCKET_BAD
                }
                return socket(address.pointee.family, address.pointee.socktype, address.pointee.protocol)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
        certificateFault.deallocate()
    }

    var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

    /// Cancels the transfer; the loop must be woken to see that.
    func cancel() { wasCancelled.store(true, ordering: .releasing) }

    /// Takes libcurl's result at the end of the transfer; libcurl reports nothing after that.
    ///
    /// - Returns: True if its connection stays with it.
    func isDone(_ code: CURLcode) -> Bool { false }

    /// Called if the transfer ended for another reason; the handle no longer runs.
    func isOver(_ reason: RPCTransportError) {}

    /// Returns what a connection that stays is waiting for; nil if there is no such connection.
    func wish() -> (socket: curl_socket_t, writing: Bool, until: ContinuousClock.Instant)? { nil }

    /// Reads and writes available data on a connection that stays.
    ///
    /// - Returns: The reason it is over; nil if it goes on.
    func serve() -> RPCTransportError? { nil }

    func reason(for code: CURLcode) -> RPCTransportError {
        NodeFault.reason(
            for: code, hasDeparted: hasDeparted,
            certificate: sidekey_certificate_fault(UInt32(bitPattern: certificateFault.pointee)))
    }

    func set(_ option: CURLoption, _ value: CLong) { _ = sidekey_curl_set_number(easy, option, value) }

    func set(_ option: CURLoption, _ value: String?) { _ = sidekey_curl_set_text(easy, option, value) }

    func set(headers lines: [String]) {
        for line in lines { headers = curl_slist_append(headers, line) ?? headers }
        _ = sidekey_curl_set_memory(easy, CURLOPT_HTTPHEADER, headers)
    }

    /// Lets a request depart only once. libcurl sends a request a second time if a reused connection was closed. Only the policy decides on that,
    /// since the first may have arrived.
    private func depart() -> CInt {
        guard !hasDeparted else { return CInt(CURL_PREREQFUNC_ABORT) }
        hasDeparted = true
        return CInt(CURL_PREREQFUNC_OK)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

extension RPCProxy {
    /// The host and port as a URL has them.
    fileprivate var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension Duration {
    /// The duration for libcurl, at least 1: 0 would mean no limit at all.
    var curlMilliseconds: CLong {
        let (seconds, attoseconds) = components
        let limit = Int64(Int32.max) / 1000
        return CLong(max(1, min(max(seconds, 0), limit) * 1000 + attoseconds / 1_000_000_000_000_000))
    }
}
