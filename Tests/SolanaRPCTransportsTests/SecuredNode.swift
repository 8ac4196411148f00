import Foundation
import SolanaRPC
import SolanaRPCTransports
import TestSupport

/// A local node that speaks TLS, behind a certificate made for it.
final class SecuredNode {
    let node: LocalNode
    /// The certificate's file, for who is to trust it.
    let certificate: String
    private let folder: URL

    /// - Parameter words: The hosts that the certificate names, and `--expired` where it is to be an old one.
    init(_ words: [String]) throws {
        folder = ScratchRoot.url.appending(path: "sidekey-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        certificate = folder.appending(path: "certificate.pem").path
        _ = try PythonScript("certificate.py").run([certificate] + words)
        node = try LocalNode(["--certificate", certificate])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func endpoint(_ host: String) throws -> RPCEndpoint {
        try RPCEndpoint("https://\(host):\(node.endpoints[0].port)")
    }

    /// Why a request under a host's name has no answer; nil where it has one.
    func error(
        asking host: String, trusting roots: String?, through proxy: RPCProxy? = nil
    ) async throws -> RPCTransportError? {
        let transport = HTTPTransport(try endpoint(host), proxy: proxy, roots: roots)
        var caught: RPCTransportError?
        do throws(RPCTransportError) {
            _ = try await transport.send(slotRequest, isRepeatable: true)
        } catch {
            caught = error
        }
        await transport.shutdown()
        return caught
    }
}
