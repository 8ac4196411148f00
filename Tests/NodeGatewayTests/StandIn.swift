import AgentSocket
import Glibc
import NodeGateway
import SolanaRPC
import TestSupport

/// A program in the place of `sidekey-rpc` (`Tests/Support/gateway_stand_in.py`), with a folder of its own.
final class StandIn {
    let gateway: Gateway
    let folder: String
    let endpoint: RPCEndpoint

    /// - Parameter kind: What it does, as the script lists it; another word answers every question with `well`.
    init(_ kind: String, environment: ProcessEnvironment = [:]) throws {
        folder = try ScratchRoot.newFolder()
        let tests = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        symlink("\(tests)/Support/gateway_stand_in.py", "\(folder)/\(kind)")
        gateway = Gateway(GatewayProgram(path: "\(folder)/\(kind)", environment: environment))
        endpoint = try RPCEndpoint("http://127.0.0.1:1")
    }

    deinit {
        gateway.end()
        SystemFile.remove(folder)
    }

    func ask(
        _ body: String = "{}", milliseconds: Int = 20_000, bytes: Int = 4 << 20
    ) async throws(RPCTransportError) -> String {
        let question = NodeQuestion(
            endpoint: endpoint, body: Array(body.utf8), milliseconds: milliseconds, bytes: bytes)
        return String(decoding: try await gateway.ask(question), as: UTF8.self)
    }
}

/// The error of something that throws no other; nil where it throws none.
func error(of body: () async throws(RPCTransportError) -> some Sendable) async -> RPCTransportError? {
    do throws(RPCTransportError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

/// Returns whether something holds within 30 seconds; unlike `Deadline.wait`, it leaves the thread to others meanwhile.
func eventually(_ condition: () throws -> Bool) async throws -> Bool {
    let end = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < end {
        if try condition() { return true }
        try await Task.sleep(for: .milliseconds(10))
    }
    return false
}
