import SolanaRPC
import SolanaRPCTransports
import TestSupport

/// A proxy of tests (`Tests/Support/proxy.py`), which ends with this object.
final class ProxyProcess {
    let port: Int
    private let process: PythonProcess

    init(_ arguments: [String] = []) throws {
        process = try PythonProcess("proxy.py", arguments)
        guard let port = Int(try process.line()) else { throw TestFault("the proxy said no port") }
        self.port = port
    }

    /// The proxy as the environment names it, for an endpoint.
    func proxy(for endpoint: RPCEndpoint) throws -> RPCProxy? {
        try RPCProxy(of: endpoint, in: ["https_proxy": "http://127.0.0.1:\(port)"])
    }

    /// The next request that it was sent.
    func request() throws -> String { try process.line() }
}
