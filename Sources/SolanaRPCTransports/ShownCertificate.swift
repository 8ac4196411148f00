import NIOCore
import NIOPosix
import NIOSSL
import SolanaRPC

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The certificate that a host shows, looked at to say what is wrong with it. The connection ends at that: nothing is sent.
struct ShownCertificate {
    /// Seconds since 1970.
    private let begin: Int
    private let end: Int

    var isExpired: Bool {
        let now = time(nil)
        return now < begin || now > end
    }

    init?(of endpoint: RPCEndpoint, through proxy: RPCProxy?, within limit: Duration) async {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .noHostnameVerification
        guard let context = try? NIOSSLContext(configuration: configuration) else { return nil }
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let shown = loop.makePromise(of: (Int, Int).self)
        let late = loop.scheduleTask(in: TimeAmount(limit)) {
            shown.fail(ChannelError.connectTimeout(TimeAmount(limit)))
        }
        defer { late.cancel() }
        do {
            let channel = try await NodeChannel.open(to: endpoint, through: proxy, within: limit, on: loop) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let handler = try NIOSSLClientHandler(
                        context: context, serverHostname: endpoint.serverName
                    ) { certificates, verified in
                        if let certificate = certificates.first {
                            shown.succeed((Int(certificate.notValidBefore), Int(certificate.notValidAfter)))
                        }
                        verified.succeed(NIOSSLVerificationResult.failed)
                    }
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            channel.closeFuture.whenComplete { _ in shown.fail(ChannelError.eof) }
            (begin, end) = try await shown.futureResult.get()
            channel.close(mode: .all, promise: nil)
        } catch {
            shown.fail(error)
            return nil
        }
    }
}
