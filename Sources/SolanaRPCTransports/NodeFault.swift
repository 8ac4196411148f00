import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import SolanaRPC

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Names what went wrong with a connection to a node.
///
/// Only what is known to have come before the request is `unreachable`: what is sent again after that, or said not to have been sent, must never have arrived.
/// Of everything else nobody knows how far it came, and it is `cut`.
package struct NodeFault {
    private let endpoint: RPCEndpoint
    private let proxy: RPCProxy?
    private let limits: HTTPTransport.Limits

    package init(_ endpoint: RPCEndpoint, _ proxy: RPCProxy?, _ limits: HTTPTransport.Limits) {
        self.endpoint = endpoint
        self.proxy = proxy
        self.limits = limits
    }

    package func reason(for error: any Error) async -> RPCTransportError {
        switch error {
        case let error as RPCTransportError: return error
        case is CancellationError: return .cancelled
        case is NIOTooManyBytesError: return .tooLarge(limit: limits.count)
        case let error as HTTPClientError: return Self.reason(for: error)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: return .certificate(.wrongHost)
        case is NIOSSLExtraError: return .certificate(.other)
        case NIOSSLError.handshakeFailed(let error): return await handshakeFault("\(error)")
        case is NIOSSLError: return .cut
        case let error as HTTPParserError: return error == .invalidEOFState ? .cut : .notAnAnswer
        case is NIOConnectionError, is SocketAddressError: return .unreachable
        case let error as ChannelError: return Self.reason(for: error)
        case let error as IOError: return Self.beforeConnecting.contains(error.errnoCode) ? .unreachable : .cut
        default: return Task.isCancelled ? .cancelled : .cut
        }
    }

    /// What a connection that never came about fails with.
    private static let beforeConnecting: Set<CInt> = [
        ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, EAFNOSUPPORT, EACCES, EPERM,
    ]

    private static func reason(for error: ChannelError) -> RPCTransportError {
        if case .connectTimeout = error { .timedOut } else { .cut }
    }

    private static func reason(for error: HTTPClientError) -> RPCTransportError {
        switch error {
        case .cancelled: .cancelled
        case .connectTimeout, .deadlineExceeded, .readTimeout, .writeTimeout, .tlsHandshakeTimeout,
            .getConnectionFromPoolTimeout, .httpProxyHandshakeTimeout:
            .timedOut
        // Before the node was reached at all, or by this program's own doing.
        case .invalidProxyResponse, .proxyAuthenticationRequired, .alreadyShutdown, .invalidURL, .emptyHost:
            .unreachable
        default: .cut
        }
    }

    /// What a failed handshake was about; its error doesn't tell an expired certificate from one that nobody vouches for.
    private func handshakeFault(_ text: String) async -> RPCTransportError {
        guard text.contains("CERTIFICATE_VERIFY_FAILED") else { return .cut }
        let shown = await ShownCertificate(of: endpoint, through: proxy, within: limits.connecting)
        return .certificate(shown?.isExpired == true ? .expired : .untrusted)
    }
}
