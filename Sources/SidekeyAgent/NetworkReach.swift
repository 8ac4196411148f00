import AgentSocket
import Logging
import NodeGateway
import SolanaRPC
import Wallet

/// The agent's way to nodes: by `sidekey-rpc`, never by a socket of its own.
enum NetworkReach {
    /// - Returns: nil where this wallet is to reach nothing, or `sidekey-rpc` can't be looked for.
    static func make(_ folder: WalletFolder, _ environment: ProcessEnvironment, _ logger: Logger) -> Wallet.Reach? {
        // Only a test moves the wallet, and only there the variable counts.
        let word = folder.isMoved ? environment["SIDEKEY_NETWORK"] : nil
        guard word != "off", let program = try? GatewayProgram.besideThisProgram(environment: environment) else {
            return nil
        }
        let gateway = Gateway(program) { fault in
            logger.warning("the process for the network has ended", metadata: ["fault": "\(fault)"])
        }
        return { endpoint in
            guard word != "loopback" || endpoint.isLoopback else { return NoTransport() }
            return GatewayTransport(gateway, endpoint)
        }
    }

    /// Reaches nobody.
    private struct NoTransport: RPCTransport {
        func send(_ body: [UInt8], isRepeatable: Bool) async throws(RPCTransportError) -> [UInt8] {
            throw .unreachable
        }
    }
}
