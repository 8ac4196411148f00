package import CCurl
package import SolanaRPC

/// Names what went wrong with a transfer to a node.
///
/// Only what is known to have come before the request is `unreachable`: what is sent again after that, or said not to have been sent, must never have arrived.
/// Of everything else nobody knows how far it came, and it is `cut`.
package enum NodeFault {
    /// - Parameters:
    ///   - hasDeparted: Whether a byte of the request may have been written to the node.
    ///   - certificate: What was seen to be wrong with the node's certificate.
    package static func reason(
        for code: CURLcode, hasDeparted: Bool, certificate: sidekey_certificate_fault = SIDEKEY_CERTIFICATE_SOUND
    ) -> RPCTransportError {
        switch code {
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_PEER_FAILED_VERIFICATION: .certificate(fault(certificate))
        case CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_CACERT_BADFILE:
            .certificate(.other)
        // Something listens there, and it isn't what was asked for.
        case CURLE_SSL_CONNECT_ERROR: .cut
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
            hasDeparted ? .notAnAnswer : .unreachable
        default: hasDeparted ? .cut : .unreachable
        }
    }

    /// The chain of one for another host is sound.
    private static func fault(_ certificate: sidekey_certificate_fault) -> RPCCertificateFault {
        switch certificate {
        case SIDEKEY_CERTIFICATE_EXPIRED: .expired
        case SIDEKEY_CERTIFICATE_UNTRUSTED: .untrusted
        default: .wrongHost
        }
    }
}
