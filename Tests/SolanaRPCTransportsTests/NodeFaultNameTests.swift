import CCurl
import SolanaRPC
import SolanaRPCTransports
import Testing

/// A request to an unreachable node is sent again, and its user hears that nothing was sent: so nothing that may have arrived is called unreachable.
@Suite struct NodeFaultNameTests {
    /// Every code that libcurl has.
    private static let codes = (1..<CURL_LAST.rawValue).map { CURLcode(rawValue: $0) }

    @Test func whatMayHaveArrivedIsNeverUnreachable() {
        for code in Self.codes {
            #expect(NodeFault.reason(for: code, hasDeparted: true) != .unreachable, "\(code.rawValue)")
        }
        for code in [
            CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_ABORTED_BY_CALLBACK,
        ] {
            #expect(NodeFault.reason(for: code, hasDeparted: true) == .cut, "\(code.rawValue)")
        }
    }

    @Test func whatNeverCameAboutIsUnreachable() {
        for code in [
            CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY,
            CURLE_RECV_ERROR,
        ] {
            #expect(NodeFault.reason(for: code, hasDeparted: false) == .unreachable, "\(code.rawValue)")
        }
    }

    @Test func aCertificatesFaultIsNamedByWhatWasSeenOfIt() {
        func reason(_ fault: sidekey_certificate_fault) -> RPCTransportError {
            NodeFault.reason(for: CURLE_PEER_FAILED_VERIFICATION, hasDeparted: false, certificate: fault)
        }
        #expect(reason(SIDEKEY_CERTIFICATE_SOUND) == .certificate(.wrongHost))
        #expect(reason(SIDEKEY_CERTIFICATE_UNTRUSTED) == .certificate(.untrusted))
        #expect(reason(SIDEKEY_CERTIFICATE_EXPIRED) == .certificate(.expired))
    }
}
