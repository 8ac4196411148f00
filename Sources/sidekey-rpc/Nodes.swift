import AgentSocket
import NodeGateway
import SolanaRPC
import SolanaRPCTransports
import Synchronization

/// The nodes that are asked, each with its own reusable connections.
final class Nodes: Sendable {
    private struct Entry {
        let transport: HTTPTransport
        var uses = 0
    }

    /// The number of idle nodes that are remembered.
    private static let limit = 16

    private let listened = Mutex<[RPCEndpoint: WebSocketTransport]>([:])
    private let entries = Mutex<[RPCEndpoint: Entry]>([:])
    private let environment: [String: String]
    private let certificates: String?

    /// - Parameters:
    ///   - environment: The variables that name proxies.
    ///   - certificates: A PEM file of the trusted authorities, or a folder of such files, in place of the system's.
    init(environment: ProcessEnvironment, certificates: String?) {
        self.environment = Dictionary(
            environment.selecting(AgentProgram.networkVariables).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        self.certificates = certificates
    }

    func ask(_ question: NodeQuestion) async throws(RPCTransportError) -> [UInt8] {
        var limits = HTTPTransport.Limits()
        limits.time = .milliseconds(question.milliseconds)
        limits.count = question.bytes
        if question.isPublic { return try await strangersFile(at: question.endpoint, within: limits) }
        let transport = try transport(to: question.endpoint)
        defer { release(question.endpoint) }
        guard let body = question.body else { return try await transport.fetch(within: limits) }
        return try await transport.send(body, within: limits)
    }

    /// Fetches a file from a stranger's address, over a connection of its own: what is kept open to the user's nodes was never looked at.
    private func strangersFile(
        at endpoint: RPCEndpoint, within limits: HTTPTransport.Limits
    ) async throws(RPCTransportError) -> [UInt8] {
        let transport = HTTPTransport(
            endpoint, proxy: try proxy(for: endpoint), roots: certificates, isPublic: true)
        let outcome: Result<[UInt8], RPCTransportError>
        do throws(RPCTransportError) {
            outcome = .success(try await transport.fetch(within: limits))
        } catch {
            outcome = .failure(error)
        }
        await transport.shutdown()
        return try outcome.get()
    }

    /// Returns a node's events; they come over one connection for any number of listeners.
    func events(of subscription: RPCSubscription, at endpoint: RPCEndpoint) -> AsyncStream<SubscriptionEvent> {
        let proxy: RPCProxy?
        do throws(RPCEndpoint.Fault) {
            proxy = try RPCProxy(of: endpoint, in: environment)
        } catch {
            return AsyncStream { sink in
                sink.yield(.interrupted(.unreachable))
                sink.finish()
            }
        }
        return listened.withLock { listened in
            // Without listeners they hold no connection.
            if listened.count > Self.limit { listened = [:] }
            let transport =
                listened[endpoint] ?? WebSocketTransport(endpoint, proxy: proxy, roots: certificates)
            listened[endpoint] = transport
            return transport
        }.events(of: subscription)
    }

    private func transport(to endpoint: RPCEndpoint) throws(RPCTransportError) -> HTTPTransport {
        let known = entries.withLock { entries in
            entries[endpoint]?.uses += 1
            return entries[endpoint]?.transport
        }
        if let known { return known }
        let made = HTTPTransport(endpoint, proxy: try proxy(for: endpoint), roots: certificates)
        let (used, unused) = entries.withLock { entries in
            // Another question to the same node may have been quicker.
            var entry = entries[endpoint] ?? Entry(transport: made)
            entry.uses += 1
            var unused = entries[endpoint] == nil ? [] : [made]
            entries[endpoint] = entry
            if entries.count > Self.limit, let idle = entries.first(where: { $0.value.uses == 0 }) {
                entries[idle.key] = nil
                unused.append(idle.value.transport)
            }
            return (entry.transport, unused)
        }
        for transport in unused { Task { await transport.shutdown() } }
        return used
    }

    /// - Throws: `unreachable`: a proxy that can't be used isn't passed by.
    private func proxy(for endpoint: RPCEndpoint) throws(RPCTransportError) -> RPCProxy? {
        do throws(RPCEndpoint.Fault) {
            return try RPCProxy(of: endpoint, in: environment)
        } catch {
            throw .unreachable
        }
    }

    private func release(_ endpoint: RPCEndpoint) { entries.withLock { $0[endpoint]?.uses -= 1 } }
}
