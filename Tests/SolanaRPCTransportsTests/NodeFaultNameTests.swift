import AsyncHTTPClient
import Glibc
import NIOCore
import SolanaRPC
import SolanaRPCTransports
import Testing

/// What is called unreachable is sent again, and its user is told that nothing was sent: nothing that may have arrived is called so.
@Suite struct NodeFaultNameTests {
    private struct Unheard: Error {}

    private func reason(_ error: any Error) async throws -> RPCTransportError {
        await NodeFault(try RPCEndpoint("http://127.0.0.1:9"), nil, HTTPTransport.Limits()).reason(for: error)
    }

    @Test func whatNobodyKnowsTheReachOfIsCut() async throws {
        for code in [EPIPE, ECONNRESET, ECONNABORTED, ETIMEDOUT] {
            #expect(try await reason(IOError(errnoCode: code, reason: "write")) == .cut, "\(code)")
        }
        #expect(try await reason(Unheard()) == .cut)
        for error in [
            HTTPClientError.bodyLengthMismatch, .writeAfterRequestSent,
            .remoteConnectionClosed, .uncleanShutdown,
        ] {
            #expect(try await reason(error) == .cut, "\(error)")
        }
    }

    @Test func whatNeverCameAboutIsUnreachable() async throws {
        for code in [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH] {
            #expect(try await reason(IOError(errnoCode: code, reason: "connect")) == .unreachable, "\(code)")
        }
        for error in [HTTPClientError.invalidProxyResponse, .proxyAuthenticationRequired] {
            #expect(try await reason(error) == .unreachable, "\(error)")
        }
    }
}
