import JSONRPC
import SolanaRPC
import SolanaRPCTransports
import SolanaTransactions
import TestSupport

/// A local node that is asked over HTTP, and counts what it is asked.
struct AskedNode {
    let node: LocalNode
    let endpoint: RPCEndpoint

    init(_ options: [String] = []) throws {
        node = try LocalNode(options)
        endpoint = try RPCEndpoint(node.endpoints[0].url)
    }

    /// Returns how many calls have reached the node so far.
    func requests() throws -> Int {
        try node.control([:])["requests"]?.object?.members.compactMap(\.value.int).reduce(0, +) ?? 0
    }

    /// Makes a fault, asks while it is there, and says what came of it and how many calls reached the node.
    func outcome(
        of fault: JSONObject, _ limits: HTTPTransport.Limits = HTTPTransport.Limits(), retrying: Bool = false,
        _ ask: @Sendable (SolanaRPC<OneTransport>) async throws(SolanaRPCError) -> Void = Self.slot
    ) async throws -> (error: SolanaRPCError?, requests: Int) {
        try node.control(["clear": true])
        try node.control(fault)
        let before = try requests()
        let transport = HTTPTransport(endpoint, limits: limits)
        var caught: SolanaRPCError?
        do throws(SolanaRPCError) {
            try await ask(SolanaRPC(OneTransport(retrying ? RetryingTransport(transport) : transport)))
        } catch {
            caught = error
        }
        await transport.shutdown()
        return (caught, try requests() - before)
    }

    static let slot: @Sendable (SolanaRPC<OneTransport>) async throws(SolanaRPCError) -> Void = {
        rpc async throws(SolanaRPCError) in _ = try await rpc.getSlot()
    }
}

/// A transport of whatever kind.
struct OneTransport: RPCTransport {
    private let base: any RPCTransport

    init(_ base: any RPCTransport) { self.base = base }

    func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
        try await base.send(body, isRepeatable: isRepeatable)
    }
}

/// A whole request that may be asked again and again.
let slotRequest = Array(#"{"jsonrpc":"2.0","id":1,"method":"getSlot"}"#.utf8)
