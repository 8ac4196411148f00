public import Deeplinks
public import SolanaTransactions

/// The reason a wallet gave no answer, or none that counts; cases are only ever added.
public enum WalletAdapterError: Error, Sendable, Hashable {
    /// The wallet, or its user, rejected the request.
    case refused(DeeplinkError)
    /// No callback came within the time limit.
    case timedOut
    /// The caller's task was cancelled.
    case cancelled
    /// No program opens links here, or it couldn't be started (`errno`).
    case noOpener(errno: Int32)
    /// The program that opens links ended with this status; 3 is `xdg-open` without a handler for the scheme.
    case openerFailed(status: Int32)
    /// The text isn't a link, so no program gets it.
    case notALink
    /// No scheme for callbacks was registered (``SolanaWalletAdapter/registerCallbackScheme(_:)``).
    case noCallbackScheme
    /// The text can't be a scheme for callbacks: it is badly spelled, or means something to the system.
    case callbackScheme
    /// The listener on 127.0.0.1 couldn't be made (`errno`).
    case noListener(errno: Int32)
    /// The desktop's file for the scheme couldn't be written or removed (`errno`).
    case schemeFile(errno: Int32)
    /// The request doesn't fit into a link, or says something that a link can't.
    case request(DeeplinkFault)
    /// The reply isn't what the protocol says: cut off, doubled, or for another request.
    case reply(DeeplinkFault)
    /// The reply names another key than the wallet had at `connect`.
    case foreignKey
    /// The wallet's key is one that makes the same secret with every other.
    case weakKey
    /// The reply was made for another request before, or is the app's own request sent back.
    case nonceReplayed
    /// The reply doesn't hold a transaction.
    case transaction(CodingError)
    /// The wallet signed a different transaction, given here; its signature may well be valid.
    case transactionChanged(Transaction)
    /// The wallet signed a different number of transactions.
    case transactionCount(expected: Int, found: Int)
    /// The signature isn't the account's over the requested content.
    case wrongSignature
    /// The connected account isn't among the signers of the transaction.
    case notASigner
    /// The wallet doesn't do this.
    case unsupported
    /// The storage of connections failed.
    case storage(SecureStorageError)
    /// There is no such connection.
    case notConnected
}

extension WalletAdapterError {
    /// True if the user rejected the request (4001), which is a choice and no error.
    public var isRejection: Bool {
        if case .refused(let error) = self { error.code == DeeplinkError.userRejected.code } else { false }
    }
}

extension WalletAdapterError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .refused(let error): "the wallet refused (\(error.code))"
        case .timedOut: "the wallet gave no answer in time"
        case .cancelled: "cancelled"
        case .noOpener(let errno): "no program opens links (errno \(errno))"
        case .openerFailed(let status): "the program that opens links ended with status \(status)"
        case .notALink: "not a link"
        case .noCallbackScheme: "no scheme for callbacks is registered"
        case .callbackScheme: "not a scheme for callbacks"
        case .noListener(let errno): "cannot listen on 127.0.0.1 (errno \(errno))"
        case .schemeFile(let errno): "cannot change the desktop's file for the scheme (errno \(errno))"
        case .request(let fault): "the request makes no link: \(fault)"
        case .reply(let fault): "the reply is none: \(fault)"
        case .foreignKey: "the reply names another key"
        case .weakKey: "the wallet's key has small order"
        case .nonceReplayed: "the reply was used before"
        case .transaction(let error): "the reply is no transaction: \(error)"
        case .transactionChanged: "the wallet signed another transaction"
        case .transactionCount(let expected, let found): "asked for \(expected) transactions, \(found) came back"
        case .wrongSignature: "the signature does not fit"
        case .notASigner: "the account is not a signer of the transaction"
        case .unsupported: "the wallet does not do this"
        case .storage(let error): "storage: \(error)"
        case .notConnected: "not connected"
        }
    }
}
