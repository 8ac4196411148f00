import JSONRPC

extension ExitStatus {
    /// The status of what the agent refused; a reason that isn't here has none of its own.
    init(_ reason: RPCReason?) {
        self =
            switch reason {
            case .vaultMissing: .noWallet
            case .locked, .passphraseRequired: .locked
            case .wrongPassphrase, .wrongPasskey: .wrongPassphrase
            case .rejected: .declined
            case .notPending, .expired, .cancelled, .connectionLost: .gone
            case .agentUnavailable: .unreachable
            case .noNetwork, .nodeUnreachable, .balanceUnknown, .balanceTooOld: .noNode
            case .promptUnavailable: .noTerminal
            case .reviewForbidden, .policyRefused, .siteBlocked, .nativeOnly, .messageIsTransaction,
                .messageIsOffchain, .signInForeign, .recipientRefused, .tokenRefused:
                .refused
            case .nodeRejected, .simulationFailed, .simulationMissing, .blockhashExpired, .unconfirmed,
                .transactionFailed, .notSent:
                .notExecuted
            case .outcomeUnknown: .outcomeUnknown
            default: .failed
            }
    }
}
