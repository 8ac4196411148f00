import Deeplinks
import JSONRPC
import WalletRuntime

extension DeeplinkError {
    /// What an app hears of an error: a number of Phantom's table, and its text there, which tells nothing of the wallet.
    init(_ error: RPCError) {
        switch error.reason {
        case .noNetwork, .nodeUnreachable, .nodeFault, .wrongCluster: self = .disconnected
        // Nobody could be asked for the passphrase: the wallet stays locked.
        case .promptUnavailable: self = .unauthorized
        default:
            self =
                switch error.code {
                case .userRejected: .userRejected
                // A session that is over, a grant that was taken back, a wallet that nobody has unlocked.
                case .unauthorized, .locked: .unauthorized
                case .tooManyPending: .resourceNotAvailable
                case .transactionRejected: .transactionRejected
                case .methodNotFound: .methodNotFound
                case .invalidInput, .invalidParams, .invalidRequest, .parseError: .invalidInput
                case .disconnected: .disconnected
                default: .internalError
                }
        }
    }
}

extension RPCError {
    /// What is wrong with a link, for whoever has opened it.
    init(_ fault: DeeplinkFault) {
        switch fault {
        case .methodUnknown: self = .methodUnknown
        default:
            self.init(.invalidParams, .paramValue, fault.description, data: ["name": "url"])
        }
    }
}
