public import SolanaRPC

/// A proxy that requests to a node go through, by the environment that other programs read too.
///
/// `https_proxy` or `HTTPS_PROXY` for `https`, `http_proxy` for `http` (`HTTP_PROXY` can be a CGI request's header, and doesn't count); `all_proxy` or `ALL_PROXY`
/// otherwise; `no_proxy` or `NO_PROXY` names hosts that are reached without: `*`, a name with all below it, an address. This machine is always reached without.
public struct RPCProxy: Sendable, Hashable {
    public let host: String
    public let port: Int

    /// The proxy for an endpoint; nil where there is none.
    ///
    /// - Throws: Where a variable names what is no proxy: nothing is sent past one that the user wanted.
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
