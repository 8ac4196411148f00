import AgentSocket
import NodeGateway
import SolanaRPC
import TestSupport

/// The real `sidekey-rpc` and a local node for it to ask; it ends with this object.
final class RunningGateway: Sendable {
    let gateway: Gateway

    init(environment: ProcessEnvironment = [:]) {
        gateway = Gateway(GatewayProgram(path: BuiltProgram.rpc.path, environment: environment)) { fault in
            if fault != .closed { print("sidekey-rpc: \(fault)") }
        }
    }

    deinit { gateway.end() }

    func error(
        asking url: String, _ body: [UInt8] = slotRequest, milliseconds: Int = 30_000, bytes: Int = 16 << 20
    ) async throws -> RPCTransportError? {
        let transport = GatewayTransport(gateway, try RPCEndpoint(url), milliseconds: milliseconds, bytes: bytes)
        return await NodeGatewayTests.error { () async throws(RPCTransportError) in
            try await transport.send(body, isRepeatable: true)
        }
    }

    /// What `/proc` tells of it.
    func process() async throws -> AgentProcess {
        _ = try await gateway.start()
        guard let pid = gateway.pid else { throw TestFault("it doesn't run") }
        return AgentProcess(pid: pid)
    }
}

let slotRequest = Array(#"{"jsonrpc":"2.0","id":1,"method":"getSlot"}"#.utf8)
