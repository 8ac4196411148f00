import NIOCore
import NIOPosix
import SolanaRPC

/// A connection to a node, through a proxy where there is one.
enum NodeChannel {
    /// Connects, and hands the channel over once what is written to it reaches the node.
    ///
    /// - Parameters:
    ///   - limit: For each of the connection and the proxy's answer.
    ///   - configure: Adds the handlers, on the channel's loop.
    static func open(
        to endpoint: RPCEndpoint, through proxy: RPCProxy?, within limit: Duration, on loop: any EventLoop,
        configure: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws -> any Channel {
        let tunnel = loop.makePromise(of: Void.self)
        if proxy == nil { tunnel.succeed() }
        let bootstrap = ClientBootstrap(group: loop).connectTimeout(TimeAmount(limit)).channelInitializer { channel in
            guard proxy != nil else { return channel.eventLoop.makeSucceededVoidFuture() }
            return channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(
                    ProxyTunnel(to: endpoint, within: limit, opened: tunnel))
            }
        }
        do {
            let channel = try await bootstrap.connect(
                host: proxy?.host ?? endpoint.host, port: proxy?.port ?? endpoint.port
            ).get()
            do {
                try await tunnel.futureResult.flatMap { configure(channel) }.get()
            } catch {
                channel.close(mode: .all, promise: nil)
                throw error
            }
            return channel
        } catch {
            tunnel.fail(error)
            throw error
        }
    }
}

extension RPCEndpoint {
    /// The name that a certificate is asked for; an address is none (RFC 6066, 3).
    var serverName: String? {
        host.contains(":") || host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2e } ? nil : host
    }
}
